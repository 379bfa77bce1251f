import type { DestinationKind } from '@counterfoil/contract/admin/alert-destinations.ts'

export const DESTINATION_KIND_WORDS: Record<DestinationKind, string> = {
  EMAIL: 'E-mail',
  SLACK: 'Slack',
  TEAMS: 'Teams',
  SIGNED: 'Signed event',
}

export const DESTINATION_KIND_HINTS: Record<DestinationKind, string> = {
  EMAIL: 'Each address gets its own e-mail.',
  SLACK: 'The address of an incoming webhook of Slack.',
  TEAMS: 'The address of a Teams workflow that posts to a channel when a webhook request is received.',
  SIGNED: 'An address of your own. Its requests are signed like webhooks; the secret is shown once.',
}

export const DESTINATION_LABELS = {
  name: 'Name',
  kind: 'Kind',
  url: 'Address',
  addresses: 'E-mail addresses',
  alertKinds: 'Only these alerts',
  merchantId: 'Only this merchant',
  partnerId: 'Only this partner',
  timing: 'When',
  timezone: 'Time zone',
  quietFrom: 'Quiet from',
  quietUntil: 'Quiet until',
} as const

export const DESTINATION_WORDS = {
  title: 'Where alerts go',
  intro: 'People and programs that are informed when an alert begins and when it ends.',
  open: 'Where alerts go',
  settingsText: 'Send alerts by e-mail, to Slack or Teams, or as signed events.',
  none: 'Alerts aren’t sent anywhere yet.',
  create: 'Add a destination',
  createTitle: 'Send alerts somewhere',
  createAction: 'Add',
  editTitle: 'Change a destination',
  name: 'Destination',
  what: 'Alerts',
  when: 'When',
  state: 'State',
  actions: 'Actions',
  everyAlert: 'Every alert',
  kinds: (count: number) => (count === 1 ? '1 kind' : `${count} kinds`),
  ofMerchant: 'of one merchant',
  ofPartner: 'of one partner',
  timings: { AT_ONCE: 'At once', HOURLY: 'Once an hour' },
  timingHints: {
    AT_ONCE: 'Within a minute or so. A kind of alert comes at most every 10 minutes.',
    HOURLY: 'Everything of an hour in one message, after the full hour.',
  },
  quiet: (from: string, until: string, zone: string) => `quiet from ${from} to ${until} (${zone})`,
  quietHint: 'As in 22:00. What happens in these hours is sent after them.',
  zoneHint: 'For the quiet hours and the times in messages.',
  kindsHint: 'None: every alert.',
  addressesHint: 'One address a line, at most 10.',
  urlKept:
    'Leave it empty to keep the address. It isn’t shown, because everybody who knows it can write there.',
  working: 'Working',
  neverUsed: 'Nothing sent yet',
  failing: 'Failing since',
  lastSent: 'Last message',
  waiting: (count: number) => (count === 1 ? '1 line is waiting' : `${count} lines are waiting`),
  givenUp: (count: number) =>
    count === 1 ? '1 message was given up in 30 days' : `${count} messages were given up in 30 days`,
  test: 'Test',
  testOf: (name: string) => `Send a test message to ${name}`,
  testTitle: (name: string) => `Test of ${name}`,
  testOk: 'The test message was accepted.',
  testFailed: 'The test message was not accepted.',
  testStatus: (status: number) => `The receiver answered ${status}.`,
  response: 'Response:',
  close: 'Close',
  change: 'Change',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'No alerts go there from now on. What still waits to be sent there is dropped.',
  removed: (name: string) => `${name} is deleted.`,
  saved: 'The destination is saved.',
  newSecret: 'New secret',
  newSecretTitle: (name: string) => `Replace the signing secret of ${name}?`,
  newSecretText:
    'The old secret isn’t used from now on. What your receiver refuses until it has the new one is sent again for 3 days.',
  secretTitle: 'The signing secret',
  secretText: 'Your receiver verifies the signature of each request with it.',
} as const
