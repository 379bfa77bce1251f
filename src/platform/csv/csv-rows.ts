import { invalid, type Refusal } from '../refusal.ts'
import { visible } from '../visible-text.ts'
import { type CsvProblem, readRecords } from './csv-records.ts'

export type Columns = { known: string[]; required: string[] }

/** A row by column name, without empty cells. */
export type CsvRow = { line: number; cells: Record<string, string>; problem: null }

/** Reads the rows below the header. Throws a refusal if the header is not valid. */
export async function* readRows(
  stream: AsyncIterable<Uint8Array>,
  columns: Columns,
): AsyncGenerator<CsvRow | CsvProblem> {
  let header: string[] | null = null
  for await (const record of readRecords(stream)) {
    const { line, fields, problem } = record
    if (header === null) {
      if (problem !== null) throw refusedHeader(`line ${line}, the header row, ${problem}`)
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
            problem: `has ${fields.length} fields; the header has ${header.length}`,
          }
    }
  }
  if (header === null) throw refusedHeader(`the file is empty: its first line must name the columns`)
}

function checkHeader(header: string[], { known, required }: Columns): void {
  const unknown = header.filter((name) => !known.includes(name))
  const twice = header.filter((name, place) => header.indexOf(name) < place)
  const missing = required.filter((name) => !header.includes(name))
  const issues = [
    ...unknown.map((name, place) => ({
      path: pathOf(name),
      message: `is not a known column${place === 0 ? ` (known columns: ${known.join(', ')})` : ''}`,
    })),
    ...twice.map((name) => ({ path: pathOf(name), message: 'occurs twice' })),
    ...missing.map((name) => ({ path: pathOf(name), message: 'is a required column' })),
  ]
  if (issues.length > 0) throw invalid(...issues)
}

/** The name is shortened, because the first line of a file that is not CSV may be very long. */
function pathOf(name: string): string {
  const shown = visible(name.slice(0, 60))
  return `/${shown === '' ? '""' : shown}`
}

function refusedHeader(message: string): Refusal {
  return invalid({ path: '', message })
}

function cellsOf(header: string[], fields: string[]): Record<string, string> {
  const pairs = header.map((name, place): [string, string] => [name, fields[place] ?? ''])
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}
