import type { Tx } from '../../platform/database/db.ts'
import { insertAdjustment, type NewAdjustment } from './adjustment-queries.ts'
import { getMonthsOfChange, lockOpenMonth } from './month-queries.ts'

/** What a statement counts of a redemption. */
type Counted = { voidedAt: string | null; review: { outcome: 'ACCEPTED' | 'REJECTED' } | null }
type Changed = Counted & { id: string; merchantId: string; statementMonth: string }

/**
 * Locks the month that counts a void or a review until the end of the transaction: the month of the redemption while it is
 * open, otherwise that of the change or the earliest open one. Waits for a close of that month. Call it before other locks,
 * so that nothing else waits for the close. Returns null for test merchants, which are in no statement.
 */
export async function lockCountingMonth(tx: Tx, redemption: Changed, at: Date): Promise<string | null> {
  const { isTest, isLate } = await getMonthsOfChange(tx, redemption, at)
  if (isTest) return null
  if (!isLate && (await lockOpenMonth(tx, redemption.statementMonth))) return redemption.statementMonth
  for (;;) {
    const { laterMonth } = await getMonthsOfChange(tx, redemption, at)
    if (await lockOpenMonth(tx, laterMonth)) return laterMonth
  }
}

/** Records a change as an adjustment, if the month of the redemption does not count it. */
export async function adjustStatement(
  tx: Tx,
  month: string | null,
  { before, after }: { before: Changed; after: Changed },
  at: Date,
): Promise<void> {
  if (month === null || month === before.statementMonth) return
  const change = changeOf(before, after)
  if (change) await insertAdjustment(tx, { month, redemptionId: before.id, ...change }, at)
}

type Part = 'counted' | 'rejected' | 'voided'

function partOf({ voidedAt, review }: Counted): Part {
  if (voidedAt !== null) return 'voided'
  return review?.outcome === 'REJECTED' ? 'rejected' : 'counted'
}

const KINDS: Record<Part, NewAdjustment['kind']> = {
  counted: 'ACCEPTED',
  rejected: 'REJECTED',
  voided: 'VOIDED',
}

/** The difference to the net number. A void of a rejected redemption makes none, and is recorded all the same. */
export function changeOf(before: Counted, after: Counted): Pick<NewAdjustment, 'kind' | 'count'> | null {
  const [from, to] = [partOf(before), partOf(after)]
  if (from === to) return null
  return { kind: KINDS[to], count: Number(to === 'counted') - Number(from === 'counted') }
}
