import type { Db, Tx } from '../db.ts'
import {
  allowLongReads,
  type Broken,
  findCountersAboveLimit,
  findEventsThatTellACode,
  findEventsWithoutRedemption,
  findRedemptionsWithoutOneEvent,
  findRedemptionsWithWrongCode,
  findStrayCodes,
  findWrongUserCounters,
  findWrongVoucherCounters,
} from './ledger-queries.ts'

/** A note is worth knowing and nobody's fault; an error must not be. */
export type Finding = Broken & { rule: string; severity: 'error' | 'note' }

/** A day less than events are kept. */
const EVENTS_ARE_THERE_MS = 29 * 24 * 60 * 60 * 1000

type Rule = [severity: Finding['severity'], rule: string, find: (tx: Tx, now: Date) => Promise<Broken>]

const RULES: Rule[] = [
  ['error', 'a user counter is the number of redemptions not voided', findWrongUserCounters],
  ['error', 'a voucher counter is the number of redemptions not voided', findWrongVoucherCounters],
  ['error', 'nothing was redeemed beyond a limit', (tx) => findCountersAboveLimit(tx, false)],
  ['note', 'more was redeemed than a limit that was lowered since', (tx) => findCountersAboveLimit(tx, true)],
  ['error', 'a dispensed code stands on its redemption', findStrayCodes],
  ['error', 'a redemption has the code that its voucher gives', findRedemptionsWithWrongCode],
  [
    'error',
    'a redemption is told exactly once',
    (tx, now) => findRedemptionsWithoutOneEvent(tx, new Date(now.getTime() - EVENTS_ARE_THERE_MS)),
  ],
  ['error', 'an event has its redemption', findEventsWithoutRedemption],
  ['error', 'no event tells a code', findEventsThatTellACode],
]

/**
 * Holds everything that was ever redeemed against everything that was counted, dispensed and told: on one snapshot, so
 * that a service that is running meanwhile does not disturb it. Empty when all is well.
 */
export async function auditLedger(db: Db, now = new Date()): Promise<Finding[]> {
  const findings = await db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongReads(tx)
    const all: Finding[] = []
    for (const [severity, rule, find] of RULES) all.push({ severity, rule, ...(await find(tx, now)) })
    return all
  })
  return findings.filter(({ found }) => found > 0)
}
