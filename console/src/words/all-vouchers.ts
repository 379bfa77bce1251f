import { formatNumber } from '../time/numbers.ts'

export const ALL_VOUCHERS_WORDS = {
  title: 'Vouchers',
  below: 'How far each voucher is used up, and when it ends.',
  one: 'Voucher',
  merchant: 'Merchant',
  search: 'Search vouchers',
  state: 'State',
  ends: 'Ends',
  endsWithin: (days: number) => `Within ${days} days`,
  validUntil: 'Valid until',
  noEnd: 'No end',
  endsSoon: 'Ends soon',
  cap: 'Cap',
  codes: 'Codes',
  used: (used: number, total: number) => `${formatNumber(used)} of ${formatNumber(total)}`,
  redeemed30Days: 'Redeemed in 30 days',
  none: 'There are no vouchers yet. A merchant’s page has a button that creates one.',
} as const

export const VOUCHER_STATE_WORDS = {
  DRAFT: 'Draft',
  UPCOMING: 'Upcoming',
  LIVE: 'Live',
  ENDED: 'Ended',
  INACTIVE: 'Merchant inactive',
  UNPUBLISHED: 'Unpublished',
} as const
