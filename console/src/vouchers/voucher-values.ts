import type { getVoucher, updateVoucher } from '@counterfoil/contract/admin-vouchers.ts'
import type { Input } from '@counterfoil/contract/route.ts'
import type { Answered } from '../api/call.ts'

export type FullVoucher = Answered<typeof getVoucher>

type Body = Required<Input<typeof updateVoucher>['body']>

/** The fields that a person writes. */
export type VoucherValues = { [K in keyof Body]: Body[K] }

export const NEW_VOUCHER: VoucherValues = {
  title: '',
  description: null,
  terms: null,
  imagePath: null,
  valueType: null,
  codeSource: 'NONE',
  claimFlow: 'WALLET',
  favoritesOnly: false,
  redemptionCount: 1,
  cycle: 'ONE_TIME',
  globalRedemptionCap: null,
  validFrom: null,
  validUntil: null,
  applicableFrom: null,
  applicableUntil: null,
  outletIds: null,
  translations: {},
}

export function valuesOf(voucher: FullVoucher): VoucherValues {
  const names = Object.keys(NEW_VOUCHER) as (keyof VoucherValues)[]
  return Object.fromEntries(names.map((name) => [name, voucher[name]])) as VoucherValues
}
