import type { FieldName } from '@counterfoil/contract/words/fact-words.ts'
import { list } from './list-facts.ts'
import { fieldNames, letterhead, review, scope, subCategories, translations } from './nested-facts.ts'
import {
  code,
  flag,
  hidden,
  hours,
  language,
  money,
  name,
  number,
  type Read,
  type ReadChange,
  recordName,
  seconds,
  secretIsSet,
  shown,
  span,
  text,
  time,
  unseen,
} from './value-facts.ts'

/** A changed address is masked, with a remark where both look the same. */
const maskedAddress: Read = (value) => ({ type: 'NAME', value: String(value).replace(/ \(changed\)$/, '') })

/** The field that a publication needs stands before its message. */
const requirement: Read = (value) => ({ type: 'CODE', value: String(value).split(' ')[0] as string })

const shownLength: ReadChange = (field, _before, items, nameOf) =>
  shown(number)(field, undefined, Array.isArray(items) ? items.length : null, nameOf)

/**
 * How each property of an audited record is read, in the order of a form. A property of one kind of record comes before a
 * general one: `outlet.state` before `state`. The values of a property that is missing here are never shown.
 */
export const FIELD_FACTS: Partial<Record<FieldName, ReadChange>> = {
  // Of several kinds of record
  name: shown(text),
  slug: shown(text),
  description: shown(text),
  translations: translations,
  logoPath: unseen,
  isActive: shown(flag),
  mode: shown(code),
  role: shown(code),
  language: shown(language),
  merchantId: shown(recordName),
  partnerId: shown(recordName),
  expiresAt: shown(time),

  // Partner
  twinId: shown(recordName),
  displayName: shown(text),
  jwtIssuer: shown(text),
  jwtAudience: shown(text),
  jwksUrl: shown(text),
  publicKey: unseen,
  nextPublicKey: unseen,
  maxTokenLifetimeSeconds: shown(seconds),
  webhookUrl: shown(text),
  disabled: shown(flag),
  requireV2: shown(flag),
  accentColor: shown(name),
  shareUrl: shown(text),
  frameAncestors: list(name),
  scope: scope,
  eventTypes: list(code),
  integrationRequestsPerMinute: shown(number),
  consumerRequestsPerMinute: shown(number),
  clock: shown(time),
  since: shown(time),
  until: shown(time),
  only: shown(code),

  // Merchant
  category: shown(recordName),
  subCategoryIds: list(recordName),
  bannerPath: unseen,
  isNew: shown(flag),
  timezone: shown(name),
  topVoucherId: shown(recordName),
  merchantIds: list(recordName),

  // Outlet
  addressLine: shown(text),
  addressFull: shown(text),
  city: shown(text),
  'outlet.state': shown(text),
  postalCode: shown(text),
  countryCode: shown(name),
  latitude: shown(number),
  longitude: shown(number),
  openingHours: shown(hours),
  hasPin: secretIsSet,
  redeemBy: shown(code),
  deviceName: shown(text),

  // Voucher
  title: shown(text),
  terms: shown(text),
  imagePath: unseen,
  valueType: shown(code),
  redemptionValue: shown(money),
  codeSource: shown(code),
  claimFlow: shown(code),
  favoritesOnly: shown(flag),
  redemptionCount: shown(number),
  cycle: shown(code),
  globalRedemptionCap: shown(number),
  validFrom: shown(time),
  validUntil: shown(time),
  applicableFrom: shown(time),
  applicableUntil: shown(time),
  outletIds: list(recordName),
  status: shown(code),
  publishedAt: shown(time),
  publishAt: shown(time),
  unpublishAt: shown(time),
  missing: list(requirement),

  // Category
  subCategories: subCategories,

  // Staff member and key
  email: shown(maskedAddress),
  address: shown(name),
  device: shown(name),
  method: shown(code),
  secondFactor: shown(code),
  issuer: shown(name),
  issuers: list(name),
  ended: shown(number),
  failures: shown(number),
  hour: shown(time),
  ownerName: shown(name),
  createdBy: shown(code),
  secondFactorRoles: list(code),

  // User: the log holds no personal data
  fields: fieldNames,
  externalId: shown(flag),
  favorites: shown(number),
  redemptions: shown(number),
  positions: shown(number),
  voidReasons: shown(number),
  reviewNotes: shown(number),
  archives: shownLength,

  // Redemption
  voidedAt: shown(time),
  review: review,

  // Delivery
  'delivery.state': shown(code),
  deliveries: shown(number),
  attemptCount: shown(number),

  // Files
  path: shown(name),
  type: shown(name),
  width: shown(number),
  height: shown(number),
  bytes: shown(number),
  fileName: shown(name),
  total: shown(number),
  wrong: shown(number),
  received: shown(number),
  added: shown(number),
  duplicates: shown(number),
  rejected: shown(number),
  endedEarly: shown(flag),

  // Destination of alerts
  'alert_destination.kind': shown(code),
  host: shown(name),
  isUrlChanged: (field) => hidden(field, 'CHANGED'),
  addresses: list(name),
  alertKinds: list(code),
  timing: shown(code),
  quietHours: shown(span),

  // Statements
  'settings.issuer': letterhead,
  closeOnDay: shown(number),
  statements: shown(number),
  unreviewed: shown(number),
  firstNumber: shown(number),
  lastNumber: shown(number),

  // Erasure of texts of the audit log
  entries: shown(number),
  texts: shown(number),

  // Approvals
  isRequired: shown(flag),
  newPin: (field, _before, after, nameOf) => secretIsSet(field, after, after, nameOf),
  newPins: shown(number),

  // Maintenance
  message: shown(text),
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
  'owner',
  'bulkAction',
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
