/** The drawer about one staff member. */
export const PERSON_WORDS = {
  details: 'Details',
  email: 'E-mail address',
  sessions: 'Sessions',
  noSessions: 'Nobody is signed in as this person.',
  endAll: 'End all',
  endAllTitle: (name: string) => `End all sessions of ${name}?`,
  endAllConsequence: (count: number) =>
    count === 1
      ? '1 session ends at once. The person can sign in again.'
      : `${count} sessions end at once. The person can sign in again.`,
  allEnded: (name: string) => `All sessions of ${name} have ended.`,
  factors: 'Second factor',
  factorsText: 'For a person who has lost the phone or passkey, and has no recovery code left.',
  removeFactors: 'Remove second factors',
  removeFactorsTitle: (name: string) => `Remove the second factors of ${name}?`,
  removeFactorsConsequence:
    'Passkeys, authenticator app and recovery codes are removed, and all sessions end. Afterwards the password alone signs in. Make sure that it’s really this person who asks.',
  singleSignOn: 'Single sign-on',
  singleSignOnText:
    'The first sign-in binds a person to one account at your single sign-on service. Release it if they have a new account there.',
  release: 'Release account',
  releaseTitle: (name: string) => `Release the single sign-on account of ${name}?`,
  releaseConsequence:
    'All sessions end. The next account that signs in with this verified e-mail address is bound to the person. Make sure that it’s really theirs.',
  released: (name: string) => `The single sign-on account of ${name} is released.`,
  factorsRemoved: (name: string) => `The second factors of ${name} are removed.`,
} as const
