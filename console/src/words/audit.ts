import type { AUDIT_KINDS } from '@counterfoil/contract/admin/audit.ts'

export const AUDIT_WORDS = {
  title: 'Audit',
  when: 'When',
  who: 'Who',
  what: 'What',
  search: 'Search: cap, published, Kopi …',
  person: 'Who',
  kind: 'Kind of record',
  record: 'Record, by its name',
  entry: 'Entry',
  open: 'Show entry',
  openOf: (summary: string) => `Show entry: ${summary}`,
  change: 'Change',
  field: 'Field',
  before: 'Before',
  after: 'After',
  notShown: 'not shown',
  raw: 'Raw entry',
  csv: 'Export as CSV',
  none: 'Nothing has been changed yet.',
} as const

export const ACTOR_WORDS = {
  key: 'API key',
  staff: 'Staff',
  cli: 'Command line',
  system: 'System',
  partner: 'Partner',
} as const

/** The kinds of records that the audit log has entries about. */
export const AUDIT_KIND_WORDS: Record<(typeof AUDIT_KINDS)[number], string> = {
  partner: 'Partner',
  merchant: 'Merchant',
  outlet: 'Outlet',
  voucher: 'Voucher',
  category: 'Category',
  staff: 'Staff member',
  key: 'API key',
  user: 'User',
  redemption: 'Redemption',
  delivery: 'Delivery',
  image: 'Picture',
  featured: 'Featured merchants',
  settings: 'Settings',
  maintenance: 'Maintenance',
  installation: 'Installation',
  month: 'Month',
  alert_destination: 'Destination of alerts',
  bulk: 'Bulk job',
  audit: 'Audit entry',
}
