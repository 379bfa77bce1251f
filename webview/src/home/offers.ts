import { getCached } from '../api/cache.ts'
import type { Merchant, Voucher, WalletItem } from '../api/routes.ts'

/** A merchant's live vouchers. The list of merchants has only the title and picture of one. */
export const offersKey = (merchantId: string) => `vouchers:${merchantId}`

/** The merchant's top voucher with the user's claim, if a list has brought it. */
export function knownTopVoucher({ id, topVoucher }: Merchant): Voucher | undefined {
  const isTop = (voucher: Voucher | null) => voucher?.id === topVoucher?.id
  const wallet = getCached<{ items: WalletItem[] }>('wallet')?.data
  return (
    getCached<Voucher[]>(offersKey(id))?.data.find(isTop) ??
    wallet?.items.find(({ voucher }) => isTop(voucher))?.voucher ??
    undefined
  )
}
