import { formatNumber } from '../time/numbers.ts'

export const STAFF_WORDS = {
  title: 'Staff and keys',
  people: 'People',
  keys: 'API keys',
  roles: 'Roles',
  parts: 'Staff and keys',
  search: 'Search by name or e-mail',
  person: 'Person',
  role: 'Role',
  belongsTo: 'Belongs to',
  everything: 'Everything',
  state: 'State',
  active: 'Active',
  inactive: 'Deactivated',
  invited: 'Invited',
  since: 'Since',
  lastSignIn: 'Last sign-in',
  secondFactor: 'Second factor',
  hasFactor: 'Yes',
  noFactor: 'No',
  actions: 'Actions',
  nobody: 'Nobody has been invited yet.',
  invite: 'Invite a person',
  inviteTitle: 'Invite a person',
  inviteAction: 'Create invite link',
  linkTitle: 'Pass this link on',
  linkText: (name: string, until: string) =>
    `${name} opens it to choose a password. It works once, until ${until}.`,
  linkEmailed: 'We have also sent it by e-mail.',
  withoutLink: 'Signs in through single sign-on only',
  withoutLinkHint: 'No link is created. The e-mail address at the single sign-on service must be the same.',
  addAction: 'Add person',
  added: (name: string) => `${name} can sign in through single sign-on.`,
  newLink: 'New invite link',
  revokeInvite: 'Revoke invite',
  revokeInviteTitle: (name: string) => `Revoke the invite of ${name}?`,
  revokeInviteConsequence:
    'Their link stops working, and they can’t sign in. The person stays in the list as deactivated, and you can activate and invite them again.',
  inviteRevoked: (name: string) => `The invite of ${name} is revoked.`,
  reset: 'Reset password',
  resetTitle: (name: string) => `Reset the password of ${name}?`,
  resetConsequence:
    'You get a link to pass on. The current password works until the link is used; then all sessions end.',
  resetAction: 'Create reset link',
  deactivate: 'Deactivate',
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateConsequence:
    'All their sessions end at once, and they can’t sign in. You can activate them again.',
  deactivated: (name: string) => `${name} is deactivated.`,
  keysOf: (name: string) => `API keys that ${name} created:`,
  keysConsequence: (count: number) =>
    count === 1
      ? 'This key is revoked, too: every program that uses it stops working at once. This can’t be undone.'
      : `These ${formatNumber(count)} keys are revoked, too: every program that uses them stops working at once. This can’t be undone.`,
  keepKeys: 'Keep these keys working',
  activate: 'Activate',
  activated: (name: string) => `${name} is active again.`,
  notYourself: 'You can’t deactivate yourself.',
  changeRole: 'Change',
  changeTitle: (name: string) => `Change ${name}`,
  changed: (name: string) => `${name} is saved. Their sessions have ended if the role changed.`,
  sessions: 'Sessions',
  showSessions: (name: string) => `Sessions of ${name}`,
  sessionsAndFactors: 'Sessions and factors',
  moreActions: (name: string) => `More actions for ${name}`,
  key: 'Key',
  noKeys: 'There are no API keys yet.',
  createdBy: (creator: string) => `Created by ${creator}`,
  ends: 'Ends',
  endsHint: (zone: string) => `Time zone: ${zone}. Leave it empty for a key that works until you revoke it.`,
  neverEnds: 'Never',
  expired: 'Expired',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  createKey: 'New API key',
  createKeyTitle: 'New API key',
  createKeyAction: 'Create key',
  keyTitle: 'Copy this key',
  keyText: 'Send it as “Authorization: Bearer …”.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeConsequence: 'Every program that uses this key stops working at once. This can’t be undone.',
  revoked: (name: string) => `“${name}” is revoked.`,
  languageHint: 'Of the console and of e-mails. The person can change it.',
  languageOfBrowser: 'As the browser',
  chooseMerchants: 'Which merchants',
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  choosePartner: 'Which partner',
} as const

export const STAFF_LABELS = {
  email: 'E-mail address',
  name: 'Name',
  role: 'Role',
  merchantIds: 'Merchants',
  partnerId: 'Partner',
  language: 'Language',
} as const

export const KEY_LABELS = { ...STAFF_LABELS, expiresAt: 'Ends' } as const

/** Keys without an owner. */
export const CREATOR_WORDS = {
  staff: 'a person',
  key: 'another API key',
  cli: 'the command line (CLI)',
  system: 'the first start',
} as const

export const ROLE_HINTS = {
  admin: 'Everything',
  support: 'Reads everything, voids and reviews redemptions, retries deliveries',
  viewer: 'Reads everything, staff, keys and audit log too, and changes nothing',
  merchant: 'Its merchants: outlets, vouchers, codes, figures',
  partner: 'One partner: its users, deliveries, secret and keys',
  'partner-support':
    'One partner: its users, redemptions and refusals; retries deliveries. No secrets, keys and URLs',
} as const
