import type { APPROVAL_KINDS, APPROVAL_STATES } from '@counterfoil/contract/admin/approvals.ts'

export const APPROVAL_WORDS = {
  title: 'Approvals',
  one: 'Request',
  intro: 'Changes that wait for a second person. Nobody approves their own.',
  back: '← Approvals',
  none: 'Nothing was requested.',
  change: 'Change',
  record: 'Record',
  by: 'Requested by',
  when: 'When',
  state: 'State',
  expires: 'Ends',
  decidedBy: 'Decided by',
  note: 'Note',
  noteHint: 'Optional. The person who requested it reads it.',
  from: 'Now',
  to: 'If approved',
  fromDecided: 'Before',
  toDecided: 'Requested',
  field: 'Field',
  facts: 'About the request',
  changes: 'What it changes',
  merchant: 'Merchant',
  terms: 'What will be published',
  value: 'Value',
  notShown: 'not shown',
  nothing: '–',
  approve: 'Approve',
  approved: 'Approved. The change is made.',
  reject: 'Reject',
  rejected: 'Rejected. Nothing has changed.',
  withdraw: 'Withdraw',
  withdrawn: 'Withdrawn. Nothing has changed.',
  recordChanged:
    'The record has changed since the request, so it can no longer be approved. The change can be requested again.',
  emergency: 'An operator applied this in an emergency, without a second person.',
  own: 'You requested this, so another person decides.',
  notYours: 'An admin decides on this.',
  sent: (summary: string) => `Sent for approval: ${summary}. Nothing has changed yet.`,
  waiting: 'Waiting for approval',
  open: 'Open the request',
  badge: (count: string) => `${count} wait for approval`,
  pinWaits: 'This PIN works as soon as it is approved. Until then, the old one does.',
  pinsWait: 'These PINs work as soon as they are approved. Until then, the old ones do.',
  importWaits: 'The PINs of the file wait for approval.',
} as const

export const APPROVAL_STATE_WORDS: Record<(typeof APPROVAL_STATES)[number], string> = {
  PENDING: 'Waiting',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Ended after 7 days',
  LAPSED: 'Ended: the record has changed',
}

export const APPROVAL_KIND_WORDS: Record<(typeof APPROVAL_KINDS)[number], string> = {
  'voucher.publish': 'Publish a voucher',
  'voucher.schedule': 'Schedule a voucher',
  'voucher.update': 'Change a voucher',
  'outlet.update': 'Change an outlet',
  'outlet.pins': 'Set PINs',
  'partner.update': 'Change a partner',
  'settings.approvals': 'Turn approvals off',
}

export const APPROVAL_SETTINGS_WORDS = {
  title: 'Approvals',
  intro:
    'While approvals are on, a second person approves each publication, each change of value, cap or limits of a published voucher, each PIN, and each change of a partner’s URLs, keys and scope.',
  isOn: 'Approvals are on',
  isOff: 'Approvals are off',
  turnOn: 'Turn on',
  turnOnTitle: 'Turn approvals on?',
  turnOnConsequence:
    'From now on, these changes wait for a second person. To turn approvals off again, a second admin must approve that, too.',
  turnOff: 'Turn off',
  turnOffTitle: 'Ask to turn approvals off?',
  turnOffConsequence: 'A second admin has to approve this.',
  turnedOn: 'Approvals are on.',
} as const
