import type { Db, Tx } from '../../platform/database/db.ts'
import { findWrongOutletFigures } from './ledger-outlet-queries.ts'
import {
  allowLongReads,
  findCountersAboveLimit,
  findEventViolations,
  findMismatchedCodes,
  findRedemptionsWithMissingReferences,
  findRedemptionsWithWrongCode,
  findVoidsWithoutEvent,
  findWrongFigures,
  findWrongUserCounters,
  findWrongVoucherCounters,
  type Violations,
} from './ledger-queries.ts'

/** An error must never occur. A note is worth knowing and no error. */
export type Finding = Violations & { rule: string; severity: 'error' | 'note' }

/** One day less than the time for which events are kept. */
const EVENTS_KEPT_MS = 29 * 24 * 60 * 60 * 1000

type CheckedRule = [severity: Finding['severity'], rule: string, violations: Violations]

async function checkRules(tx: Tx, now: Date): Promise<CheckedRule[]> {
  const since = new Date(now.getTime() - EVENTS_KEPT_MS)
  const events = await findEventViolations(tx, since)
  const aboveLimit = (isExplained: boolean) => findCountersAboveLimit(tx, isExplained)
  return [
    [
      'error',
      'each user counter equals its redemptions that are not voided',
      await findWrongUserCounters(tx),
    ],
    [
      'error',
      'each voucher counter equals its redemptions that are not voided',
      await findWrongVoucherCounters(tx),
    ],
    ['error', 'no limit was exceeded', await aboveLimit(false)],
    ['note', 'redemptions exceed a limit that was lowered later', await aboveLimit(true)],
    [
      'error',
      'each redemption references a user, voucher and outlet that exist',
      await findRedemptionsWithMissingReferences(tx),
    ],
    ['error', 'each dispensed code is the code of its redemption', await findMismatchedCodes(tx)],
    [
      'error',
      'each redemption has the kind of code that its voucher gives',
      await findRedemptionsWithWrongCode(tx),
    ],
    ['error', 'each redemption has exactly one event', events.notExactlyOnce],
    ['error', 'each event matches its redemption', events.mismatched],
    ['error', 'no event contains a code', events.leakingCode],
    ['error', 'each voided redemption has exactly one event of it', await findVoidsWithoutEvent(tx, since)],
    ['error', 'the figures of closed days match their rows', await findWrongFigures(tx)],
    ['error', 'the figures by outlet of closed days match their rows', await findWrongOutletFigures(tx)],
  ]
}

/**
 * Checks all redemptions against counters, codes, events and figures. Reads one snapshot, so it can run beside a running
 * service. Returns an empty list if all rules hold.
 */
export async function auditLedger(db: Db, now = new Date()): Promise<Finding[]> {
  const findings = await db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongReads(tx)
    return checkRules(tx, now)
  })
  return findings
    .map(([severity, rule, violations]) => ({ severity, rule, ...violations }))
    .filter(({ found }) => found > 0)
}
