import { Readable } from 'node:stream'
import { type Cell, csvLine } from '@counterfoil/contract/csv-line.ts'

/** A column, and its cell in a row. */
export type CsvColumn<Row> = [name: string, cell: (row: Row) => Cell]

const PAGE_SIZE = 1000

/**
 * Streams all rows after a header line. Only one page is in memory; the next is fetched once the client has read it.
 * `listAfter` returns the rows after `last` (null: from the start), one more than `limit` if there are more.
 */
export function streamCsv<Row>(
  columns: CsvColumn<Row>[],
  listAfter: (last: Row | null, limit: number) => Promise<Row[]>,
): Readable {
  return Readable.from(listPages(columns, listAfter), { objectMode: false })
}

/** Uses pages instead of a database cursor: a slow client must not keep a transaction open. */
async function* listPages<Row>(
  columns: CsvColumn<Row>[],
  listAfter: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  let header = csvLine(columns.map(([name]) => name))
  let last: Row | null = null
  for (;;) {
    const rows: Row[] = await listAfter(last, PAGE_SIZE)
    const page = rows.slice(0, PAGE_SIZE)
    // The header is sent with the first rows, so that an error before them still gets its own status.
    yield header + page.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    header = ''
    last = page.at(-1) ?? null
    if (last === null || rows.length <= PAGE_SIZE) return
  }
}

/** The text of rows that are in memory already, in pages, after a header line. */
export function* csvText<Row, Loaded>(
  columns: CsvColumn<Row>[],
  rows: Loaded[],
  toRow: (loaded: Loaded) => Row,
): Generator<string> {
  yield csvLine(columns.map(([name]) => name))
  for (let start = 0; start < rows.length; start += PAGE_SIZE) {
    const page = rows.slice(start, start + PAGE_SIZE).map(toRow)
    yield page.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
  }
}

/** The headers of a response that is a CSV file. */
export function csvHeaders(filename: string): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
  }
}
