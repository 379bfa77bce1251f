import { listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { byOutletName } from '@counterfoil/contract/shapes/outlet-order.ts'
import type { MerchantWithOutlets } from '../../../webview/src/api/routes.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { type Outlet, useAllOutlets } from '../outlets/all-outlets.ts'

/** A phone shows fewer than this at once. */
const PAGE_SIZE = 50

/** The active outlets as the webview gets them: the first page, or every one if some were chosen. */
export function useShownOutlets(merchantId: string, isChoice = false): MerchantWithOutlets['outlets'] {
  const all = useAllOutlets(merchantId, isChoice)
  const query = { limit: PAGE_SIZE }
  const first = useApiQuery(listOutlets, isChoice ? null : { params: { id: merchantId }, query })
  const outlets = (isChoice ? all.data : first.data?.items) ?? []
  return outlets
    .filter(({ isActive }) => isActive)
    .sort(byOutletName)
    .map(shownOutlet)
}

function shownOutlet(outlet: Outlet): MerchantWithOutlets['outlets'][number] {
  const { id, name, addressLine, addressFull, city, state, postalCode, countryCode, isActive, hasPin } =
    outlet
  const { latitude, longitude, redeemBy } = outlet
  return {
    ...{ id, name, addressLine, addressFull, city, state, postalCode, countryCode, isActive },
    ...(redeemBy !== 'PIN' && { redeemBy }),
    hasPin: hasPin && redeemBy !== 'QR',
    ...(latitude !== null && longitude !== null && { latitude, longitude }),
  }
}
