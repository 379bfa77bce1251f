import { type Describe, fieldNames, flag, secretIsSet, shown, shownText, unseen } from './change-words.ts'
import { list } from './list-words.ts'
import { letterhead, review, scope, subCategories, translations } from './nested-words.ts'
import {
  choice,
  hours,
  hoursOfDay,
  languageName,
  money,
  number,
  recordName,
  seconds,
  text,
  time,
} from './value-words.ts'

const ROLE = choice({
  admin: 'admin',
  support: 'support',
  viewer: 'viewer',
  merchant: 'merchant',
  partner: 'partner',
  'partner-support': 'partner support',
})
const codes = { one: 'type', many: 'types', write: text }

/**
 * How a person reads each property of an audited record. A property of one kind of record comes before a general one:
 * `outlet.state` before `state`. The values of a property that is missing here are never shown.
 */
export const FIELD_WORDS: Record<string, [field: string, describe: Describe]> = {
  // Of several kinds of record
  name: ['Name', shownText],
  slug: ['Slug', shownText],
  description: ['Description', shownText],
  translations: ['Translations', translations],
  logoPath: ['Logo', unseen],
  isActive: ['Active', flag('Activated', 'Deactivated')],
  mode: ['Mode', shown(text)],
  role: ['Role', shown(ROLE)],
  language: ['Language', shown((tag) => languageName(String(tag)))],
  merchantId: ['Merchant', shown(recordName)],
  partnerId: ['Partner', shown(recordName)],
  expiresAt: ['Expires', shown(time)],

  // Partner
  twinId: ['Twin', shown(recordName)],
  displayName: ['Name shown to users', shownText],
  jwtIssuer: ['Token issuer', shownText],
  jwtAudience: ['Token audience', shownText],
  jwksUrl: ['JWKS URL', shownText],
  publicKey: ['Public key', unseen],
  nextPublicKey: ['Next public key', unseen],
  maxTokenLifetimeSeconds: ['Maximum token lifetime', shown(seconds)],
  webhookUrl: ['Webhook URL', shownText],
  disabled: ['Disabled', flag('Disabled', 'Enabled')],
  requireV2: ['Signature v2 required', flag()],
  accentColor: ['Accent color', shown(text)],
  shareUrl: ['Address of shared vouchers', shownText],
  frameAncestors: ['Frame ancestors', list({ one: 'origin', many: 'origins', write: text })],
  scope: ['Scope', scope],
  eventTypes: ['Event types', list(codes)],
  integrationRequestsPerMinute: ['Requests of the backend a minute', shown(number)],
  consumerRequestsPerMinute: ['Requests of users a minute', shown(number)],
  clock: ['Clock', shown(time)],
  since: ['Since', shown(time)],
  until: ['Until', shown(time)],
  only: ['Events', shown(choice({ undelivered: 'undelivered only', failed: 'failed only', all: 'all' }))],

  // Merchant
  category: ['Category', shown(recordName)],
  subCategoryIds: [
    'Sub-categories',
    list({ one: 'sub-category', many: 'sub-categories', write: recordName }),
  ],
  bannerPath: ['Banner', unseen],
  isNew: ['New', flag('Marked as new', 'No longer marked as new')],
  timezone: ['Time zone', shown(text)],
  topVoucherId: ['Top voucher', shown(recordName)],
  merchantIds: ['Merchants', list({ one: 'merchant', many: 'merchants', write: recordName })],

  // Outlet
  addressLine: ['Address line', shownText],
  addressFull: ['Full address', shownText],
  city: ['City', shownText],
  'outlet.state': ['State or region', shownText],
  postalCode: ['Postal code', shownText],
  countryCode: ['Country', shown(text)],
  latitude: ['Latitude', shown(number)],
  longitude: ['Longitude', shown(number)],
  openingHours: ['Opening hours', shown(hours)],
  hasPin: ['PIN', secretIsSet],
  redeemBy: ['Redeem by', shown(choice({ PIN: 'PIN', QR: 'code', BOTH: 'PIN or code' }))],
  deviceName: ['Device', shownText],

  // Voucher
  title: ['Title', shownText],
  terms: ['Terms', shownText],
  imagePath: ['Picture', unseen],
  valueType: [
    'Kind of benefit',
    shown(
      choice({
        FREE_ITEM: 'free item',
        PERCENT: 'percentage off',
        FIXED: 'fixed amount off',
        BOGO: 'buy one, get one free',
      }),
    ),
  ],
  redemptionValue: ['Value', shown(money)],
  codeSource: ['Codes', shown(choice({ NONE: 'no codes', MANUAL: 'uploaded', AUTO: 'generated' }))],
  claimFlow: ['Claiming', shown(choice({ WALLET: 'claim first', INSTANT: 'no claim needed' }))],
  favoritesOnly: ['Favorites only', flag()],
  redemptionCount: ['Times per user', shown(number)],
  cycle: [
    'Limits reset',
    shown(choice({ ONE_TIME: 'never', MONTHLY: 'every month', BIWEEKLY: 'every two weeks' })),
  ],
  globalRedemptionCap: ['Cap', shown(number)],
  validFrom: ['Starts', shown(time)],
  validUntil: ['Ends', shown(time)],
  applicableFrom: ['Redeemable from', shown(time)],
  applicableUntil: ['Redeemable until', shown(time)],
  outletIds: ['Outlets', list({ one: 'outlet', many: 'outlets', write: recordName, all: 'every outlet' })],
  status: ['State', shown(choice({ DRAFT: 'draft', PUBLISHED: 'published', UNPUBLISHED: 'unpublished' }))],
  publishedAt: ['First published', shown(time)],
  publishAt: ['Publishes', shown(time)],
  unpublishAt: ['Unpublishes', shown(time)],
  missing: ['Missing', list({ one: 'requirement', many: 'requirements', write: text })],

  // Category
  subCategories: ['Sub-categories', subCategories],

  // Staff member and key
  email: ['E-mail address', shown((masked) => String(masked).replace(/ \(changed\)$/, ''))],
  address: ['IP address', shown(text)],
  device: ['Device', shown(text)],
  method: [
    'Signed in with',
    shown(choice({ PASSWORD: 'password', PASSKEY: 'passkey', LINK: 'link', SSO: 'single sign-on' })),
  ],
  secondFactor: [
    'Second factor',
    shown(choice({ TOTP: 'authenticator app', RECOVERY_CODE: 'recovery code' })),
  ],
  issuer: ['Issuer', shown(text)],
  issuers: ['Issuers', list({ one: 'issuer', many: 'issuers', write: text })],
  ended: ['Sessions', shown(number)],
  failures: ['Failures', shown(number)],
  hour: ['Hour from', shown(time)],
  ownerName: ['Created by', shown(text)],
  createdBy: [
    'Created with',
    shown(
      choice({ staff: 'the console', key: 'an API key', cli: 'the command line', system: 'the first start' }),
    ),
  ],
  secondFactorRoles: ['Roles that need a second factor', list({ one: 'role', many: 'roles', write: ROLE })],

  // User: the log holds no personal data
  fields: [
    'Fields',
    fieldNames({
      email: 'E-mail address',
      displayName: 'Name',
      phone: 'Phone',
      countryCode: 'Country',
      locale: 'Language',
    }),
  ],
  externalId: ['External id', flag('External id erased')],
  favorites: ['Favorites deleted', shown(number)],
  redemptions: ['Redemptions cleared', shown(number)],
  positions: ['Positions cleared', shown(number)],
  voidReasons: ['Void reasons cleared', shown(number)],
  reviewNotes: ['Review notes cleared', shown(number)],
  archives: ['Archive files rewritten', (field, _before, after) => shownLength(field, after)],

  // Redemption
  voidedAt: ['Voided', shown(time)],
  review: ['Review', review],

  // Delivery
  'delivery.state': [
    'State',
    shown(choice({ PENDING: 'waiting', DELIVERED: 'delivered', FAILED: 'failed' })),
  ],
  deliveries: ['Undelivered events', shown(number)],
  attemptCount: ['Attempts', shown(number)],

  // Files
  path: ['File', shown(text)],
  type: ['Type', shown(text)],
  width: ['Width', shown(number)],
  height: ['Height', shown(number)],
  bytes: ['Bytes', shown(number)],
  fileName: ['File', shown(text)],
  total: ['Total', shown(number)],
  wrong: ['Wrong rows', shown(number)],
  received: ['Received', shown(number)],
  added: ['Added', shown(number)],
  duplicates: ['Duplicates', shown(number)],
  rejected: ['Rejected', shown(number)],
  endedEarly: ['Ended early', flag()],

  // Destination of alerts
  'alert_destination.kind': ['Kind', shown(text)],
  host: ['Host', shown(text)],
  isUrlChanged: ['URL', () => [{ field: 'URL', from: null, to: null, words: 'URL changed' }]],
  addresses: ['Addresses', list({ one: 'address', many: 'addresses', write: text })],
  alertKinds: ['Alerts', list({ one: 'kind', many: 'kinds', write: text, all: 'every kind' })],
  timing: ['Timing', shown(choice({ AT_ONCE: 'at once', HOURLY: 'once an hour' }))],
  quietHours: ['Quiet hours', shown(hoursOfDay)],

  // Statements
  'settings.issuer': ['Letterhead', letterhead],
  closeOnDay: ['Day on which a month is closed', shown(number)],
  statements: ['Statements', shown(number)],
  unreviewed: ['Unreviewed redemptions', shown(number)],
  firstNumber: ['First number', shown(number)],
  lastNumber: ['Last number', shown(number)],

  // Erasure of texts of the audit log
  entries: ['Entries', shown(number)],
  texts: ['Texts', shown(number)],

  // Approvals
  isRequired: ['Approvals', flag('Approvals turned on', 'Approvals turned off')],
  newPin: ['PIN', (field, _before, after, nameOf) => secretIsSet(field, after, after, nameOf)],
  newPins: ['New PINs', shown(number)],

  // Maintenance
  message: ['Message', shownText],
}

function shownLength(field: string, items: unknown) {
  return shown(number)(field, undefined, Array.isArray(items) ? items.length : null, String)
}

/**
 * Bookkeeping, what another field or the entry itself says already, and what deliveries change and no person. The raw
 * entry has them.
 */
export const LEFT_OUT = new Set([
  'lastSignInAt',
  'hasSecondFactor',
  'id',
  'createdAt',
  'updatedAt',
  'version',
  'ownerId',
  'startedBy',
  'lastUsedAt',
  'lastUsedAddress',
  'isInvited',
  'kind',
  'hasNote',
  'delivery',
  'nextSecretSince',
  'scheduledBy',
  'lateBySeconds',
  'scheduleFailure',
  'webhookFailingSince',
  'webhookPausedAt',
  'webhookPauseReason',
  'eventId',
  'partnerName',
  'userId',
  'lastStatus',
  'nextAttemptAt',
  'deliveredAt',
])
