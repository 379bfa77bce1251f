import {
  isPosition,
  type Position,
  positionOf,
  type RowCount,
  type Sort,
  type SortedPage,
  type Sorts,
} from '../database/keyset.ts'
import { invalid, issueAt, Refusal } from '../refusal.ts'

/** A list of the back office. Its name marks its cursors. */
export type SortedList<Name extends string, Row> = { name: string; sorts: Sorts<Name, Row>; default: Name }

export type SortedQuery<Name extends string> = {
  limit?: number
  cursor?: string
  sort?: Name
  count?: boolean
}

export type SortedResult<Item> = { items: Item[]; nextCursor: string | null; count?: RowCount }

const DEFAULT_LIMIT = 50

/** Reads sort and cursor, fetches a page, and counts all rows of the filter if the query asks for it. */
export async function listSorted<Name extends string, Row>(
  list: SortedList<Name, Row>,
  query: SortedQuery<Name>,
  { rows, count }: { rows: (page: SortedPage<Row>) => Promise<Row[]>; count: () => Promise<RowCount> },
): Promise<SortedResult<Row> | Refusal> {
  const { limit = DEFAULT_LIMIT, sort: name = list.default } = query
  const sort = list.sorts[name]
  const after = query.cursor === undefined ? null : readCursor(list, name, query.cursor)
  if (after instanceof Refusal) return after
  const [found, counted] = await Promise.all([
    rows({ sort, after, limit }),
    query.count ? count() : undefined,
  ])
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: last && found.length > limit ? writeCursor(list, name, positionOf(sort, last)) : null,
    ...(counted && { count: counted }),
  }
}

/** The first rows in the default order. */
export function firstRows<Name extends string, Row>(
  list: SortedList<Name, Row>,
  limit: number,
): SortedPage<Row> {
  return { sort: list.sorts[list.default], after: null, limit }
}

/** Fetches the rows after `last`, for a list that is read to its end. */
export function rowsAfter<Name extends string, Row>(
  list: SortedList<Name, Row>,
  name: Name | undefined,
  fetch: (page: SortedPage<Row>) => Promise<Row[]>,
): (last: Row | null, limit: number) => Promise<Row[]> {
  const sort = list.sorts[name ?? list.default]
  return (last, limit) => fetch({ sort, after: last && positionOf(sort, last), limit })
}

/** In the default order a cursor has the form that it had before lists could be sorted: cursors outlive an upgrade. */
function marksOf<Row>({ name, default: usual }: SortedList<string, Row>, sortName: string, sort: Sort<Row>) {
  if (sortName !== usual) return [name, sortName]
  return sort.columns.length === 1 ? [] : [name]
}

function writeCursor<Name extends string, Row>(
  list: SortedList<Name, Row>,
  name: Name,
  position: Position,
): string {
  const texts = [...marksOf(list, name, list.sorts[name]), ...position]
  return Buffer.from(texts.map(escapeBars).join('|')).toString('base64url')
}

function readCursor<Name extends string, Row>(
  list: SortedList<Name, Row>,
  name: Name,
  cursor: string,
): Position | Refusal {
  const sort = list.sorts[name]
  const marks = marksOf(list, name, sort)
  const texts = Buffer.from(cursor, 'base64url').toString().split('|').map(unescapeBars)
  const isOfSort = marks.every((mark, place) => texts[place] === mark)
  const position = texts.slice(marks.length)
  if (isOfSort && isPosition(sort, position)) return position
  return invalid(issueAt('/cursor', 'issue.cursorOfSort'))
}

/** The bar separates the texts. */
function escapeBars(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C')
}

function unescapeBars(text: string): string {
  return text.replaceAll('%7C', '|').replaceAll('%25', '%')
}
