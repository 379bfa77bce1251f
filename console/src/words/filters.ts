/** Names of the filters that several lists share. */
export const FILTER_WORDS = {
  partner: 'Partner',
  merchant: 'Merchant',
  category: 'Category',
  outlet: 'Outlet',
  voucher: 'Voucher',
  user: 'User',
  from: (zone: string) => `From (${zone})`,
  to: (zone: string) => `Before (${zone})`,
} as const
