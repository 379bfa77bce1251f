import { reasonWith } from '@counterfoil/contract/words/reason.ts'
import { invalid, issueAt, malformed } from '../refusal.ts'
import { visible } from '../visible-text.ts'
import { type CsvProblem, readRecords } from './csv-records.ts'

export type Columns = { known: string[]; required: string[] }

/** A row by column name, without empty cells. */
export type CsvRow = { line: number; cells: Record<string, string>; problem: null }

/** A problem of the first line is one of the whole file. */
const IN_HEADER = {
  'issue.rowTooLong': 'issue.headerTooLong',
  'issue.notUtf8': 'issue.headerNotUtf8',
  'issue.strayQuote': 'issue.headerStrayQuote',
} as const

/** Reads the rows below the header. Throws a refusal if the header is not valid. */
export async function* readRows(
  stream: AsyncIterable<Uint8Array>,
  columns: Columns,
): AsyncGenerator<CsvRow | CsvProblem> {
  let header: string[] | null = null
  for await (const record of readRecords(stream)) {
    const { line, fields, problem } = record
    if (header === null) {
      if (problem !== null)
        throw malformed(IN_HEADER[problem.sentence as keyof typeof IN_HEADER], { line, ...problem.details })
      header = fields
      checkHeader(header, columns)
    } else if (problem !== null) {
      yield record
    } else if (fields.some((field) => field !== '')) {
      yield fields.length === header.length
        ? { line, cells: cellsOf(header, fields), problem: null }
        : {
            line,
            fields: null,
            problem: reasonWith('issue.fields', { count: fields.length, expected: header.length }),
          }
    }
  }
  if (header === null) throw malformed('issue.fileEmpty')
}

function checkHeader(header: string[], { known, required }: Columns): void {
  const unknown = header.filter((name) => !known.includes(name))
  const twice = header.filter((name, place) => header.indexOf(name) < place)
  const missing = required.filter((name) => !header.includes(name))
  const issues = [
    ...unknown.map((name, place) =>
      place === 0
        ? issueAt(pathOf(name), 'issue.firstColumn', { columns: known.join(', ') })
        : issueAt(pathOf(name), 'issue.column'),
    ),
    ...twice.map((name) => issueAt(pathOf(name), 'issue.twice')),
    ...missing.map((name) => issueAt(pathOf(name), 'issue.columnMissing')),
  ]
  if (issues.length > 0) throw invalid(...issues)
}

/** The name is shortened, because the first line of a file that is not CSV may be very long. */
function pathOf(name: string): string {
  const shown = visible(name.slice(0, 60))
  return `/${shown === '' ? '""' : shown}`
}

function cellsOf(header: string[], fields: string[]): Record<string, string> {
  const pairs = header.map((name, place): [string, string] => [name, fields[place] ?? ''])
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}
