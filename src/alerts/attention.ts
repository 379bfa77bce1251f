import type { Alert } from '@counterfoil/contract/admin-alerts.ts'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { type LowPoolRecord, listLowPools } from '../figures/pool-queries.ts'
import { type GuessedOutlet, listGuessedOutlets } from './queries.ts'

type AlertRecord = Static<typeof Alert>

/** In an hour at one outlet, from anyone; nobody is locked out by it. */
const WRONG_PINS = 50

/** What needs somebody's attention now, newest first. Nothing is stored: an alert ends when its cause does. */
export async function listAlerts(deps: Deps): Promise<AlertRecord[]> {
  const now = deps.now()
  const [outlets, pools] = await Promise.all([
    listGuessedOutlets(deps.db, WRONG_PINS, now),
    listLowPools(deps.db, [], now),
  ])
  return [...outlets.map(ofGuessing), ...pools.map(ofPool)].sort(
    (a, b) => Date.parse(b.since) - Date.parse(a.since),
  )
}

function ofGuessing({ outletId, outletName, most, since }: GuessedOutlet): AlertRecord {
  return {
    kind: 'PIN_GUESSING',
    message: `${most} wrong PINs at ${outletName} within an hour`,
    subject: { type: 'outlet', id: outletId, name: outletName },
    since,
  }
}

function ofPool({ voucherId, voucherTitle, available, total, since }: LowPoolRecord): AlertRecord {
  return {
    kind: available === 0 ? 'POOL_EMPTY' : 'POOL_LOW',
    message:
      available === 0
        ? `None of the ${total} codes of ${voucherTitle} is left`
        : `${available} of the ${total} codes of ${voucherTitle} are left`,
    subject: { type: 'voucher', id: voucherId, name: voucherTitle },
    since,
  }
}
