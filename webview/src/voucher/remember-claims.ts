import { setAllCached } from '../api/cache.ts'
import type { WalletItem } from '../api/routes.ts'
import { exhaustedIn, supplyKey } from './supply.ts'
import { type VoucherSite, voucherSiteKey } from './voucher-site.ts'

/** Each of these vouchers then opens without a request. */
export function rememberClaims(items: WalletItem[], at?: number): void {
  setAllCached(items.flatMap(detailsIn), at)
}

function detailsIn({ voucher, merchant, state, outlets, outletCount }: WalletItem): [string, unknown][] {
  if (!voucher || !merchant) return []
  const site: VoucherSite = { merchant, outlets, outletCount, isEverywhere: voucher.outletIds === null }
  return [
    [`voucher:${voucher.id}`, voucher],
    [supplyKey(voucher.id), exhaustedIn(state)],
    [voucherSiteKey(voucher.id), site],
  ]
}
