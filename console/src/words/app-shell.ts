import type { ZoneChoice } from '../time/time-zone.ts'

export const SHELL_WORDS = {
  menu: 'Menu',
  areas: 'Areas',
  account: 'Your account',
  signOut: 'Sign out',
  search: 'Go to …',
  searchKeys: (isApple: boolean) => (isApple ? '⌘K' : 'Ctrl K'),
  searchPlaceholder: 'Go to a page or find a record',
  searchEmpty: 'No page or record matches.',
  searching: 'Searching …',
  lightOrDark: 'Light or dark',
  light: 'Light',
  dark: 'Dark',
  system: 'As the system',
  timeZone: 'Times in',
  documentTitle: (screen: string) => `${screen} · Counterfoil console`,
  notFoundTitle: 'Nothing here',
  notFoundText: 'This page doesn’t exist. Choose one from the menu.',
  notYoursTitle: 'This page isn’t for your role',
  notYoursText: (role: string) => `You’re signed in as ${role}. Choose a page from the menu.`,
  home: 'Go to your first page',
} as const

export const ZONE_WORDS: Record<ZoneChoice, string> = {
  merchant: 'Merchant’s time',
  yours: 'Your time',
  utc: 'UTC',
}

export const MENU_WORDS = {
  customers: 'Customers',
  catalog: 'Catalog',
  integrations: 'Integrations',
  system: 'System',
  overview: 'Overview',
  partners: 'Partners',
  integration: 'Integration health',
  deliveries: 'Deliveries',
  merchants: 'Merchants',
  lookUp: 'Look-up',
  redemptions: 'Redemptions',
  claims: 'Claims',
  review: 'Review queue',
  refusals: 'Refused attempts',
  requests: 'Failed requests',
  featured: 'Featured',
  categories: 'Categories',
  alerts: 'Alerts',
  audit: 'Audit',
  staff: 'Staff and keys',
  settings: 'Settings',
} as const
