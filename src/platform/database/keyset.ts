/**
 * The order of a list, and the rows of one page of it. A page starts after a position: the values that the last row of the
 * page before has in the columns of the sort. So every page costs the same, and rows that are added meanwhile move none.
 */
import { plainText } from '@counterfoil/contract/markup.ts'
import { readTime } from '../input/time.ts'
import { isUuid } from '../input/uuid.ts'
import type { Reader } from './db.ts'
import type { Fragment } from './sql.ts'

/** How a value of a position is compared with its column, which texts are such a value, and by which text they are ordered. */
const COLUMN_TYPES = {
  uuid: { compared: (sql: Reader, text: string) => sql`${text}::uuid`, isValue: isUuid, ordered: asItIs },
  time: {
    compared: (sql: Reader, text: string) => sql`${text}::timestamptz`,
    isValue: isTimestamp,
    ordered: asItIs,
  },
  end: {
    compared: (sql: Reader, text: string) => sql`ends_at(${text}::timestamptz)`,
    isValue: (text: string) => text === NEVER || isTimestamp(text),
    ordered: asItIs,
  },
  lowerText: {
    compared: (sql: Reader, text: string) => sql`lower(${text}::text)`,
    isValue: (text: string) => !text.includes('\0'),
    ordered: (text: string) => text.toLowerCase(),
  },
  plainTitle: {
    compared: (sql: Reader, text: string) => sql`plain_title(${text}::text)`,
    isValue: (text: string) => !text.includes('\0'),
    ordered: (text: string) => plainText(text).toLowerCase(),
  },
}

/** The time of something that never ends, such as a voucher without an end. PostgreSQL sorts it behind all others. */
export const NEVER = 'infinity'

export type SortColumn<Row> = {
  /** An expression that is never null. */
  sql: string
  type: keyof typeof COLUMN_TYPES
  /** Its value in a row. */
  of: (row: Row) => string
}

/** The last column is unique, so that no two rows have the same position. */
export type Sort<Row> = { columns: SortColumn<Row>[]; isDescending: boolean }

/** The sorts of a list by name; the first one is its default. The name of a descending sort starts with a minus. */
export type Sorts<Name extends string, Row> = Record<Name, Sort<Row>>

export type Position = string[]

/** Rows after a position; null starts with the first row. A query returns one row more than `limit` if there are more. */
export type SortedPage<Row> = { sort: Sort<Row>; after: Position | null; limit: number }

export const ascending = <Row>(...columns: SortColumn<Row>[]): Sort<Row> => ({ columns, isDescending: false })
export const descending = <Row>(...columns: SortColumn<Row>[]): Sort<Row> => ({ columns, isDescending: true })

/** The rows that follow the position. It is one comparison of rows, so that an index leads to the first of them. */
export function isAfter<Row>(sql: Reader, { sort, after }: SortedPage<Row>): Fragment {
  if (after === null) return sql`true`
  const columns = sql.unsafe(sort.columns.map(({ sql: expression }) => expression).join(', '))
  const values = sort.columns
    .map(({ type }, place) => COLUMN_TYPES[type].compared(sql, after[place] ?? ''))
    .reduce((all, one) => sql`${all}, ${one}`)
  return sql`(${columns}) ${sort.isDescending ? sql`<` : sql`>`} (${values})`
}

export function inOrder<Row>(sql: Reader, { sort, limit }: SortedPage<Row>): Fragment {
  const direction = sort.isDescending ? 'desc' : 'asc'
  const columns = sort.columns.map(({ sql: expression }) => `${expression} ${direction}`).join(', ')
  return sql`order by ${sql.unsafe(columns)} limit ${limit + 1}`
}

/** The order of two rows, as `inOrder` has it. Texts are compared by their bytes, as the database does. */
export function compareRows<Row>({ columns, isDescending }: Sort<Row>, one: Row, other: Row): number {
  for (const { type, of } of columns) {
    const [left, right] = [of(one), of(other)].map((text) => Buffer.from(COLUMN_TYPES[type].ordered(text)))
    const order = Buffer.compare(left as Buffer, right as Buffer)
    if (order !== 0) return isDescending ? -order : order
  }
  return 0
}

export function positionOf<Row>({ columns }: Sort<Row>, row: Row): Position {
  return columns.map(({ of }) => of(row))
}

/** Whether the texts, which come from a cursor, are a position in the sort. */
export function isPosition<Row>({ columns }: Sort<Row>, texts: string[]): boolean {
  return (
    texts.length === columns.length &&
    columns.every(({ type }, place) => COLUMN_TYPES[type].isValue(texts[place] ?? ''))
  )
}

function asItIs(text: string): string {
  return text
}

/** Whether the text is an existing time, written exactly as we write it. */
function isTimestamp(text: string): boolean {
  return readTime(text)?.toISOString() === text
}

/** How many rows there are: `value` of them, or more than `value` if it is not exact. */
export type RowCount = { value: number; isExact: boolean }

export const MAX_COUNTED = 10_000

/** Counts the rows of a query without order and limit. It stops at 10,000, so a count takes no longer than a long page. */
export async function countRows(sql: Reader, rows: Fragment): Promise<RowCount> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (select from (${rows}) as matching limit ${MAX_COUNTED + 1}) as counted`
  return { value: Math.min(row.count, MAX_COUNTED), isExact: row.count <= MAX_COUNTED }
}
