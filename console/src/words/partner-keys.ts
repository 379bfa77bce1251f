import type { TOKEN_CHECKS } from '@counterfoil/contract/admin/partner-checks.ts'

/** Token keys, their checks, and the secret that signs requests. */
export const PARTNER_KEY_WORDS = {
  title: 'Token keys',
  jwksText: (url: string) => `Tokens are verified with the keys at ${url}.`,
  staticText: 'Tokens are verified with the registered public key.',
  twoKeysText: 'Tokens are verified with either of the two registered public keys.',
  fetchNow: 'Fetch the keys now',
  checkKeys: 'Check the registered key',
  usable: (count: number) => (count === 1 ? '1 usable key' : `${count} usable keys`),
  noUsable: 'No usable key',
  notFetched: (error: string) => `The keys could not be fetched: ${error}`,
  key: 'Key',
  noKid: '(no kid)',
  algorithms: 'Verifies tokens signed with',
  note: 'Note',
  isNew: 'New: used when the keys are fetched next',
  fetched: 'The keys that tokens are verified with were fetched',
  pasteLabel: 'Token of a user',
  pasteText: 'Paste a token to see which check it fails and why. It isn’t stored.',
  pastePlaceholder: 'eyJhbGciOi…',
  check: 'Check the token',
  oneCheck: 'Check',
  result: 'Result',
  why: 'Details',
  accepted: 'A request with this token is accepted',
  refused: (error: string) => `A request with this token gets ${error}`,
  passed: 'Passed',
  failed: 'Failed',
  notChecked: 'Not checked',
  claims: 'Header and claims',
  secret: 'Signing secret',
  secretText:
    'It signs requests in both directions. Changing it takes two steps, so that no request is refused in between.',
  step1: '1. Create the next secret',
  step1Text:
    'It is shown once. From then on, requests signed with either secret are accepted. Webhooks are still signed with the current one.',
  rotate: 'Create the next secret',
  rotateTitle: 'Create the next secret?',
  rotateConsequence:
    'The current secret keeps working. A next secret that was created before and not promoted stops working at once.',
  shownTitle: 'Copy the next secret',
  shownText:
    'Deploy it on the partner’s side: verify webhooks with both secrets, and sign requests with the new one. Then promote it.',
  step2: '2. Promote it',
  step2Text: 'When the partner’s side uses the new secret, sign webhooks with it.',
  nothingToPromote: 'There is no next secret to promote. Create one first.',
  nextSince: 'Next secret created',
  replaceNextConsequence:
    'The next secret that was created before is replaced: it stops being accepted. Webhooks are still signed with the current one.',
  promote: 'Promote the next secret',
  promoteTitle: 'Promote the next secret?',
  promoteConsequence:
    'Webhooks are signed with the next secret at once. Requests signed with the old one are accepted for another 24 hours. This can’t be undone.',
  promoted: 'Webhooks are now signed with the new secret. The old one is accepted for another 24 hours.',
} as const

export const TOKEN_CHECK_WORDS: Record<(typeof TOKEN_CHECKS)[number], string> = {
  format: 'Format',
  issuer: 'Issuer',
  subject: 'Subject',
  times: 'Times are numbers',
  audience: 'Audience',
  lifetime: 'Lifetime',
  signature: 'Signature',
  notBefore: 'Not before',
  expiry: 'Expiry',
  partner: 'Partner is enabled',
}
