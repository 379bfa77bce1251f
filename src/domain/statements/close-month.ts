import { setTimeout as sleep } from 'node:timers/promises'
import type { ClosedMonth } from '@counterfoil/contract/admin/statements.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type Caller, SYSTEM } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { monthInWords } from '../stored-alerts/alert-words.ts'
import { recordNotice } from '../stored-alerts/record-notice.ts'
import { getNumbers, insertStatements } from './close-queries.ts'
import {
  beginClose,
  type ClosedCounts,
  findClosableAt,
  findClose,
  findEarliestOpenMonth,
  isHorizonReached,
  lockMonthToClose,
  updateToClosed,
} from './month-queries.ts'
import { readStatements } from './statement-queries.ts'
import { totalsOf } from './totals.ts'

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
  const { db } = deps
  const close = await findClose(db, month)
  if (close) return describeClose(deps, month, close)
  const closableAt = await findClosableAt(db, month)
  if (deps.now() < new Date(closableAt)) return refuse('month_not_over', { closableAt })
  const earliest = await findEarliestOpenMonth(db)
  if (earliest !== null && earliest < month) return refuse('earlier_month_open', { month: earliest })
  const horizon = await beginClose(db, month, deps.now())
  // Somebody's long transaction is open. The close can be repeated.
  if (!(await waitForHorizon(deps, horizon))) return refuse('unavailable')
  const closed = await transaction(db, async (tx) => {
    await tx.extendDeadline(60_000)
    await lockMonthToClose(tx, month)
    const other = await findClose(tx, month)
    if (other) return other
    const counts = await insertStatements(tx, month)
    const now = deps.now()
    await updateToClosed(tx, month, counts, now)
    const after = { ...counts, ...(await getNumbers(tx, month)) }
    await record(tx, { caller, at: now, action: 'statements.close', target: `month:${month}`, after })
    const subject = { type: 'month', id: month, name: monthInWords(month) } as const
    await recordNotice(tx, { kind: 'STATEMENTS_CLOSED', subject }, now)
    return { ...counts, closedAt: now.toISOString() }
  })
  return closed instanceof Refusal ? closed : describeClose(deps, month, closed)
}

async function waitForHorizon({ db }: Runtime, horizon: bigint): Promise<boolean> {
  const deadlineMs = performance.now() + HORIZON_WAIT_MS
  while (!(await isHorizonReached(db, horizon))) {
    if (performance.now() > deadlineMs) return false
    await sleep(HORIZON_PAUSE_MS)
  }
  return true
}

async function describeClose({ db }: Runtime, month: string, close: ClosedCounts): Promise<ClosedMonthBody> {
  const { sums } = await db.begin((tx) =>
    readStatements(tx, SYSTEM, { month }, { isOpen: false, after: null, limit: 0 }),
  )
  return { month, state: 'CLOSED', ...close, totals: totalsOf(sums) }
}
