/**
 * The names of the fields of records in English, in the order of a form. A field of one kind of record comes before a general
 * one: `outlet.state` before `state`. A part of a field has the name of the field before its own: `scope.categories`.
 */
export const ENGLISH_FIELDS = {
  // Of several kinds of record
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  translations: 'Translations',
  logoPath: 'Logo',
  isActive: 'Active',
  mode: 'Mode',
  role: 'Role',
  language: 'Language',
  merchantId: 'Merchant',
  partnerId: 'Partner',
  expiresAt: 'Expires',

  // Partner
  twinId: 'Twin',
  displayName: 'Name shown to users',
  jwtIssuer: 'Token issuer',
  jwtAudience: 'Token audience',
  jwksUrl: 'JWKS URL',
  publicKey: 'Public key',
  nextPublicKey: 'Next public key',
  maxTokenLifetimeSeconds: 'Maximum token lifetime',
  webhookUrl: 'Webhook URL',
  disabled: 'Disabled',
  requireV2: 'Signature v2 required',
  accentColor: 'Accent color',
  shareUrl: 'Address of shared vouchers',
  frameAncestors: 'Frame ancestors',
  scope: 'Scope',
  'scope.merchantIds': 'Scope: merchants',
  'scope.categories': 'Scope: categories',
  eventTypes: 'Event types',
  integrationRequestsPerMinute: 'Requests of the backend a minute',
  consumerRequestsPerMinute: 'Requests of users a minute',
  clock: 'Clock',
  since: 'Since',
  until: 'Until',
  only: 'Events',

  // Merchant
  category: 'Category',
  subCategoryIds: 'Sub-categories',
  bannerPath: 'Banner',
  isNew: 'New',
  timezone: 'Time zone',
  topVoucherId: 'Top voucher',
  merchantIds: 'Merchants',

  // Outlet
  addressLine: 'Address line',
  addressFull: 'Full address',
  city: 'City',
  'outlet.state': 'State or region',
  'translations.state': 'State',
  postalCode: 'Postal code',
  countryCode: 'Country',
  latitude: 'Latitude',
  longitude: 'Longitude',
  openingHours: 'Opening hours',
  hasPin: 'PIN',
  redeemBy: 'Redeem by',
  deviceName: 'Device',

  // Voucher
  title: 'Title',
  terms: 'Terms',
  imagePath: 'Picture',
  valueType: 'Kind of benefit',
  redemptionValue: 'Value',
  codeSource: 'Codes',
  claimFlow: 'Claiming',
  favoritesOnly: 'Favorites only',
  redemptionCount: 'Times per user',
  cycle: 'Limits reset',
  globalRedemptionCap: 'Cap',
  validFrom: 'Starts',
  validUntil: 'Ends',
  applicableFrom: 'Redeemable from',
  applicableUntil: 'Redeemable until',
  outletIds: 'Outlets',
  status: 'State',
  publishedAt: 'First published',
  publishAt: 'Publishes',
  unpublishAt: 'Unpublishes',
  missing: 'Missing',

  // Category
  subCategories: 'Sub-categories',
  'subCategories.name': 'Sub-category',

  // Staff member and key
  email: 'E-mail address',
  address: 'IP address',
  device: 'Device',
  method: 'Signed in with',
  secondFactor: 'Second factor',
  issuer: 'Issuer',
  issuers: 'Issuers',
  ended: 'Sessions',
  failures: 'Failures',
  hour: 'Hour from',
  ownerName: 'Created by',
  createdBy: 'Created with',
  secondFactorRoles: 'Roles that need a second factor',

  // User: the log holds no personal data, only the names of the fields
  fields: 'Fields',
  'fields.email': 'E-mail address',
  'fields.displayName': 'Name',
  'fields.phone': 'Phone',
  'fields.countryCode': 'Country',
  'fields.locale': 'Language',
  externalId: 'External id',
  favorites: 'Favorites deleted',
  redemptions: 'Redemptions cleared',
  positions: 'Positions cleared',
  voidReasons: 'Void reasons cleared',
  reviewNotes: 'Review notes cleared',
  archives: 'Archive files rewritten',

  // Redemption
  voidedAt: 'Voided',
  review: 'Review',

  // Delivery
  'delivery.state': 'State',
  deliveries: 'Undelivered events',
  attemptCount: 'Attempts',

  // Files
  path: 'File',
  type: 'Type',
  width: 'Width',
  height: 'Height',
  bytes: 'Bytes',
  fileName: 'File',
  total: 'Total',
  wrong: 'Wrong rows',
  received: 'Received',
  added: 'Added',
  duplicates: 'Duplicates',
  rejected: 'Rejected',
  endedEarly: 'Ended early',

  // Destination of alerts
  'alert_destination.kind': 'Kind',
  host: 'Host',
  isUrlChanged: 'URL',
  addresses: 'Addresses',
  alertKinds: 'Alerts',
  timing: 'Timing',
  quietHours: 'Quiet hours',

  // Statements
  'settings.issuer': 'Letterhead',
  'settings.issuer.name': 'Letterhead: name',
  'settings.issuer.addressLines': 'Letterhead: address',
  'settings.issuer.registrationNumber': 'Letterhead: registration number',
  'settings.issuer.logoPath': 'Letterhead: logo',
  closeOnDay: 'Day on which a month is closed',
  statements: 'Statements',
  unreviewed: 'Unreviewed redemptions',
  firstNumber: 'First number',
  lastNumber: 'Last number',

  // Erasure of texts of the audit log
  entries: 'Entries',
  texts: 'Texts',

  // Approvals
  isRequired: 'Approvals',
  pin: 'PIN',
  newPin: 'PIN',
  newPins: 'New PINs',

  // Maintenance
  message: 'Message',
} as const
