import { Readable } from 'node:stream'
import type { Statements } from '@counterfoil/contract/admin/statements.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import { askCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, csvText } from '../../platform/csv/csv-stream.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findClosableAt, findClose } from './month-queries.ts'
import { keyOf, readCursor, writeCursor } from './row-cursor.ts'
import { type RowKey, readStatements, type StatementFilter } from './statement-queries.ts'
import { sortSums, totalsOf, withTotal } from './totals.ts'

type StatementsBody = Static<typeof Statements>

const DEFAULT_LIMIT = 50

export async function listStatements(
  deps: Runtime,
  caller: Caller,
  { limit = DEFAULT_LIMIT, cursor, ...filter }: StatementFilter & { limit?: number; cursor?: string },
): Promise<StatementsBody | Refusal> {
  const after = cursor === undefined ? null : readCursor(cursor)
  if (after instanceof Refusal) return after
  const { rows, sums, ...month } = await readMonthInCells(deps, caller, filter, after, limit)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = last && rows.length > limit ? writeCursor(keyOf(last)) : null
  return { ...month, items: items.map(withTotal), nextCursor, totals: totalsOf(sums) }
}

/** The parts of all cells. The month is closed when it is closed at home, which is last. */
async function readMonthInCells(
  deps: Runtime,
  caller: Caller,
  filter: StatementFilter,
  after: RowKey | null,
  limit: number | null,
) {
  const parts = await askCells(deps, ({ db }) =>
    inOneSnapshot(db, (tx) => readMonth(tx, caller, filter, after, limit)),
  )
  const [home, ...others] = parts as [Month, ...Month[]]
  if (others.length === 0) return home
  return {
    ...home,
    closableAt: parts
      .map(({ closableAt }) => closableAt)
      .toSorted()
      .at(-1) as string,
    // Each cell has sorted its rows, and all rows of a merchant are in one cell.
    rows: parts
      .flatMap(({ rows }) => rows)
      .sort((one, other) =>
        one.merchantId < other.merchantId ? -1 : one.merchantId > other.merchantId ? 1 : 0,
      ),
    sums: sortSums(parts.flatMap(({ sums }) => sums)),
  }
}

type Month = Awaited<ReturnType<typeof readMonth>>

/** The state of the month and its rows must fit: a close may be running. */
function inOneSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.begin('isolation level repeatable read read only', work)
}

async function readMonth(
  tx: Tx,
  caller: Caller,
  filter: StatementFilter,
  after: RowKey | null,
  limit: number | null,
) {
  const { month } = filter
  const close = await findClose(tx, month)
  const read = await readStatements(tx, caller, filter, { isOpen: close === null, after, limit })
  const state: StatementsBody['state'] = close === null ? 'OPEN' : 'CLOSED'
  return {
    ...{ month, state, closedAt: close?.closedAt ?? null, closableAt: await findClosableAt(tx, month) },
    ...read,
  }
}

/** All rows, counted at one moment. */
export async function listAllStatements(
  deps: Runtime,
  caller: Caller,
  filter: StatementFilter,
): Promise<Omit<StatementsBody, 'nextCursor'>> {
  const { rows, sums, ...month } = await readMonthInCells(deps, caller, filter, null, null)
  return { ...month, items: rows.map(withTotal), totals: totalsOf(sums) }
}

type CsvRow = ReturnType<typeof withTotal> & Pick<StatementsBody, 'month' | 'state'>

const COLUMNS: CsvColumn<CsvRow>[] = [
  ['number', ({ number }) => number],
  ['month', ({ month }) => month],
  ['state', ({ state }) => state],
  ['merchantName', ({ merchantName }) => merchantName],
  ['partnerName', ({ partnerName }) => partnerName],
  ['voucherTitle', ({ voucherTitle }) => plainText(voucherTitle)],
  ['redeemed', ({ redeemed }) => redeemed],
  ['voided', ({ voided }) => voided],
  ['rejected', ({ rejected }) => rejected],
  ['adjustments', ({ adjustments }) => adjustments],
  ['net', ({ net }) => net],
  ['unreviewed', ({ unreviewed }) => unreviewed],
  ['value', ({ value }) => value && { decimal: value.amount }],
  ['total', ({ total }) => total && { decimal: total.amount }],
  ['currency', ({ value }) => value?.currency ?? null],
  ['timezone', ({ timezone }) => timezone],
  ['merchantId', ({ merchantId }) => merchantId],
  ['partnerId', ({ partnerId }) => partnerId],
  ['voucherId', ({ voucherId }) => voucherId],
]

/** All rows are counted by one statement: pages of an open month would not add up. */
export async function exportStatements(
  deps: Runtime,
  caller: Caller,
  filter: StatementFilter,
): Promise<Readable> {
  const { items, month, state } = await listAllStatements(deps, caller, filter)
  return Readable.from(
    csvText(COLUMNS, items, (row) => ({ ...row, month, state })),
    { objectMode: false },
  )
}
