export const PARTNER_OUTLET_WORDS = {
  title: 'Outlets',
  intro: 'The outlets of all merchants in the partner’s scope, newest first.',
  one: 'Outlet',
  merchant: 'Merchant',
  city: 'City',
  state: 'State',
  search: 'Search by name or address',
  none: 'No merchant in the scope has an outlet.',
} as const
