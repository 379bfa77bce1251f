import { askCells, type CellsDeps, listInCells } from '../../../platform/cells/merge.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import {
  allowLongReads,
  findCodesGivenTwice,
  findCountersAboveLimit,
  findEventViolations,
  findMismatchedCodes,
  findMismatchedKeys,
  findRedemptionsWithMissingReferences,
  findRedemptionsWithWrongCode,
  findVoidsWithoutEvent,
  findWrongCounters,
  type LedgerRange,
  MAX_EXAMPLES,
  type Violations,
} from './ledger-queries.ts'
import {
  countNumbers,
  findMismatchedAdjustments,
  findWrongAdjustmentSums,
  findWrongNumbers,
  findWrongStatements,
  listOpenMonths,
  type Numbers,
} from './statement-audit-queries.ts'
import {
  findWrongGroupStats,
  findWrongQuarterStats,
  findWrongStats,
  findWrongWeekStats,
  listTotalDifferences,
} from './stats-audit-queries.ts'

/** An error must never occur. A note is worth knowing, but is not an error. */
export type Finding = Violations & { rule: string; severity: 'error' | 'note' }

/** One day less than the time for which events are kept. */
const EVENTS_KEPT_MS = 29 * 24 * 60 * 60 * 1000

type CheckedRule = [severity: Finding['severity'], rule: string, violations: Violations]

async function checkRules(tx: Tx, now: Date, range: LedgerRange): Promise<CheckedRule[]> {
  const since = new Date(now.getTime() - EVENTS_KEPT_MS)
  const events = await findEventViolations(tx, since, range)
  const aboveLimit = (isExplained: boolean) => findCountersAboveLimit(tx, isExplained, range)
  return [
    [
      'error',
      'each user counter equals its redemptions that are not voided',
      await findWrongCounters(tx, 'user', range),
    ],
    [
      'error',
      'each voucher counter equals its redemptions that are not voided',
      await findWrongCounters(tx, 'voucher', range),
    ],
    ['error', 'no limit was exceeded', await aboveLimit(false)],
    ['note', 'redemptions exceed a limit that was lowered later', await aboveLimit(true)],
    [
      'error',
      'each redemption references a user, voucher and outlet that exist',
      await findRedemptionsWithMissingReferences(tx, range),
    ],
    ['error', 'each dispensed code is the code of its redemption', await findMismatchedCodes(tx, range)],
    [
      'error',
      'each redemption has the kind of code that its voucher gives',
      await findRedemptionsWithWrongCode(tx, range),
    ],
    ['error', 'no voucher gave a code twice', await findCodesGivenTwice(tx, range)],
    ['error', 'each idempotency key names its redemption', await findMismatchedKeys(tx, range)],
    ['error', 'each redemption has exactly one event', events.notExactlyOnce],
    ['error', 'each event matches its redemption', events.mismatched],
    ['error', 'no event contains a code', events.leakingCode],
    [
      'error',
      'each voided redemption has exactly one event of it',
      await findVoidsWithoutEvent(tx, since, range),
    ],
    ['error', 'the stats of closed days match their rows', await findWrongStats(tx, range)],
    ['error', 'the stats by group of closed days match their rows', await findWrongGroupStats(tx, range)],
    ['error', 'the stats by quarter hour match the stats by group', await findWrongQuarterStats(tx, range)],
    ['error', 'the stats of weeks match the stats by group', await findWrongWeekStats(tx, range)],
    ...(await checkStatements(tx, range)),
  ]
}

async function checkStatements(tx: Tx, range: LedgerRange): Promise<CheckedRule[]> {
  const openMonths = await listOpenMonths(tx, range)
  return [
    [
      'error',
      'each redemption is in the statement of its month, or in an adjustment',
      await findWrongStatements(tx, openMonths, range),
    ],
    [
      'error',
      'each closed statement has the sum of its adjustments',
      await findWrongAdjustmentSums(tx, range),
    ],
    ['error', 'each adjustment names its redemption', await findMismatchedAdjustments(tx, range)],
    ['error', 'statements are numbered without gaps', await findWrongNumbers(tx)],
  ]
}

/**
 * Checks redemptions against counters, codes, events, stats and statements: all of them, or those of a range with the
 * counters that they changed. Reads one snapshot, so it can run beside a running service. Returns an empty list if all
 * rules hold.
 */
export async function auditLedger(db: Db, now = new Date(), range: LedgerRange = null): Promise<Finding[]> {
  const findings = await db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongReads(tx)
    return checkRules(tx, now, range)
  })
  return findings
    .map(([severity, rule, violations]) => ({ severity, rule, ...violations }))
    .filter(({ found }) => found > 0)
}

/** Checks the ledgers of all cells, and what only all of them together show. */
export async function auditAllLedgers(deps: CellsDeps, now: Date, range: LedgerRange): Promise<Finding[]> {
  const findings = await listInCells(deps, ({ db }) => auditLedger(db, now, range))
  const parts = await askCells(deps, async ({ db }) => ({
    numbers: await countNumbers(db),
    differences: await listTotalDifferences(db, range),
  }))
  if (parts.length === 1) return findings
  const together = [
    findWrongNumbersOfAll(parts.map(({ numbers }) => numbers)),
    findWrongTotals(parts.flatMap(({ differences }) => differences)),
  ]
  return [...findings, ...together.filter(({ found }) => found > 0)]
}

/** The numbers of statements run through all databases. */
function findWrongNumbersOfAll(parts: Numbers[]): Finding {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const total = parts.reduce((sum, part) => sum + part.sum, 0)
  const last = parts[0]?.lastNumber ?? 0
  const isRight = count === last && total === (last * (last + 1)) / 2
  const examples = isRight ? [] : [`the counter is ${last}, the statements are ${count}`]
  return {
    severity: 'error',
    rule: 'statements are numbered without gaps',
    found: examples.length,
    examples,
  }
}

function findWrongTotals(differences: { total: string; difference: number }[]): Finding {
  const sums = new Map<string, number>()
  for (const { total, difference } of differences) sums.set(total, (sums.get(total) ?? 0) + difference)
  const wrong = [...sums].filter(([, sum]) => sum !== 0)
  const examples = wrong
    .slice(0, MAX_EXAMPLES)
    .map(([total, sum]) => `${total}: ${sum} more than its merchants`)
  return { severity: 'error', rule: 'totals match their merchants', found: wrong.length, examples }
}
