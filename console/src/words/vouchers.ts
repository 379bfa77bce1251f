import { formatNumber } from '../time/numbers.ts'

export const VOUCHER_WORDS = {
  title: 'Vouchers',
  one: 'Voucher',
  search: 'Search vouchers',
  perUser: 'Per user',
  cap: 'Cap',
  noCap: 'None',
  validUntil: 'Valid until',
  noEnd: 'No end',
  state: 'State',
  action: 'Action',
  none: 'This merchant has no voucher yet.',
  publish: 'Publish',
  unpublish: 'Unpublish',
  publishTitle: 'Publish this voucher?',
  unpublishTitle: 'Unpublish this voucher?',
  live: (title: string, notified: number) =>
    notified === 0
      ? `“${title}” is live.`
      : `“${title}” is live. ${notified === 1 ? '1 user is' : `${formatNumber(notified)} users are`} being notified.`,
  unpublished: (title: string) => `“${title}” is unpublished.`,
  unpublishConsequence:
    'It disappears for users at once. Users who claimed it keep the claim but can’t redeem it.',
  publishAgainConsequence: 'It goes live again at once. Nobody is notified a second time.',
  claimFirst: 'Claim first',
  noClaim: 'No claim needed',
  noCode: 'no code',
  uploadedCodes: 'uploaded codes',
  generatedCodes: 'generated codes',
  favoritesOnly: 'for favorites only',
} as const

export const CYCLE_WORDS = { ONE_TIME: 'in total', MONTHLY: 'a month', BIWEEKLY: 'every two weeks' } as const

export const VOUCHER_STATUS_WORDS = {
  DRAFT: 'Draft',
  PUBLISHED: 'Published',
  UNPUBLISHED: 'Unpublished',
} as const
