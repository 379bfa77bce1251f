import { getCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { MerchantWithOutlets, Outlet, Voucher } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'

/** Where a voucher can be used: its merchant, and the outlets that accept it. */
export type VoucherSite = {
  merchant: { id: string; name: string; logoPath: string | null; favorited: boolean }
  outlets: Outlet[]
  /** Larger than the list if a long one was cut. */
  outletCount: number
  /** Every outlet of the merchant accepts it. */
  isEverywhere: boolean
}

/** The site that came with a list. It starts with `voucher`, so that it is marked stale together with its voucher. */
export const voucherSiteKey = (voucherId: string): string => `voucher-site:${voucherId}`

export function siteAt(merchant: MerchantWithOutlets, { outletIds }: Voucher): VoucherSite {
  const outlets = merchant.outlets.filter(({ id }) => outletIds === null || outletIds.includes(id))
  const isEverywhere = outlets.length >= merchant.outlets.length
  return { merchant, outlets, outletCount: outlets.length, isEverywhere }
}

/** The site from what is already there: the whole merchant, or a list. */
export function knownSite(voucher: Voucher): VoucherSite | undefined {
  const merchant = getCached<MerchantWithOutlets>(`merchant:${voucher.merchantId}`)?.data
  return merchant ? siteAt(merchant, voucher) : getCached<VoucherSite>(voucherSiteKey(voucher.id))?.data
}

/** The merchant is requested only if what is there is not all. */
export function useVoucherSite(voucher: Voucher) {
  const id = voucher.merchantId
  const listed = getCached<VoucherSite>(voucherSiteKey(voucher.id))?.data
  const isWhole = listed !== undefined && listed.outlets.length >= listed.outletCount
  const { error, retry } = useQuery<MerchantWithOutlets>(
    isWhole ? null : `merchant:${id}`,
    async () => (await call('viewMerchant', { params: { id } })).body,
  )
  return { site: knownSite(voucher), error, retry }
}
