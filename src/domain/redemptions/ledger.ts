import type { Db, Tx } from '../../platform/database/db.ts'
import {
  allowLongReads,
  type Broken,
  findBrokenEvents,
  findCountersAboveLimit,
  findRedemptionsOfNothing,
  findRedemptionsWithWrongCode,
  findStrayCodes,
  findWrongFigures,
  findWrongUserCounters,
  findWrongVoucherCounters,
} from './ledger-queries.ts'

/** A note is worth knowing and nobody's fault; an error must not be. */
export type Finding = Broken & { rule: string; severity: 'error' | 'note' }

/** A day less than events are kept. */
const EVENTS_ARE_THERE_MS = 29 * 24 * 60 * 60 * 1000

type Found = [severity: Finding['severity'], rule: string, broken: Broken]

async function hold(tx: Tx, now: Date): Promise<Found[]> {
  const events = await findBrokenEvents(tx, new Date(now.getTime() - EVENTS_ARE_THERE_MS))
  const above = (isExcused: boolean) => findCountersAboveLimit(tx, isExcused)
  return [
    ['error', 'a user counter is the number of redemptions not voided', await findWrongUserCounters(tx)],
    [
      'error',
      'a voucher counter is the number of redemptions not voided',
      await findWrongVoucherCounters(tx),
    ],
    ['error', 'nothing was redeemed beyond a limit', await above(false)],
    ['note', 'more was redeemed than a limit that was lowered since', await above(true)],
    ['error', 'a redemption names what there is', await findRedemptionsOfNothing(tx)],
    ['error', 'a dispensed code stands on its redemption', await findStrayCodes(tx)],
    ['error', 'a redemption has the code that its voucher gives', await findRedemptionsWithWrongCode(tx)],
    ['error', 'a redemption is told exactly once', events.untold],
    ['error', 'an event has its redemption', events.strays],
    ['error', 'no event tells a code', events.telltales],
    ['error', 'the figures of a closed day are those of its rows', await findWrongFigures(tx)],
  ]
}

/**
 * Holds everything that was ever redeemed against everything that was counted, dispensed and told: on one snapshot, so
 * that a service that is running meanwhile does not disturb it. Empty when all is well.
 */
export async function auditLedger(db: Db, now = new Date()): Promise<Finding[]> {
  const findings = await db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongReads(tx)
    return hold(tx, now)
  })
  return findings
    .map(([severity, rule, broken]) => ({ severity, rule, ...broken }))
    .filter(({ found }) => found > 0)
}
