import { fetchOnce, getCached, setAllCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { categoryNameKey } from '../home/category-name.ts'
import { offersKey } from '../home/offers.ts'
import { exhaustedIn, supplyKey } from '../voucher/supply.ts'

/** Loads a merchant with its vouchers and the branding, so that its screen needs one request. */
export async function loadMerchant(id: string): Promise<MerchantWithOutlets> {
  const { body } = await call('viewMerchantScreen', { params: { id } })
  const { branding, categoryName, merchant, vouchers } = body
  setAllCached([
    ['branding', branding],
    [categoryNameKey(merchant.category), categoryName],
    [offersKey(id), vouchers],
    ...vouchers.flatMap((voucher): [string, unknown][] => [
      [`voucher:${voucher.id}`, voucher],
      [supplyKey(voucher.id), exhaustedIn(voucher.supply)],
    ]),
  ])
  return merchant
}

/** The vouchers come with the merchant. */
export async function loadOffers(id: string): Promise<Voucher[]> {
  await fetchOnce(`merchant:${id}`, () => loadMerchant(id))
  return getCached<Voucher[]>(offersKey(id))?.data ?? []
}
