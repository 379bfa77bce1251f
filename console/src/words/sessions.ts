/** Sessions of a person, on their own account page and in the list of staff. */
export const SESSION_WORDS = {
  title: 'Sessions',
  device: 'Device',
  unknownDevice: 'Unknown device',
  method: 'Signed in with',
  methods: { PASSWORD: 'Password', PASSKEY: 'Passkey', SSO: 'Single sign-on' },
  lastUsed: 'Last used',
  actions: 'Actions',
  current: 'This session',
  end: 'End',
  endOf: (device: string, address: string) => `End the session of ${device} at ${address}`,
  ended: (device: string) => `The session of ${device} has ended.`,
  ends: (at: string) => `This session ends ${at}, or after 12 hours without use.`,
  everywhere: 'Sign out everywhere',
  everywhereTitle: 'Sign out everywhere?',
  everywhereConsequence: (count: number) =>
    count === 1
      ? 'Your only session, this one, ends at once.'
      : `All ${count} sessions end at once, on every device, this one included.`,
} as const
