import { formatNumber } from '../time/numbers.ts'

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${formatNumber(number)} ${many}`

const claimsLost = (claims: number) =>
  claims === 0
    ? 'No wallet has a claim of them.'
    : `${count(claims, 'claim in a wallet', 'claims in wallets')} can’t be redeemed until it is active again.`

export const MERCHANT_WORDS = {
  title: 'Merchants',
  one: 'Merchant',
  search: 'Search by name or slug',
  category: 'Category',
  timezone: 'Time zone',
  state: 'State',
  since: 'Since',
  active: 'Active',
  inactive: 'Inactive',
  none: 'There are no merchants yet.',
  create: 'New merchant',
  createTitle: 'New merchant',
  createAction: 'Create merchant',
  created: (name: string) => `“${name}” is created.`,
  saved: (name: string) => `“${name}” is saved.`,
  deactivateTitle: (name: string) => `Make ${name} inactive?`,
  deactivate: 'Make inactive',
  deactivateConsequence: (vouchers: number, claims: number) =>
    vouchers === 0
      ? 'Users no longer see this merchant, from now on. It has no live vouchers.'
      : `Users no longer see this merchant and its ${count(vouchers, 'live voucher', 'live vouchers')}, from now on. ${claimsLost(claims)}`,
  deactivated: (name: string) => `“${name}” is saved and inactive now.`,
  reactivated: (name: string) => `“${name}” is active again.`,
  back: '← Merchants',
  profile: 'Profile',
  vouchers: 'Vouchers',
  outlets: 'Outlets',
  belongings: (name: string) => `Parts of ${name}`,
  onlyAdmin: 'Only an admin can change this.',
  slugHint: 'Part of addresses and imports. Lower-case letters, digits and hyphens.',
  timezoneHint: 'Monthly and two-weekly limits start again at midnight in this zone.',
  isActiveHint: 'Users see only active merchants.',
  isNewHint: 'Shows the “new” badge to users.',
  logoHint: 'A square picture. PNG, JPEG or WebP, at most 5 MiB.',
  bannerHint: 'Five wide, two high: 1200 × 480 pixels is best.',
  noTopVoucher: 'This merchant has no published voucher.',
  topVoucherHint: 'The one on the merchant’s card. Empty: the newest live voucher.',
  noSubCategories: 'This category has no sub-categories.',
} as const

export const MERCHANT_LABELS = {
  name: 'Name',
  slug: 'Slug',
  category: 'Category',
  subCategoryIds: 'Sub-categories',
  logoPath: 'Logo',
  bannerPath: 'Banner',
  description: 'Description',
  isNew: 'New',
  isActive: 'Active',
  timezone: 'Time zone',
  topVoucherId: 'Top voucher',
  translations: 'Translations',
} as const
