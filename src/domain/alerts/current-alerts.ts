import type { Alert } from '@counterfoil/contract/admin/alerts.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import { type CellsDeps, listInCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import { cycleAt } from '../redemptions/rules/cycle.ts'
import { GEOFENCE_METERS } from '../redemptions/rules/decide.ts'
import { type LowPoolRecord, listLowPoolsSince } from '../stats/pool-queries.ts'
import type { ReportedAlert } from '../stored-alerts/alert-words.ts'
import type { Reach } from '../stored-alerts/reach.ts'
import { type FailedSchedule, listFailedSchedules } from '../vouchers/schedule-queries.ts'
import { type EndpointHealth, listTroubledEndpoints } from '../webhooks/delivery-health-queries.ts'
import { healthInCells } from '../webhooks/health-in-cells.ts'
import { deliveryOf } from '../webhooks/with-delivery.ts'
import { type FailingDestination, listFailingDestinations } from './destinations/destination-queries.ts'
import {
  type DefendedOutlet,
  type FailingKeySet,
  type GuessedAccount,
  type GuessedOutlet,
  listDefendedOutlets,
  listFailingKeySets,
  listGuessedAccounts,
  listGuessedOutlets,
} from './queries.ts'
import {
  type EndingVoucher,
  listEndingVouchers,
  listUsedCaps,
  type UsedCap,
} from './voucher-alert-queries.ts'

/** An alert whose cause lasts. Only those about an endpoint have the state of its deliveries. */
export type CurrentAlert = Pick<ReportedAlert, 'kind' | 'subject' | 'merchantId' | 'partnerId' | 'facts'> & {
  /** Null: since it was first noticed. */
  since: string | null
  delivery?: Static<typeof Alert>['delivery']
}

/** The number counts one outlet and all users or devices together. It only raises an alert: nobody is locked out. */
const MIN_GUESSES_PER_HOUR = 50
/** The number counts one staff member within 24 hours. */
const MIN_FAILED_SIGN_INS = 50
const PROBE_DEADLINE_MS = 2_000
const ENDS_SOON_MS = 3 * 24 * 60 * 60 * 1000

/**
 * Computes the alerts that last now in all cells, of those that the reader sees. They end when their causes do. The operator
 * gets those of the other cells while one is dead.
 */
export async function computeAlerts<D extends Reader>(
  { cells, ...own }: CellsDeps<D>,
  reach: Reach,
  now: Date,
): Promise<CurrentAlert[]> {
  const { merchantIds, partnerId } = reach
  const isOperator = merchantIds === null && partnerId === null
  const { answering, dead } = isOperator
    ? await cells.probe(PROBE_DEADLINE_MS)
    : { answering: await cells.all(), dead: [] }
  const deps = { ...own, cells: { ...cells, all: async () => answering } }
  // One after the other: in a transaction, there is one connection.
  const alerts = (await listFailingDestinations(deps.db, reach)).map(destinationAlert)
  if (merchantIds === null) alerts.push(...(await alertsOfPartners(deps, reach)))
  if (partnerId === null)
    alerts.push(...(await listInCells(deps, ({ db }) => alertsOfMerchants(db, merchantIds, now))))
  if (isOperator) {
    alerts.push(...(await listGuessedAccounts(deps.db, MIN_FAILED_SIGN_INS, now)).map(accountAlert))
    alerts.push(...dead.map(cellAlert))
  }
  return alerts
}

async function alertsOfPartners<D extends Reader>(deps: CellsDeps<D>, reach: Reach): Promise<CurrentAlert[]> {
  const endpoints = await healthInCells(deps, (db) => listTroubledEndpoints(db, reach))
  const keySets = await listFailingKeySets(deps.db, reach)
  return [...endpoints.map(endpointAlert), ...keySets.map(keySetAlert)]
}

async function alertsOfMerchants(
  sql: Reader,
  merchantIds: string[] | null,
  now: Date,
): Promise<CurrentAlert[]> {
  const limits = { threshold: MIN_GUESSES_PER_HOUR, merchantIds, now }
  const outlets = await listGuessedOutlets(sql, 'pin_failures', limits)
  const codes = await listGuessedOutlets(sql, 'counter_guesses', limits)
  const defended = await listDefendedOutlets(sql, merchantIds, now)
  const pools = await listLowPoolsSince(sql, merchantIds, now)
  const schedules = await listFailedSchedules(sql, merchantIds)
  const until = new Date(now.getTime() + ENDS_SOON_MS)
  const ending = await listEndingVouchers(sql, merchantIds, { now, until })
  const caps = await listUsedCaps(sql, merchantIds, now)
  return [
    ...outlets.map((outlet) => guessingAlert('PIN_GUESSING', outlet)),
    ...codes.map((outlet) => guessingAlert('CODE_GUESSING', outlet)),
    ...defended.map(defenseAlert),
    ...pools.map(poolAlert),
    ...schedules.map(scheduleAlert),
    ...ending.map(endAlert),
    ...caps
      .filter(({ cycle, timezone, cycleKey }) => cycleAt(cycle, timezone, now).key === cycleKey)
      .map(capAlert),
  ]
}

function guessingAlert(
  kind: 'PIN_GUESSING' | 'CODE_GUESSING',
  { guesses, since, ...outlet }: GuessedOutlet,
): CurrentAlert {
  return { kind, ...ofOutlet(outlet), facts: { guesses }, since }
}

function defenseAlert({ isLocated, since, ...outlet }: DefendedOutlet): CurrentAlert {
  const facts = { withinMeters: isLocated ? GEOFENCE_METERS : null }
  return { kind: 'PIN_DEFENSE', ...ofOutlet(outlet), facts, since }
}

function poolAlert({ available, total, since, ...voucher }: LowPoolRecord): CurrentAlert {
  const kind = available === 0 ? 'POOL_EMPTY' : 'POOL_LOW'
  return { kind, ...ofVoucher(voucher), facts: { available, total }, since }
}

function scheduleAlert({ failure, ...voucher }: FailedSchedule): CurrentAlert {
  const missing = failure.issues.map(({ path }) => path.slice(1)).join(' ')
  return { kind: 'SCHEDULE_FAILED', ...ofVoucher(voucher), facts: { missing }, since: failure.at }
}

function endAlert({ validUntil, publishedAt, timezone, ...voucher }: EndingVoucher): CurrentAlert {
  const soonMs = Date.parse(validUntil) - ENDS_SOON_MS
  const since = new Date(Math.max(soonMs, Date.parse(publishedAt))).toISOString()
  return { kind: 'VOUCHER_ENDS_SOON', ...ofVoucher(voucher), facts: { validUntil, timezone }, since }
}

/** No counter says when the cap was reached, so the alert begins when it was noticed. */
function capAlert({ used, cap, ...voucher }: UsedCap): CurrentAlert {
  const kind = used >= cap ? 'CAP_REACHED' : 'CAP_NEARLY_REACHED'
  return { kind, ...ofVoucher(voucher), facts: { used, cap }, since: null }
}

function endpointAlert(endpoint: EndpointHealth): CurrentAlert {
  const { state, since, failures, pauseReason } = endpoint
  const delivery = deliveryOf(endpoint)
  return state === 'PAUSED' && pauseReason !== null
    ? { kind: 'ENDPOINT_PAUSED', ...ofPartner(endpoint), facts: { reason: pauseReason }, since, delivery }
    : { kind: 'ENDPOINT_FAILING', ...ofPartner(endpoint), facts: { failures }, since, delivery }
}

function keySetAlert({ error, since, ...partner }: FailingKeySet): CurrentAlert {
  return { kind: 'JWKS_UNREACHABLE', ...ofPartner(partner), facts: { error }, since }
}

function accountAlert({ staffId, staffName, failures, since }: GuessedAccount): CurrentAlert {
  const subject = { type: 'staff', id: staffId, name: staffName } as const
  return { kind: 'SIGN_IN_GUESSING', subject, ...OF_NOBODY, facts: { failures }, since }
}

function cellAlert(name: string): CurrentAlert {
  return {
    kind: 'CELL_UNREACHABLE',
    subject: { type: 'cell', id: name, name },
    ...OF_NOBODY,
    facts: {},
    since: null,
  }
}

function destinationAlert({
  id,
  name,
  error,
  since,
  merchantId,
  partnerId,
}: FailingDestination): CurrentAlert {
  const subject = { type: 'destination', id, name } as const
  return { kind: 'DESTINATION_FAILING', subject, merchantId, partnerId, facts: { error }, since }
}

const OF_NOBODY = { merchantId: null, partnerId: null }

function ofOutlet({
  outletId,
  outletName,
  merchantId,
}: Pick<GuessedOutlet, 'outletId' | 'outletName' | 'merchantId'>) {
  return { subject: { type: 'outlet' as const, id: outletId, name: outletName }, merchantId, partnerId: null }
}

function ofVoucher({
  voucherId,
  voucherTitle,
  merchantId,
}: Pick<UsedCap, 'voucherId' | 'voucherTitle' | 'merchantId'>) {
  const subject = { type: 'voucher' as const, id: voucherId, name: plainText(voucherTitle) }
  return { subject, merchantId, partnerId: null }
}

function ofPartner({ partnerId, partnerName }: Pick<EndpointHealth, 'partnerId' | 'partnerName'>) {
  return {
    subject: { type: 'partner' as const, id: partnerId, name: partnerName },
    merchantId: null,
    partnerId,
  }
}
