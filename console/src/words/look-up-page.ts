import type { SEARCH_TYPES } from '@counterfoil/contract/admin/search.ts'

type HitType = (typeof SEARCH_TYPES)[number]

export const LOOK_UP_WORDS = {
  recent: 'Opened last in this tab',
  title: 'Look-up',
  search: 'Search for a user, redemption, code, event or request',
  hint: 'Users by external id, e-mail, phone or name. Redemptions by id or full code. Deliveries by event id. Failed requests by request id. Merchants, vouchers and partners by name.',
  hintForMerchant: 'Redemptions by id or full code. Vouchers by title.',
  hintForPartner:
    'Users by external id, e-mail, phone or name. Redemptions by id or full code. Deliveries by event id. Failed requests by request id.',
  results: 'Results',
  none: (q: string) => `Nothing matches “${q}”. Codes and ids must be complete.`,
  allUsers: 'Browse all users',
  moreUsers: 'Show all users that match',
} as const

export const HIT_TYPE_WORDS: Record<HitType, string> = {
  user: 'Users',
  redemption: 'Redemptions',
  merchant: 'Merchants',
  voucher: 'Vouchers',
  partner: 'Partners',
  delivery: 'Webhook deliveries',
  request: 'Failed requests',
}
