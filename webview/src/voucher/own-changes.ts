import { getCached, markStale, setCached } from '../api/cache.ts'
import type { Claim, Redemption, Voucher } from '../api/routes.ts'

/** What the user has just done is in the cache at once, so that no screen first shows the state before it. */

export function showClaimed(voucher: Voucher, { claimedAt }: Claim): void {
  storeVoucher({ ...voucher, me: { ...voucher.me, claimed: true, claimedAt } })
  for (const key of ['wallet', 'home']) markStale(key)
}

export function showRedeemed({ voucherId, remaining, cycleKey, cycleResetsAt }: Redemption): void {
  const voucher = getCached<Voucher>(`voucher:${voucherId}`)?.data
  if (voucher) {
    const used = voucher.redemptionCount - remaining
    storeVoucher({ ...voucher, me: { ...voucher.me, used, remaining, cycleKey, cycleResetsAt } })
  }
  for (const key of ['voucher', 'wallet', 'home', 'redemptions']) markStale(key)
}

/** Changes every cached copy of the voucher. */
function storeVoucher(voucher: Voucher): void {
  setCached(`voucher:${voucher.id}`, voucher)
  const listKey = `vouchers:${voucher.merchantId}`
  const list = getCached<Voucher[]>(listKey)?.data
  if (!list) return
  setCached(
    listKey,
    list.map((other) => (other.id === voucher.id ? voucher : other)),
  )
}
