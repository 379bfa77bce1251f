export const AUDIT_WORDS = {
  title: 'Audit',
  when: 'When',
  who: 'Who',
  what: 'What',
  change: 'Change',
  actor: 'Who: name, id or kind',
  action: 'What, such as voucher.publish',
  target: 'Record, such as voucher:0199…',
  all: (count: number) => (count === 1 ? 'Show the field' : `Show all ${count} fields`),
  field: 'Field',
  before: 'Before',
  after: 'After',
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
