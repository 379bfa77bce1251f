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

/** The site from what is already there. The merchant is requested only if that is not all. */
export function useVoucherSite(voucher: Voucher) {
  const id = voucher.merchantId
  const listed = getCached<VoucherSite>(voucherSiteKey(voucher.id))?.data
  const isWhole = listed !== undefined && listed.outlets.length >= listed.outletCount
  const { data, error, retry } = useQuery<MerchantWithOutlets>(
    isWhole ? null : `merchant:${id}`,
    async () => (await call('viewMerchant', { params: { id } })).body,
  )
  return { site: data ? siteAt(data, voucher) : listed, error, retry }
}
