import type { getVoucher, updateVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { VOUCHER_DEFAULTS } from '@counterfoil/contract/shapes/voucher-defaults.ts'
import type { ResponseBody } from '../api/call.ts'
import { fieldsLike } from '../form/field-changes.ts'

export type FullVoucher = ResponseBody<typeof getVoucher>

type Body = Required<Input<typeof updateVoucher>['body']>

/** The fields that a person writes. */
export type VoucherValues = { [K in keyof Body]: Body[K] }

export const NEW_VOUCHER: VoucherValues = { title: '', ...VOUCHER_DEFAULTS }

export function valuesOf(voucher: FullVoucher): VoucherValues {
  return fieldsLike<VoucherValues>(NEW_VOUCHER, voucher)
}
