import type { Translations } from '../form/translations-field.tsx'

export type MerchantValues = {
  name: string
  slug: string
  category: string
  subCategoryIds: string[]
  logoPath: string | null
  bannerPath: string | null
  description: string | null
  isNew: boolean
  isActive: boolean
  timezone: string
  topVoucherId: string | null
  translations: Translations
}

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
