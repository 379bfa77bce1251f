export const CLAIM_WORDS = {
  title: 'Claims',
  below: 'Vouchers that users added to their wallets, newest first.',
  voucher: 'Voucher',
  when: 'When',
  user: 'User',
  none: 'Nothing has been claimed yet.',
} as const
