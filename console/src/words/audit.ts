export const AUDIT_WORDS = {
  title: 'Audit',
  when: 'When',
  who: 'Who',
  what: 'What',
  change: 'Change',
  actor: 'Who: a name, id or kind',
  action: 'What: partner. or voucher.publish',
  target: 'On what: voucher:0199…',
  all: (count: number) => (count === 1 ? 'Show the field' : `Show all ${count} fields`),
  field: 'Field',
  before: 'Before',
  after: 'After',
  csv: 'CSV',
  none: 'Nothing has been changed yet.',
} as const

export const ACTOR_WORDS = {
  key: 'API key',
  staff: 'Staff',
  cli: 'Command line',
  system: 'System',
  partner: 'Partner',
} as const
