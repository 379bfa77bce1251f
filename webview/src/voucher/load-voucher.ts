import { setAllCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Voucher } from '../api/routes.ts'
import { exhaustedIn, supplyKey } from './supply.ts'

/** Loads a voucher with its supply, its merchant and the branding, so that its screen needs one request. */
export async function loadVoucher(id: string): Promise<Voucher> {
  const { body } = await call('viewVoucherScreen', { params: { id } })
  const { branding, merchant, voucher } = body
  setAllCached([
    ['branding', branding],
    [supplyKey(id), exhaustedIn(voucher.supply)],
    ...(merchant ? [[`merchant:${merchant.id}`, merchant] satisfies [string, unknown]] : []),
  ])
  return voucher
}
