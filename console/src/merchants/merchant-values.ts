import type { updateMerchant } from '@counterfoil/contract/admin/merchants.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'

type Body = Required<Input<typeof updateMerchant>['body']>

/** The fields that a person writes. */
export type MerchantValues = { [K in keyof Body]: Body[K] }

export const NEW_MERCHANT: MerchantValues = {
  name: '',
  slug: '',
  category: '',
  subCategoryIds: [],
  logoPath: null,
  bannerPath: null,
  description: null,
  isNew: true,
  isActive: true,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  topVoucherId: null,
  translations: {},
}
