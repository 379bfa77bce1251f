import { formatNumber } from '../time/numbers.ts'

/** Words of the voucher page and its form. */
export const VOUCHER_EDITOR_WORDS = {
  imageHint: 'Shown on the card and on top of the voucher. A wide picture fits best.',
  back: (merchant: string) => `← ${merchant}`,
  create: 'New voucher',
  createAction: 'Create draft',
  created: (title: string) => `“${title}” is saved as a draft.`,
  saved: (title: string) => `“${title}” is saved.`,
  duplicate: 'Duplicate',
  copyOf: (title: string) =>
    `A copy of “${title}”. It is saved as a new draft. Codes, claims and redemptions aren’t copied.`,
  fixed: 'Fixed since the first publication: users already rely on it.',
  saveFirst: 'Save or discard your changes first.',
  parts: (title: string) => `Parts of ${title}`,
  details: 'Details',
  codes: 'Codes',
  publishedSince: 'first published',
  neverPublished: 'never published',
  redemptions: 'Redemptions',
  claims: 'Claims',

  offer: 'What users see',
  use: 'How it is redeemed',
  limits: 'Limits',
  zoneNote: (zone: string) => `Times on this page are in the merchant’s time zone, ${zone}.`,

  titleHint: 'Select words, then choose how they look.',
  markBold: 'Bold',
  markRed: 'Red',
  markStruck: 'Strikethrough',
  marks: 'Look of the selected words',
  seenAs: 'Users see:',
  valueTypeHint: 'The kind of benefit. It changes nothing about how the voucher works.',
  valueHint:
    'What one redemption is worth between merchant and partner, for statements. Users never see it. Empty: no money.',
  valueLocked: 'What one redemption is worth between merchant and partner. Only an admin can change it.',
  amount: 'Amount',
  currency: 'Currency',
  favoritesOnlyHint: 'Only users who have favorited the merchant can redeem it.',
  everyOutlet: 'At every outlet of the merchant, also future ones',
  someOutlets: 'Only at some outlets',
  where: 'Where it can be redeemed',
  inactiveOutlet: (name: string) => `${name} (inactive)`,
  outletsLoading: 'Loading outlets …',
  redemptionCountHint: 'How often one user can redeem it in each cycle.',
  capHint: 'How often all users together can redeem it in each cycle. Leave it empty for no cap.',
  validFromHint: 'Nobody can redeem it earlier. Empty: at once.',
  validUntilHint: 'Nobody sees or redeems it later. Empty: no end.',
  applicableHint: 'Only for redeeming. Users can claim it before. Empty: no further limit.',
} as const

export const VOUCHER_LABELS = {
  title: 'Title',
  description: 'Description',
  terms: 'Terms',
  imagePath: 'Picture',
  valueType: 'Kind of benefit',
  redemptionValue: 'Redemption value',
  codeSource: 'Codes',
  claimFlow: 'Claiming',
  favoritesOnly: 'Favorites only',
  redemptionCount: 'Times per user',
  cycle: 'Limits reset',
  globalRedemptionCap: 'Cap for all users',
  validFrom: 'Starts',
  validUntil: 'Ends',
  applicableFrom: 'Redeemable from',
  applicableUntil: 'Redeemable until',
  outletIds: 'Outlets',
  translations: 'Translations',
} as const

export const VALUE_TYPE_WORDS = {
  FREE_ITEM: 'Free item',
  PERCENT: 'Percentage off',
  FIXED: 'Fixed amount off',
  BOGO: 'Buy one, get one free',
} as const

export const CODE_SOURCE_WORDS = {
  NONE: 'No code: the outlet’s PIN is enough',
  MANUAL: 'From codes that you upload',
  AUTO: 'Generated for each redemption',
} as const

export const CLAIM_FLOW_WORDS = {
  WALLET: 'Users claim it first, then redeem it',
  INSTANT: 'Users redeem it directly',
} as const

export const CYCLE_CHOICE_WORDS = {
  ONE_TIME: 'Never',
  MONTHLY: 'Every month',
  BIWEEKLY: 'Every two weeks',
} as const

/** The limits of a voucher, read back as sentences. */
export const LIMIT_WORDS = {
  eachUser: (count: string, cycle: string) => `Each user: ${count} ${cycle}.`,
  allUsers: (count: string, cycle: string) => `All users: ${count} ${cycle}.`,
  noCap: 'No cap for all users.',
  starts: (at: string) => `Starts ${at}.`,
  ends: (at: string) => `Ends ${at}.`,
  noEnd: 'No end.',
  redeemableBetween: (from: string, until: string) => `Redeemable from ${from} to ${until}.`,
  redeemableFrom: (from: string) => `Redeemable from ${from}.`,
  redeemableUntil: (until: string) => `Redeemable until ${until}.`,
  outlets: (count: number) => `At ${count === 1 ? '1 outlet' : `${formatNumber(count)} outlets`} only.`,
  favoritesOnly: 'Only for users who have favorited the merchant.',
} as const
