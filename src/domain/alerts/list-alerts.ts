import type { Alert } from '@counterfoil/contract/admin/alerts.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { GEOFENCE_METERS } from '../redemptions/rules/decide.ts'
import { type LowPoolRecord, listLowPoolsSince } from '../stats/pool-queries.ts'
import { type FailedSchedule, listFailedSchedules } from '../vouchers/schedule-queries.ts'
import { type EndpointHealth, listTroubledEndpoints } from '../webhooks/delivery-health-queries.ts'
import { deliveryOf } from '../webhooks/with-delivery.ts'
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

type AlertRecord = Static<typeof Alert>
/** Only alerts about an endpoint have the state of its deliveries. */
type NewAlert = Omit<AlertRecord, 'delivery'> & Partial<Pick<AlertRecord, 'delivery'>>

/** The number counts one outlet and all users or devices together. It only raises an alert: nobody is locked out. */
const MIN_GUESSES_PER_HOUR = 50
/** The number counts one staff member within 24 hours. */
const MIN_FAILED_SIGN_INS = 50

/**
 * Current alerts, newest first. A partner sees the alerts about itself, others see all. Alerts are computed, not stored:
 * an alert ends when its cause does.
 */
export async function listAlerts(deps: Runtime, caller: Caller): Promise<AlertRecord[]> {
  const lists = [alertsOfPartners(deps, caller)]
  if (caller.partnerId === null) lists.push(alertsOfMerchants(deps), alertsOfStaff(deps))
  const alerts = (await Promise.all(lists)).flat()
  return alerts
    .map((alert) => ({ delivery: null, ...alert }))
    .sort((a, b) => Date.parse(b.since) - Date.parse(a.since))
}

async function alertsOfPartners({ db }: Runtime, caller: Caller): Promise<NewAlert[]> {
  const [endpoints, keySets] = await Promise.all([
    listTroubledEndpoints(db, caller),
    listFailingKeySets(db, caller),
  ])
  return [...endpoints.map(endpointAlert), ...keySets.map(keySetAlert)]
}

async function alertsOfMerchants({ db, now }: Runtime): Promise<NewAlert[]> {
  const [outlets, codes, defended, pools, schedules] = await Promise.all([
    listGuessedOutlets(db, 'pin_failures', MIN_GUESSES_PER_HOUR, now()),
    listGuessedOutlets(db, 'counter_guesses', MIN_GUESSES_PER_HOUR, now()),
    listDefendedOutlets(db, now()),
    listLowPoolsSince(db, null, now()),
    listFailedSchedules(db),
  ])
  return [
    ...outlets.map(guessingAlert),
    ...codes.map(codeGuessingAlert),
    ...defended.map(defenseAlert),
    ...pools.map(poolAlert),
    ...schedules.map(scheduleAlert),
  ]
}

async function alertsOfStaff({ db, now }: Runtime): Promise<NewAlert[]> {
  return (await listGuessedAccounts(db, MIN_FAILED_SIGN_INS, now())).map(accountAlert)
}

function guessingAlert({ outletId, outletName, guesses, since }: GuessedOutlet): NewAlert {
  return {
    kind: 'PIN_GUESSING',
    message: `${guesses} wrong PINs at ${outletName} within an hour`,
    subject: { type: 'outlet', id: outletId, name: outletName },
    since,
  }
}

function codeGuessingAlert({ outletId, outletName, guesses, since }: GuessedOutlet): NewAlert {
  return {
    kind: 'CODE_GUESSING',
    message: `${guesses} wrong codes typed at ${outletName} within an hour`,
    subject: { type: 'outlet', id: outletId, name: outletName },
    since,
  }
}

function defenseAlert({ outletId, outletName, isLocated, since }: DefendedOutlet): NewAlert {
  const newcomers = isLocated
    ? `users who have never redeemed there must be within ${GEOFENCE_METERS} m of it`
    : 'users who have never redeemed there are refused, because it has no coordinates'
  return {
    kind: 'PIN_DEFENSE',
    message: `Somebody is guessing the PIN of ${outletName}: ${newcomers}`,
    subject: { type: 'outlet', id: outletId, name: outletName },
    since,
  }
}

function poolAlert({ voucherId, voucherTitle, available, total, since }: LowPoolRecord): NewAlert {
  const title = plainText(voucherTitle)
  return {
    kind: available === 0 ? 'POOL_EMPTY' : 'POOL_LOW',
    message:
      available === 0
        ? `No codes left for ${title} (${total} in total)`
        : `${available} of ${total} codes left for ${title}`,
    subject: { type: 'voucher', id: voucherId, name: title },
    since,
  }
}

function scheduleAlert({ voucherId, voucherTitle, failure }: FailedSchedule): NewAlert {
  const title = plainText(voucherTitle)
  const reasons = failure.issues.map(({ path, message }) => `${path.slice(1)} ${message}`)
  return {
    kind: 'SCHEDULE_FAILED',
    message: `${title} was not published at its time: ${reasons.join(', ')}`,
    subject: { type: 'voucher', id: voucherId, name: title },
    since: failure.at,
  }
}

const PAUSE_REASONS = {
  GONE: 'its endpoint answered 410 Gone',
  EXHAUSTED: 'its endpoint has failed for 5 days',
}

function endpointAlert(endpoint: EndpointHealth): NewAlert {
  const { partnerId, partnerName, state, since, failures, pauseReason } = endpoint
  const attempts = failures === 1 ? 'attempt' : `${failures} attempts`
  const [kind, problem] =
    state === 'PAUSED' && pauseReason !== null
      ? (['ENDPOINT_PAUSED', `paused: ${PAUSE_REASONS[pauseReason]}`] as const)
      : (['ENDPOINT_FAILING', `failing: the last ${attempts} failed`] as const)
  return {
    kind,
    message: `Deliveries to ${partnerName} are ${problem}`,
    subject: { type: 'partner', id: partnerId, name: partnerName },
    since: since as string,
    delivery: deliveryOf(endpoint),
  }
}

function keySetAlert({ partnerId, partnerName, error, since }: FailingKeySet): NewAlert {
  return {
    kind: 'JWKS_UNREACHABLE',
    message: `The keys of ${partnerName} cannot be fetched: ${error}`,
    subject: { type: 'partner', id: partnerId, name: partnerName },
    since,
  }
}

function accountAlert({ staffId, staffName, failures, since }: GuessedAccount): NewAlert {
  return {
    kind: 'SIGN_IN_GUESSING',
    message: `${failures} failed sign-ins of ${staffName} within 24 hours`,
    subject: { type: 'staff', id: staffId, name: staffName },
    since,
  }
}
