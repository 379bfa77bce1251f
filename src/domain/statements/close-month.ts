import { setTimeout as sleep } from 'node:timers/promises'
import type { ClosedMonth } from '@counterfoil/contract/admin/statements.ts'
import type { Static } from 'typebox'
import { askCells } from '../../platform/cells/merge.ts'
import { findOpenMove } from '../../platform/cells/move-queries.ts'
import { type Db, type Tx, transaction } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type Caller, SYSTEM } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { monthInWords } from '../stored-alerts/alert-words.ts'
import { recordNotice } from '../stored-alerts/record-notice.ts'
import { getNumbers, insertStatements } from './close-queries.ts'
import {
  beginClose,
  findClosableAt,
  findClose,
  findEarliestOpenMonth,
  isBeingClosed,
  isHorizonReached,
  lockMonthToClose,
  updateToClosed,
} from './month-queries.ts'
import { readStatements } from './statement-queries.ts'
import { sortSums, totalsOf } from './totals.ts'

type ClosedMonthBody = Static<typeof ClosedMonth>

const HORIZON_WAIT_MS = 20_000
const HORIZON_PAUSE_MS = 50

/**
 * Closes a month for the whole installation: stores its statements, which then never change. Redemptions are not delayed.
 * Those that are written after the close has begun are adjustments of a later month; the close waits until every
 * transaction that began before has ended, and counts its redemptions. A second close returns the result of the first.
 */
export async function closeMonth(
  deps: Runtime,
  caller: Caller,
  month: string,
): Promise<ClosedMonthBody | Refusal> {
  const parts = await askCells(deps, async ({ cell, db }) => ({
    ...{ cell, db, close: await findClose(db, month), isClosing: await isBeingClosed(db, month) },
    closableAt: await findClosableAt(db, month),
    earliest: await findEarliestOpenMonth(db),
  }))
  if (parts.every(({ close }) => close !== null)) return describeClose(deps, month)
  // A move copies the statements of its merchant that exist when it begins. It waits for a close that had begun before.
  const move = await findOpenMove(deps.homeDb)
  if (move && !parts.some(({ cell, isClosing }) => cell === move.source && isClosing))
    return refuse('unavailable')
  const closableAt = parts
    .map((part) => part.closableAt)
    .toSorted()
    .at(-1) as string
  if (deps.now() < new Date(closableAt)) return refuse('month_not_over', { closableAt })
  const earliest = earliestOf(parts)
  if (earliest !== null && earliest < month) return refuse('earlier_month_open', { month: earliest })
  const open = parts.filter(({ close }) => close === null)
  const areReached = await Promise.all(
    open.map(async ({ db }) => waitForHorizon(db, await beginClose(db, month, deps.now()))),
  )
  // Somebody's long transaction is open. The close can be repeated.
  if (areReached.includes(false)) return refuse('unavailable')
  // The part of home is closed last. A cell that was created meanwhile may lack a month that home has closed.
  const [home, ...others] = parts
  for (const { db, close } of others) if (close === null) await closePart(deps, month, db)
  if (home)
    await closePart(deps, month, home.db, (tx, counts) =>
      recordClose(tx, deps, caller, month, counts, others),
    )
  return describeClose(deps, month)
}

/** The earliest open month of all cells; null if none has a redemption. */
export function earliestOf(parts: { earliest: string | null }[]): string | null {
  return parts.flatMap(({ earliest }) => earliest ?? []).toSorted()[0] ?? null
}

type Counts = { statements: number; unreviewed: number }

/** Closes a month in one cell. Each takes the next numbers. */
async function closePart(
  { now }: Runtime,
  month: string,
  db: Db,
  recordIn: (tx: Tx, counts: Counts) => Promise<void> = async () => {},
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.extendDeadline(60_000)
    await lockMonthToClose(tx, month)
    if (await findClose(tx, month)) return
    const counts = await insertStatements(tx, month)
    await updateToClosed(tx, month, counts, now())
    await recordIn(tx, counts)
  })
}

/** Records the close of all parts. The others are closed already. */
async function recordClose(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  month: string,
  counts: Counts,
  others: { db: Db }[],
): Promise<void> {
  const parts = [
    { ...counts, ...(await getNumbers(tx, month)) },
    ...(await Promise.all(
      others.map(async ({ db }) => ({
        ...countsOf(await findClose(db, month)),
        ...(await getNumbers(db, month)),
      })),
    )),
  ]
  const at = deps.now()
  const numbers = parts.flatMap(({ firstNumber, lastNumber }) => [firstNumber ?? [], lastNumber ?? []].flat())
  const after = {
    ...sumOf(parts),
    firstNumber: numbers.length === 0 ? null : Math.min(...numbers),
    lastNumber: numbers.length === 0 ? null : Math.max(...numbers),
  }
  await record(tx, { caller, at, action: 'statements.close', target: `month:${month}`, after })
  const subject = { type: 'month', id: month, name: monthInWords(month) } as const
  await recordNotice(tx, { kind: 'STATEMENTS_CLOSED', subject }, at)
}

const countsOf = (close: Counts | null): Counts => close ?? { statements: 0, unreviewed: 0 }

function sumOf(parts: Counts[]): Counts {
  return {
    statements: parts.reduce((sum, { statements }) => sum + statements, 0),
    unreviewed: parts.reduce((sum, { unreviewed }) => sum + unreviewed, 0),
  }
}

async function waitForHorizon(db: Db, horizon: bigint): Promise<boolean> {
  const deadlineMs = performance.now() + HORIZON_WAIT_MS
  while (!(await isHorizonReached(db, horizon))) {
    if (performance.now() > deadlineMs) return false
    await sleep(HORIZON_PAUSE_MS)
  }
  return true
}

async function describeClose(deps: Runtime, month: string): Promise<ClosedMonthBody> {
  const parts = await askCells(deps, ({ db }) =>
    db.begin(async (tx) => ({
      close: await findClose(tx, month),
      ...(await readStatements(tx, SYSTEM, { month }, { isOpen: false, after: null, limit: 0 })),
    })),
  )
  return {
    ...{ month, state: 'CLOSED', closedAt: parts[0]?.close?.closedAt ?? '' },
    ...sumOf(parts.map(({ close }) => countsOf(close))),
    totals: totalsOf(sortSums(parts.flatMap(({ sums }) => sums))),
  }
}
