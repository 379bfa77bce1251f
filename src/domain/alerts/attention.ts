import type { Alert } from '@counterfoil/contract/admin-alerts.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { type LowPoolRecord, listLowPoolsSince } from '../figures/pool-queries.ts'
import { GEOFENCE_METERS } from '../redemptions/decide.ts'
import {
  type DefendedOutlet,
  type FailingKeySet,
  type GuessedOutlet,
  listDefendedOutlets,
  listFailingKeySets,
  listGuessedOutlets,
  listPausedEndpoints,
  type PausedEndpoint,
} from './queries.ts'

type AlertRecord = Static<typeof Alert>

/** In an hour at one outlet, from anyone; nobody is locked out by it. */
const WRONG_PINS = 50

/** What needs somebody's attention now, newest first. Nothing is stored: an alert ends when its cause does. */
export async function listAlerts(deps: Deps): Promise<AlertRecord[]> {
  const now = deps.now()
  const [outlets, defended, pools, endpoints, keySets] = await Promise.all([
    listGuessedOutlets(deps.db, WRONG_PINS, now),
    listDefendedOutlets(deps.db, now),
    listLowPoolsSince(deps.db, [], now),
    listPausedEndpoints(deps.db),
    listFailingKeySets(deps.db),
  ])
  return [
    ...outlets.map(ofGuessing),
    ...defended.map(ofDefense),
    ...pools.map(ofPool),
    ...endpoints.map(ofEndpoint),
    ...keySets.map(ofKeySet),
  ].sort((a, b) => Date.parse(b.since) - Date.parse(a.since))
}

function ofGuessing({ outletId, outletName, most, since }: GuessedOutlet): AlertRecord {
  return {
    kind: 'PIN_GUESSING',
    message: `${most} wrong PINs at ${outletName} within an hour`,
    subject: { type: 'outlet', id: outletId, name: outletName },
    since,
  }
}

function ofDefense({ outletId, outletName, isLocated, since }: DefendedOutlet): AlertRecord {
  const newcomers = isLocated
    ? `users who have never redeemed there must be within ${GEOFENCE_METERS} m of it`
    : 'users who have never redeemed there are refused, since it has no coordinates'
  return {
    kind: 'PIN_DEFENSE',
    message: `Somebody is guessing the PIN of ${outletName}: ${newcomers}`,
    subject: { type: 'outlet', id: outletId, name: outletName },
    since,
  }
}

function ofPool({ voucherId, voucherTitle, available, total, since }: LowPoolRecord): AlertRecord {
  const title = plainText(voucherTitle)
  return {
    kind: available === 0 ? 'POOL_EMPTY' : 'POOL_LOW',
    message:
      available === 0
        ? `None of the ${total} codes of ${title} is left`
        : `${available} of the ${total} codes of ${title} are left`,
    subject: { type: 'voucher', id: voucherId, name: title },
    since,
  }
}

const PAUSED_BECAUSE = {
  GONE: 'its endpoint answered 410 Gone',
  FAILING: 'its endpoint has failed for 5 days',
}

function ofEndpoint({ partnerId, partnerName, reason, since }: PausedEndpoint): AlertRecord {
  return {
    kind: 'ENDPOINT_PAUSED',
    message: `Nothing is sent to ${partnerName}: ${PAUSED_BECAUSE[reason]}`,
    subject: { type: 'partner', id: partnerId, name: partnerName },
    since,
  }
}

function ofKeySet({ partnerId, partnerName, error, since }: FailingKeySet): AlertRecord {
  return {
    kind: 'JWKS_UNREACHABLE',
    message: `The keys of ${partnerName} cannot be fetched: ${error}`,
    subject: { type: 'partner', id: partnerId, name: partnerName },
    since,
  }
}
