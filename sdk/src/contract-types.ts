// Generated from the contract by `npm run generate`. Do not edit.
export type AdminRedemption = {
  id: string
  userId: string
  voucherId: string
  outletId: string
  merchantId: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  voucherTitle: string
  outletName: string
  /** `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle (`2026-11-02/P2W`). */
  cycleKey: string
  /** When the next cycle starts; null for ONE_TIME. */
  cycleResetsAt: string | null
  /** FLAGGED means redeemed without coordinates of the device. It counts like any other redemption. */
  status: 'SUCCESS' | 'FLAGGED'
  flagReason: 'outlet_not_geolocated' | 'gps_unavailable' | null
  /** How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed in its sandbox). */
  method: 'PIN' | 'QR' | 'TEST'
  /** Whether the request had coordinates. */
  gpsAvailable: boolean
  /** Distance between device and outlet, rounded to 0.1 m. */
  gpsDistanceMeters: number | null
  /** The dispensed code; null if the voucher has no codes. */
  code: string | null
  redeemedAt: string
  /** When the back office voided it. */
  voidedAt: string | null
  partnerId: string
  /** The partner’s id of the user. Null for role merchant. */
  externalUserId: string | null
  /** The device of the outlet that confirmed the code; null unless `method` is QR. */
  device: {
    id: string
    name: string
  } | null
  redemptionValue: RedemptionValue | null
  /** A month in the merchant’s time zone, as in 2026-11. */
  statementMonth: string
  /** Null without coordinates of the device, and for role merchant. */
  consumerLat: number | null
  /** Null without coordinates of the device, and for role merchant. */
  consumerLng: number | null
  /** Null without coordinates of the device, and for role merchant. */
  gpsAccuracyMeters: number | null
  voidReason: string | null
  /** The latest review, or null. */
  review: {
    outcome: 'ACCEPTED' | 'REJECTED'
    note: string | null
    /** Null for role merchant, like note. */
    reviewedBy: string | null
    /** The name of the person or key as of today. Null for merchants and partners. */
    reviewedByName: string | null
    reviewedAt: string
  } | null
}

export type AdminRequest = {
  /** The id of the request, as in the response header `x-request-id`. */
  id: string
  /** When it was answered. */
  at: string
  /** Null if the request named no known partner. */
  partnerId: string | null
  partnerName: string | null
  /** integration: the partner’s backend. consumer: one of its users. */
  surface: 'integration' | 'consumer'
  method: string
  /** The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does not exist. */
  route: string
  status: number
  /** The error code of the response. */
  code: string | null
  /** The path of the page about the error code, on this host. Null for a call that succeeded. */
  help: string | null
  durationMs: number
  /** Null if the signature or the token was not accepted, or the request is about no user. */
  externalUserId: string | null
  /** The reason in English. Null for a successful call without unknown fields. */
  reason: string | null
  /** The same as data, without words: one item for each sentence. The console writes them in the language of the reader. */
  facts: Array<{
    /** What to say, as a key of a catalogue of words. */
    sentence: string
    /** The values in the sentence, by the names of their placeholders. `count` chooses the plural form. */
    details: Record<string, unknown>
    /** What is wrong with parts of a request, at most five. `details.count` is the number of the others. */
    issues?: Array<{
      /** A JSON pointer. Empty for the request as a whole. */
      path: string
      /** What to say, as a key of a catalogue of words. */
      sentence: string
      /** The values in the sentence, by the names of their placeholders. `count` chooses the plural form. */
      details: Record<string, unknown>
    }>
  }> | null
  /** The id of its OpenTelemetry trace. Null if it was not traced. */
  traceId: string | null
}

export type AdminUser = {
  id: string
  partnerId: string
  /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
  externalUserId: string
  email: string | null
  displayName: string | null
  /** E.164 recommended. Only used by support to look up users. */
  phone: string | null
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode: string | null
  /** BCP 47 tag. Informational. */
  locale: string | null
  anonymizedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Includes the latest 200 claims, favorites and redemptions, newest first. */
export type AdminUserWithActivity = {
  id: string
  partnerId: string
  /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
  externalUserId: string
  email: string | null
  displayName: string | null
  /** E.164 recommended. Only used by support to look up users. */
  phone: string | null
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode: string | null
  /** BCP 47 tag. Informational. */
  locale: string | null
  anonymizedAt: string | null
  createdAt: string
  updatedAt: string
  claims: Array<WalletEntry>
  favorites: Array<FavoriteMerchant>
  redemptions: Array<Redemption>
}

export type Alert = {
  kind: 'PIN_GUESSING' | 'PIN_DEFENSE' | 'CODE_GUESSING' | 'POOL_LOW' | 'POOL_EMPTY' | 'ENDPOINT_FAILING' | 'ENDPOINT_PAUSED' | 'JWKS_UNREACHABLE' | 'SIGN_IN_GUESSING' | 'SCHEDULE_FAILED' | 'VOUCHER_ENDS_SOON' | 'CAP_NEARLY_REACHED' | 'CAP_REACHED' | 'DESTINATION_FAILING' | 'CELL_UNREACHABLE' | 'STATEMENTS_CLOSED' | 'NEW_DEVICE' | 'APPROVAL_BYPASSED'
  message: string
  /** The same as data, without words: `message` is built from it, in English. */
  facts: {
    /** What happened, as a key of a catalogue of words. */
    sentence: string
    /** The values in the sentence, by the names of their placeholders. `count` chooses the plural form. */
    details: Record<string, unknown>
  }
  /** The object that the alert is about. */
  subject: {
    type: 'outlet' | 'voucher' | 'partner' | 'staff' | 'destination' | 'cell' | 'month' | 'approval'
    /** A uuid; of a month or a cell, its name. */
    id: string
    name: string
  }
  since: string
  delivery: DeliveryHealth | null
}

export type Branding = {
  name: string
  /** The name shown to users. */
  displayName: string
  /** A path under /uploads/ or an https URL. */
  logoPath: string
  /** A color in the form #rrggbb. */
  accentColor: string | null
  /** An https URL with {path} after the host, once. */
  shareUrl: string | null
}

export type Category = {
  /** Upper-case letters, digits and underscores. */
  slug: string
  name: string
  subCategories: Array<SubCategory>
}

export type ClaimCreated = {
  id: string
  type: 'CLAIM_CREATED'
  createdAt: string
  /** Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event. */
  test?: true
  data: {
    userId: string
    /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
    externalUserId: string
    claimId: string
    voucherId: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    voucherTitle: string
    merchantId: string
  }
}

export type ClockChange = {
  /** An ISO 8601 date-time: sets the clock. */
  now?: string
  /** An ISO 8601 duration by which the clock moves, such as P1M, P1W or PT90M. */
  advance?: string
  /** Back to the real time. */
  reset?: true
}

export type CreatedTwin = {
  id: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`. */
  mode: 'live' | 'test'
  /** The test twin of a live partner, or the live partner of a test twin; null if there is none. */
  twinId: string | null
  name: string
  /** The name shown to users. */
  displayName: string
  /** A path under /uploads/ or an https URL. */
  logoPath: string
  /** The `iss` claim of the partner’s tokens. Unique. */
  jwtIssuer: string
  /** Set exactly one of jwksUrl and publicKey. */
  jwksUrl: string | null
  publicKey: string | {
    kty: string
  } | null
  nextPublicKey: string | {
    kty: string
  } | null
  jwtAudience: string | null
  maxTokenLifetimeSeconds: number | null
  webhookUrl: string | null
  disabled: boolean
  /** Whether server-to-server requests without a v2 signature are refused. */
  requireV2: boolean
  /** A color in the form #rrggbb. */
  accentColor: string | null
  /** An https URL with {path} after the host, once. */
  shareUrl: string | null
  frameAncestors: Array<string>
  /** A merchant is in scope if merchantIds lists it or categories lists its category. */
  scope: {
    merchantIds: Array<string>
    categories: Array<string>
  } | null
  /** The types of events that are delivered to webhookUrl. The events feed always has every type. Types that are added later are off until they are chosen. */
  eventTypes: Array<'CLAIM_CREATED' | 'REDEMPTION_CREATED' | 'REDEMPTION_VOIDED' | 'VOUCHER_PUBLISHED'>
  /** How many requests to `/integrations/*` are admitted in any 60 seconds; null: no limit. */
  integrationRequestsPerMinute: number | null
  /** How many requests of all users together are admitted in any 60 seconds; null: no limit. */
  consumerRequestsPerMinute: number | null
  /** The time of the first failed attempt since the last success; null if the last attempt succeeded or none was made. */
  webhookFailingSince: string | null
  /** When deliveries to webhookUrl were paused; null if they are not paused. */
  webhookPausedAt: string | null
  /** GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success. */
  webhookPauseReason: 'GONE' | 'EXHAUSTED' | null
  /** When the next HMAC secret was created; null if there is none to promote. */
  nextSecretSince: string | null
  createdAt: string
  updatedAt: string
  /** Increases with every update. Send it in If-Match to avoid overwriting someone else’s update. */
  version: number
  /** Shown only once. */
  secret: string
  /** An API key of role partner, for the test twin. Shown only once. */
  apiKey: string
}

export type DeliverNowResult = {
  /** How many are sent. */
  deliveries: number
}

export type Delivery = {
  id: string
  eventId: string
  type: 'CLAIM_CREATED' | 'REDEMPTION_CREATED' | 'REDEMPTION_VOIDED' | 'VOUCHER_PUBLISHED'
  partnerId: string
  partnerName: string
  userId: string
  /** PENDING deliveries wait for their first or next attempt. FAILED deliveries have no attempts left. */
  state: 'PENDING' | 'DELIVERED' | 'FAILED'
  attemptCount: number
  /** HTTP status; null if there was no response. */
  lastStatus: number | null
  /** When the next attempt is due; null if none is planned. */
  nextAttemptAt: string | null
  deliveredAt: string | null
  createdAt: string
}

/** Whether events reach the partner’s webhook. */
export type DeliveryHealth = {
  /** OFF: the partner has no webhookUrl or is disabled. PAUSED: nothing is sent until the webhook is resumed. FAILING: no attempt has succeeded since the last failure. OK: neither. */
  state: 'OK' | 'FAILING' | 'PAUSED' | 'OFF'
  /** The first failure since the last success, or the start of the pause; null if OK or OFF. */
  since: string | null
  /** Deliveries that wait after a failure, or failed. Exact up to 10000; 10001 stands for more. */
  undelivered: number
  /** The HTTP status of the last attempt; null if there was no response or no attempt yet. */
  lastStatus: number | null
}

export type DeliveryQuery = {
  partnerId?: string
  /** UNDELIVERED lists deliveries that wait after a failure, or failed. */
  state?: 'PENDING' | 'DELIVERED' | 'FAILED' | 'UNDELIVERED'
  type?: 'CLAIM_CREATED' | 'REDEMPTION_CREATED' | 'REDEMPTION_VOIDED' | 'VOUCHER_PUBLISHED'
  /** An ISO 8601 date-time (inclusive). */
  from?: string
  /** An ISO 8601 date-time (exclusive). */
  to?: string
  limit?: number
  /** The nextCursor of the previous page. */
  cursor?: string
  /** The order; -createdAt by default. A minus means descending. A cursor is valid only for its sort. */
  sort?: '-createdAt' | 'createdAt'
  /** Adds `count`: how many rows match the filters, on all pages together. */
  count?: boolean
}

export type DeliveryTest = {
  /** How many of the next attempts fail. Your endpoint is not called for them. 0 ends the simulation. */
  failNext?: number
  /** The status with which they fail. With 410, deliveries are paused. */
  status?: number
  /** Deliveries that wait for their next attempt are sent now. */
  retryNow?: true
}

export type DeliveryTestResult = {
  /** How many attempts are still going to fail. */
  failing: number
  /** How many deliveries are sent now. */
  retried: number
}

export type Deployment = {
  id: string
  partnerId: string
  /** What you deployed, such as a version or a commit. */
  name: string
  at: string
}

export type FavoriteMerchant = {
  merchantId: string
  favoritedAt: string
  /** The name shown to users. */
  name: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** Upper-case letters, digits and underscores. */
  category: string
  /** A path under /uploads/ or an https URL. */
  logoPath: string | null
}

/** The distance is to the nearest outlet there. */
export type FoundCity = {
  name: string
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode: string
  /** How many active outlets the user can see there. */
  outletCount: number
  /** Distance to the nearest active outlet in whole meters. Present only if lat and lng were sent; null if no active outlet has coordinates. */
  distanceMeters?: number | null
  /** Where the words match: the fewest fields that contain all of them. */
  matches: Array<TextMatch>
}

/** What a search found, the best of each kind first. */
export type FoundInCatalog = {
  merchants: Array<FoundMerchant>
  /** Live vouchers only. */
  vouchers: Array<FoundVoucher>
  outlets: Array<FoundOutlet>
  cities: Array<FoundCity>
}

export type FoundMerchant = {
  id: string
  /** The name shown to users. */
  name: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** Upper-case letters, digits and underscores. */
  category: string
  subCategoryIds: Array<string>
  /** A path under /uploads/ or an https URL. */
  logoPath: string | null
  /** A path under /uploads/ or an https URL. */
  bannerPath: string | null
  /** A short introduction. */
  description: string | null
  /** Whether the merchant has the “new” badge. */
  isNew: boolean
  /** Whether the merchant is a favorite of the user. */
  favorited: boolean
  /** The highlighted voucher, or null if the merchant has no live voucher. */
  topVoucher: {
    id: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    title: string
    /** A path under /uploads/ or an https URL. */
    imagePath: string
  } | null
  /** Distance to the nearest active outlet in whole meters. Present only if lat and lng were sent; null if no active outlet has coordinates. */
  distanceMeters?: number | null
  /** Where the words match: the fewest fields that contain all of them. */
  matches: Array<TextMatch>
}

export type FoundOutlet = {
  id: string
  name: string
  addressLine: string
  addressFull: string
  city: string
  state: string
  postalCode: string
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode: string
  isActive: boolean
  latitude?: number
  longitude?: number
  /** Whether vouchers can be redeemed by PIN here. */
  hasPin: boolean
  /** Absent if vouchers are redeemed by PIN. QR: a device of the outlet scans a code that the phone shows. BOTH: either. */
  redeemBy?: 'PIN' | 'QR' | 'BOTH'
  /** Absent if the opening hours are unknown. For information: a voucher can be redeemed while the outlet is closed. */
  opening?: {
    /** Whether the outlet was open when this was sent. */
    isOpen: boolean
    /** When it closes. Null if it is closed, or if it stays open for a week. */
    closesAt: string | null
    /** When it opens. Null if it is open, or if it does not open within a week. */
    opensAt: string | null
    /** The time zone of the outlet: show the times in it. */
    timezone: string
  }
  merchantId: string
  /** The name of its merchant. */
  merchantName: string
  /** Distance to the nearest active outlet in whole meters. Present only if lat and lng were sent; null if no active outlet has coordinates. */
  distanceMeters?: number | null
  /** Where the words match: the fewest fields that contain all of them. */
  matches: Array<TextMatch>
}

/** Its distance is that of the nearest active outlet that accepts it. */
export type FoundVoucher = {
  id: string
  merchantId: string
  /** The name of its merchant. */
  merchantName: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  title: string
  /** A path under /uploads/ or an https URL. */
  imagePath: string
  /** An ISO 8601 date-time, or null for no end. */
  validUntil: string | null
  /** Distance to the nearest active outlet in whole meters. Present only if lat and lng were sent; null if no active outlet has coordinates. */
  distanceMeters?: number | null
  /** Where the words match: the fewest fields that contain all of them. */
  matches: Array<TextMatch>
}

export type Greeting = {
  /** The name in the token, otherwise the stored name; null if neither is known. */
  displayName: string | null
}

export type Home = {
  branding: Branding
  greeting: Greeting
  /** As in `GET /categories`. */
  categories: Array<Category>
  /** The merchants in the partner’s scope. */
  counts: {
    /** Active merchants. */
    merchants: number
    /** Featured merchants. */
    featured: number
    /** Merchants with the “new” badge. */
    new: number
  }
  /** Left out if the user is unknown or anonymized. */
  wallet?: HomeWallet
  /** The first featured merchants, in the curated order. */
  featured: Array<Merchant>
  /** The first merchants with the “new” badge, sorted by name. */
  new: Array<Merchant>
  /** The nearest merchants, without those that have no located outlet. Present only if lat and lng were sent. */
  nearest?: Array<Merchant>
}

/** Left out if the user is unknown or anonymized. */
export type HomeWallet = {
  /** Vouchers that can be redeemed now and whose last day is at most 7 days away, soonest end first. */
  endsSoon: Array<WalletItem>
  /** How many claims each group of `GET /me/wallet` has. */
  counts: {
    /** Vouchers in the group READY. */
    ready: number
    /** Vouchers in the group FAVORITES_ONLY. */
    favoritesOnly: number
    /** Vouchers in the group LATER. */
    later: number
    /** Vouchers in the group USED_UP. */
    usedUp: number
    /** Vouchers in the group ENDED. */
    ended: number
  }
}

export type Issue = {
  /** JSON pointer to the invalid part of the request. */
  path: string
  message: string
  /** The same as data, without words. The console writes it in the language of the reader. */
  facts?: {
    /** What to say, as a key of a catalogue of words. */
    sentence: string
    /** The values in the sentence, by the names of their placeholders. `count` chooses the plural form. */
    details: Record<string, unknown>
  }
}

/** Image paths that start with `/uploads/` are relative to the origin of the API; all others are https URLs. */
export type Merchant = {
  id: string
  /** The name shown to users. */
  name: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** Upper-case letters, digits and underscores. */
  category: string
  subCategoryIds: Array<string>
  /** A path under /uploads/ or an https URL. */
  logoPath: string | null
  /** A path under /uploads/ or an https URL. */
  bannerPath: string | null
  /** A short introduction. */
  description: string | null
  /** Whether the merchant has the “new” badge. */
  isNew: boolean
  /** Whether the merchant is a favorite of the user. */
  favorited: boolean
  /** The highlighted voucher, or null if the merchant has no live voucher. */
  topVoucher: {
    id: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    title: string
    /** A path under /uploads/ or an https URL. */
    imagePath: string
  } | null
  /** Distance to the nearest active outlet in whole meters. Present only if lat and lng were sent; null if no active outlet has coordinates. */
  distanceMeters?: number | null
}

export type MerchantScreen = {
  branding: Branding
  /** The name of the merchant’s category; null if it is unknown. */
  categoryName: string | null
  merchant: MerchantWithOutlets
  /** As in `GET /merchants/{id}/vouchers`. */
  vouchers: Array<VoucherWithSupply>
}

export type MerchantWithOutlets = {
  id: string
  /** The name shown to users. */
  name: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** Upper-case letters, digits and underscores. */
  category: string
  subCategoryIds: Array<string>
  /** A path under /uploads/ or an https URL. */
  logoPath: string | null
  /** A path under /uploads/ or an https URL. */
  bannerPath: string | null
  /** A short introduction. */
  description: string | null
  /** Whether the merchant has the “new” badge. */
  isNew: boolean
  /** Whether the merchant is a favorite of the user. */
  favorited: boolean
  /** The highlighted voucher, or null if the merchant has no live voucher. */
  topVoucher: {
    id: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    title: string
    /** A path under /uploads/ or an https URL. */
    imagePath: string
  } | null
  /** The active outlets, by name; 2 comes before 10. */
  outlets: Array<Outlet>
}

/** `latitude` and `longitude` are absent if the outlet has no coordinates. */
export type Outlet = {
  id: string
  name: string
  addressLine: string
  addressFull: string
  city: string
  state: string
  postalCode: string
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode: string
  isActive: boolean
  latitude?: number
  longitude?: number
  /** Whether vouchers can be redeemed by PIN here. */
  hasPin: boolean
  /** Absent if vouchers are redeemed by PIN. QR: a device of the outlet scans a code that the phone shows. BOTH: either. */
  redeemBy?: 'PIN' | 'QR' | 'BOTH'
  /** Absent if the opening hours are unknown. For information: a voucher can be redeemed while the outlet is closed. */
  opening?: {
    /** Whether the outlet was open when this was sent. */
    isOpen: boolean
    /** When it closes. Null if it is closed, or if it stays open for a week. */
    closesAt: string | null
    /** When it opens. Null if it is open, or if it does not open within a week. */
    opensAt: string | null
    /** The time zone of the outlet: show the times in it. */
    timezone: string
  }
}

export type OutletWithDistance = {
  id: string
  name: string
  addressLine: string
  addressFull: string
  city: string
  state: string
  postalCode: string
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode: string
  isActive: boolean
  latitude?: number
  longitude?: number
  /** Whether vouchers can be redeemed by PIN here. */
  hasPin: boolean
  /** Absent if vouchers are redeemed by PIN. QR: a device of the outlet scans a code that the phone shows. BOTH: either. */
  redeemBy?: 'PIN' | 'QR' | 'BOTH'
  /** Absent if the opening hours are unknown. For information: a voucher can be redeemed while the outlet is closed. */
  opening?: {
    /** Whether the outlet was open when this was sent. */
    isOpen: boolean
    /** When it closes. Null if it is closed, or if it stays open for a week. */
    closesAt: string | null
    /** When it opens. Null if it is open, or if it does not open within a week. */
    opensAt: string | null
    /** The time zone of the outlet: show the times in it. */
    timezone: string
  }
  /** Distance in whole meters. Present only if lat and lng were sent; null if the outlet has no coordinates. */
  distanceMeters?: number | null
}

export type Partner = {
  id: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`. */
  mode: 'live' | 'test'
  /** The test twin of a live partner, or the live partner of a test twin; null if there is none. */
  twinId: string | null
  name: string
  /** The name shown to users. */
  displayName: string
  /** A path under /uploads/ or an https URL. */
  logoPath: string
  /** The `iss` claim of the partner’s tokens. Unique. */
  jwtIssuer: string
  /** Set exactly one of jwksUrl and publicKey. */
  jwksUrl: string | null
  publicKey: string | {
    kty: string
  } | null
  nextPublicKey: string | {
    kty: string
  } | null
  jwtAudience: string | null
  maxTokenLifetimeSeconds: number | null
  webhookUrl: string | null
  disabled: boolean
  /** Whether server-to-server requests without a v2 signature are refused. */
  requireV2: boolean
  /** A color in the form #rrggbb. */
  accentColor: string | null
  /** An https URL with {path} after the host, once. */
  shareUrl: string | null
  frameAncestors: Array<string>
  /** A merchant is in scope if merchantIds lists it or categories lists its category. */
  scope: {
    merchantIds: Array<string>
    categories: Array<string>
  } | null
  /** The types of events that are delivered to webhookUrl. The events feed always has every type. Types that are added later are off until they are chosen. */
  eventTypes: Array<'CLAIM_CREATED' | 'REDEMPTION_CREATED' | 'REDEMPTION_VOIDED' | 'VOUCHER_PUBLISHED'>
  /** How many requests to `/integrations/*` are admitted in any 60 seconds; null: no limit. */
  integrationRequestsPerMinute: number | null
  /** How many requests of all users together are admitted in any 60 seconds; null: no limit. */
  consumerRequestsPerMinute: number | null
  /** The time of the first failed attempt since the last success; null if the last attempt succeeded or none was made. */
  webhookFailingSince: string | null
  /** When deliveries to webhookUrl were paused; null if they are not paused. */
  webhookPausedAt: string | null
  /** GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success. */
  webhookPauseReason: 'GONE' | 'EXHAUSTED' | null
  /** When the next HMAC secret was created; null if there is none to promote. */
  nextSecretSince: string | null
  createdAt: string
  updatedAt: string
  /** Increases with every update. Send it in If-Match to avoid overwriting someone else’s update. */
  version: number
}

export type PartnerMerchant = {
  id: string
  /** The name shown to users. */
  name: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** Upper-case letters, digits and underscores. */
  category: string
  /** Whether users see it. */
  isActive: boolean
  outlets: Array<{
    id: string
    name: string
    /** Whether users see it. */
    isActive: boolean
  }>
}

export type PartnerSecret = {
  /** Shown only once. */
  secret: string
}

export type PartnerWithDelivery = {
  id: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`. */
  mode: 'live' | 'test'
  /** The test twin of a live partner, or the live partner of a test twin; null if there is none. */
  twinId: string | null
  name: string
  /** The name shown to users. */
  displayName: string
  /** A path under /uploads/ or an https URL. */
  logoPath: string
  /** The `iss` claim of the partner’s tokens. Unique. */
  jwtIssuer: string
  /** Set exactly one of jwksUrl and publicKey. */
  jwksUrl: string | null
  publicKey: string | {
    kty: string
  } | null
  nextPublicKey: string | {
    kty: string
  } | null
  jwtAudience: string | null
  maxTokenLifetimeSeconds: number | null
  webhookUrl: string | null
  disabled: boolean
  /** Whether server-to-server requests without a v2 signature are refused. */
  requireV2: boolean
  /** A color in the form #rrggbb. */
  accentColor: string | null
  /** An https URL with {path} after the host, once. */
  shareUrl: string | null
  frameAncestors: Array<string>
  /** A merchant is in scope if merchantIds lists it or categories lists its category. */
  scope: {
    merchantIds: Array<string>
    categories: Array<string>
  } | null
  /** The types of events that are delivered to webhookUrl. The events feed always has every type. Types that are added later are off until they are chosen. */
  eventTypes: Array<'CLAIM_CREATED' | 'REDEMPTION_CREATED' | 'REDEMPTION_VOIDED' | 'VOUCHER_PUBLISHED'>
  /** How many requests to `/integrations/*` are admitted in any 60 seconds; null: no limit. */
  integrationRequestsPerMinute: number | null
  /** How many requests of all users together are admitted in any 60 seconds; null: no limit. */
  consumerRequestsPerMinute: number | null
  /** The time of the first failed attempt since the last success; null if the last attempt succeeded or none was made. */
  webhookFailingSince: string | null
  /** When deliveries to webhookUrl were paused; null if they are not paused. */
  webhookPausedAt: string | null
  /** GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success. */
  webhookPauseReason: 'GONE' | 'EXHAUSTED' | null
  /** When the next HMAC secret was created; null if there is none to promote. */
  nextSecretSince: string | null
  createdAt: string
  updatedAt: string
  /** Increases with every update. Send it in If-Match to avoid overwriting someone else’s update. */
  version: number
  /** Whether events reach the partner’s webhook. */
  delivery: DeliveryHealth
}

export type Redemption = {
  id: string
  userId: string
  voucherId: string
  outletId: string
  merchantId: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  voucherTitle: string
  outletName: string
  /** `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle (`2026-11-02/P2W`). */
  cycleKey: string
  /** When the next cycle starts; null for ONE_TIME. */
  cycleResetsAt: string | null
  /** FLAGGED means redeemed without coordinates of the device. It counts like any other redemption. */
  status: 'SUCCESS' | 'FLAGGED'
  flagReason: 'outlet_not_geolocated' | 'gps_unavailable' | null
  /** How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed in its sandbox). */
  method: 'PIN' | 'QR' | 'TEST'
  /** Whether the request had coordinates. */
  gpsAvailable: boolean
  /** Distance between device and outlet, rounded to 0.1 m. */
  gpsDistanceMeters: number | null
  /** The dispensed code; null if the voucher has no codes. */
  code: string | null
  redeemedAt: string
  /** When the back office voided it. */
  voidedAt: string | null
  /** How often the user can still redeem the voucher in that cycle. */
  remaining: number
  /** Anybody can check the redemption at `/verify/` with this code, and learns nothing about the person. */
  verifyCode: string
}

export type RedemptionCreated = {
  id: string
  type: 'REDEMPTION_CREATED'
  createdAt: string
  /** Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event. */
  test?: true
  data: {
    userId: string
    /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
    externalUserId: string
    redemptionId: string
    voucherId: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    voucherTitle: string
    outletId: string
    outletName: string
    /** FLAGGED means redeemed without coordinates of the device. It counts like any other redemption. */
    status: 'SUCCESS' | 'FLAGGED'
    flagReason: 'outlet_not_geolocated' | 'gps_unavailable' | null
    merchantId: string
    /** The name shown to users. */
    merchantName: string
    /** How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed in its sandbox). */
    method: 'PIN' | 'QR' | 'TEST'
  }
}

export type RedemptionQuery = {
  partnerId?: string
  merchantId?: string
  /** The category that the merchant is in today, as in the stats. */
  category?: string
  outletId?: string
  voucherId?: string
  userId?: string
  /** FLAGGED means redeemed without coordinates of the device. It counts like any other redemption. */
  status?: 'SUCCESS' | 'FLAGGED'
  flagReason?: 'outlet_not_geolocated' | 'gps_unavailable'
  /** Whether the redemption has been reviewed. */
  reviewed?: boolean
  /** The outcome of the latest review. */
  reviewOutcome?: 'ACCEPTED' | 'REJECTED'
  /** Whether the redemption has been voided. */
  voided?: boolean
  /** A month in the merchant’s time zone, as in 2026-11. */
  statementMonth?: string
  /** An amount and a currency, as in "5.00 MYR", or "none" for redemptions without a value. */
  value?: string
  /** An ISO 8601 date-time (inclusive). */
  from?: string
  /** An ISO 8601 date-time (exclusive). */
  to?: string
  limit?: number
  /** The nextCursor of the previous page. */
  cursor?: string
  /** The order; -redeemedAt by default. A minus means descending. A cursor is valid only for its sort. */
  sort?: '-redeemedAt' | 'redeemedAt'
  /** Adds `count`: how many rows match the filters, on all pages together. */
  count?: boolean
}

/** What one redemption is worth between the parties. Responses have exactly the decimals of the currency. */
export type RedemptionValue = {
  /** A decimal number as text, with at most 12 digits before the point. */
  amount: string
  /** Three upper-case letters (ISO 4217). */
  currency: string
}

export type RedemptionVoided = {
  id: string
  type: 'REDEMPTION_VOIDED'
  createdAt: string
  /** Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event. */
  test?: true
  data: {
    userId: string
    /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
    externalUserId: string
    redemptionId: string
    voucherId: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    voucherTitle: string
    merchantId: string
    outletId: string
    /** Why the back office voided it. */
    reason: string
    voidedAt: string
  }
}

/** The progress of a replay. */
export type Replay = {
  partnerId: string
  /** An ISO 8601 date-time (inclusive). */
  since: string
  /** An ISO 8601 date-time (exclusive). */
  until: string | null
  /** Which events of the period to send: those whose delivery waits after a failure or failed, those whose delivery failed, or all. */
  only: 'undelivered' | 'failed' | 'all'
  total: number
  delivered: number
  failed: number
  pending: number
  createdAt: string
  finishedAt: string | null
  /** Why the replay ended before all of its events were queued; null unless it failed. */
  error: string | null
}

export type ReplayRequest = {
  /** An ISO 8601 date-time (inclusive). */
  since: string
  /** An ISO 8601 date-time (exclusive). */
  until?: string
  /** Which events of the period to send: those whose delivery waits after a failure or failed, those whose delivery failed, or all. */
  only: 'undelivered' | 'failed' | 'all'
}

export type RequestQuery = {
  partnerId?: string
  requestId?: string
  /** A status such as 401, or a class such as 4xx. */
  status?: string
  /** The error code of the response. */
  code?: string
  /** The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does not exist. */
  route?: string
  /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
  externalUserId?: string
  /** If true, only what is new since the last deployment of its partner: calls that failed or had unknown fields since, with a method, route and code that were not seen in the 7 days before. See `POST …/deployments`. */
  newSinceDeployment?: boolean
  /** An ISO 8601 date-time (inclusive). */
  from?: string
  /** An ISO 8601 date-time (exclusive). */
  to?: string
  limit?: number
  /** The nextCursor of the previous page. */
  cursor?: string
  /** The order; -at by default. A minus means descending. A cursor is valid only for its sort. */
  sort?: '-at' | 'at'
  /** Adds `count`: how many rows match the filters, on all pages together. */
  count?: boolean
}

/** How many rows match the filters. Only with `count=true`. */
export type RowCount = {
  value: number
  /** False if there are more: counting stops at 10,000. Then `value` is 10000. */
  isExact: boolean
}

export type SubCategory = {
  id: string
  name: string
}

export type TestClock = {
  /** The current time of the sandbox. */
  now: string
  /** The real time, which tokens and signatures follow. */
  realTime: string
}

export type TestInfo = {
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** The slug of the live partner. Null if the test partner is not a twin. */
  liveSlug: string | null
  /** The `iss` that tokens of this test partner must have. */
  issuer: string
  /** The current time of the sandbox. */
  now: string
  /** Where events are sent. Null: events are only in the feed. */
  webhookUrl: string | null
  /** Where your public keys are fetched. Null: only registered keys and ours are accepted. */
  jwksUrl: string | null
}

export type TestRedemption = {
  /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
  externalUserId: string
  voucherId: string
  /** A uuid; by default, an outlet of the voucher. */
  outletId?: string
  /** FLAGGED redeems without a position. SUCCESS, the default, redeems at the position of the outlet. */
  outcome?: 'SUCCESS' | 'FLAGGED'
}

export type TestScenario = {
  /** The slug of its merchant. */
  scenario: string
  /** The response to redeeming its voucher. */
  result: string
  merchantId: string
  outletId: string
  voucherId: string
  pin: string
  consumerLat: number
  consumerLng: number
}

export type TestToken = {
  token: string
  /** In real time, not by the clock of the sandbox. */
  expiresAt: string
}

export type TestTokenRequest = {
  /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
  externalUserId: string
  email?: string | null
  displayName?: string | null
  expiresInSeconds?: number
}

export type TextMatch = {
  /** The field that matches. `category` is the name of the merchant’s category or of one of its sub-categories. */
  field: 'name' | 'title' | 'city' | 'category' | 'description' | 'addressLine' | 'state' | 'postalCode' | 'merchantName'
  /** The text of the field without markup, in the language in which it matches. This may be another language than that of the response. */
  text: string
  /** The words that match, as positions in `text`, counted in UTF-16 code units. */
  ranges: Array<{
    start: number
    /** The position after the last character. */
    end: number
  }>
}

export type UserQuery = {
  partnerId?: string
  /** Search text. Case-insensitive. */
  q?: string
  limit?: number
  /** The nextCursor of the previous page. */
  cursor?: string
  /** The order; -createdAt by default. A minus means descending. A cursor is valid only for its sort. */
  sort?: '-createdAt' | 'createdAt'
  /** Adds `count`: how many rows match the filters, on all pages together. */
  count?: boolean
}

/** Omitted fields stay unchanged; null clears a field. */
export type UserUpsert = {
  /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
  externalUserId: string
  email?: string | null
  displayName?: string | null
  /** E.164 recommended. Only used by support to look up users. */
  phone?: string | null
  /** Two ASCII letters (ISO 3166-1 alpha-2). */
  countryCode?: string | null
  /** BCP 47 tag. Informational. */
  locale?: string | null
}

export type UserUpsertResult = {
  userId: string
  created: false
} | {
  userId: string
  created: true
}

/** A voucher and, in `me`, the current user’s claim and usage. */
export type VoucherForUser = {
  id: string
  merchantId: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  title: string
  description: string | null
  terms: string | null
  /** A path under /uploads/ or an https URL; null only if the image of an unpublished voucher was removed. */
  imagePath: string | null
  /** The kind of benefit. Informational. */
  valueType: 'FREE_ITEM' | 'PERCENT' | 'FIXED' | 'BOGO' | null
  /** MANUAL takes codes from an uploaded pool, AUTO generates them, NONE has no codes. */
  codeSource: 'NONE' | 'MANUAL' | 'AUTO'
  /** WALLET vouchers must be claimed before they are redeemed; INSTANT vouchers are redeemed directly. */
  claimFlow: 'WALLET' | 'INSTANT'
  /** Whether only users with the merchant among their favorites can redeem it. */
  favoritesOnly: boolean
  /** How often one user can redeem it per cycle. */
  redemptionCount: number
  /** How often the limits reset: never, every month or every two weeks. */
  cycle: 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY'
  /** How often all users of all partners together can redeem it per cycle; null for no cap. */
  globalRedemptionCap: number | null
  /** An ISO 8601 date-time, or null for no start. */
  validFrom: string | null
  /** An ISO 8601 date-time, or null for no end. */
  validUntil: string | null
  /** An ISO 8601 date-time, or null for no start. */
  applicableFrom: string | null
  /** An ISO 8601 date-time, or null for no end. */
  applicableUntil: string | null
  /** The outlets where it can be redeemed; null for every outlet of the merchant. */
  outletIds: Array<string> | null
  publishedAt: string
  /** False if it is unpublished or its merchant is inactive. */
  isActive: boolean
  me: VoucherUsage
}

export type VoucherPublished = {
  id: string
  type: 'VOUCHER_PUBLISHED'
  createdAt: string
  /** Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event. */
  test?: true
  data: {
    userId: string
    /** The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed. */
    externalUserId: string
    voucherId: string
    /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
    voucherTitle: string
    merchantId: string
    /** The name shown to users. */
    merchantName: string
    /** The kind of benefit. Informational. */
    valueType: 'FREE_ITEM' | 'PERCENT' | 'FIXED' | 'BOGO' | null
  }
}

/** `merchant` is null if `GET /merchants/{id}` would return 404. */
export type VoucherScreen = {
  branding: Branding
  merchant: MerchantWithOutlets | null
  voucher: VoucherWithSupply
}

export type VoucherUsage = {
  claimed: boolean
  claimedAt: string | null
  /** How often the user has redeemed it in this cycle. */
  used: number
  /** How often the user can still redeem it in this cycle. */
  remaining: number
  /** `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle (`2026-11-02/P2W`). */
  cycleKey: string
  /** When the next cycle starts; null for ONE_TIME. */
  cycleResetsAt: string | null
}

export type VoucherWithSupply = {
  id: string
  merchantId: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  title: string
  description: string | null
  terms: string | null
  /** A path under /uploads/ or an https URL; null only if the image of an unpublished voucher was removed. */
  imagePath: string | null
  /** The kind of benefit. Informational. */
  valueType: 'FREE_ITEM' | 'PERCENT' | 'FIXED' | 'BOGO' | null
  /** MANUAL takes codes from an uploaded pool, AUTO generates them, NONE has no codes. */
  codeSource: 'NONE' | 'MANUAL' | 'AUTO'
  /** WALLET vouchers must be claimed before they are redeemed; INSTANT vouchers are redeemed directly. */
  claimFlow: 'WALLET' | 'INSTANT'
  /** Whether only users with the merchant among their favorites can redeem it. */
  favoritesOnly: boolean
  /** How often one user can redeem it per cycle. */
  redemptionCount: number
  /** How often the limits reset: never, every month or every two weeks. */
  cycle: 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY'
  /** How often all users of all partners together can redeem it per cycle; null for no cap. */
  globalRedemptionCap: number | null
  /** An ISO 8601 date-time, or null for no start. */
  validFrom: string | null
  /** An ISO 8601 date-time, or null for no end. */
  validUntil: string | null
  /** An ISO 8601 date-time, or null for no start. */
  applicableFrom: string | null
  /** An ISO 8601 date-time, or null for no end. */
  applicableUntil: string | null
  /** The outlets where it can be redeemed; null for every outlet of the merchant. */
  outletIds: Array<string> | null
  publishedAt: string
  /** False if it is unpublished or its merchant is inactive. */
  isActive: boolean
  me: VoucherUsage
  /** What all users together have left: CAP_REACHED until the next cycle, CODES_EXHAUSTED if no code is left. AVAILABLE otherwise, also for a voucher without a cap and without codes of its own. */
  supply: 'AVAILABLE' | 'CAP_REACHED' | 'CODES_EXHAUSTED'
}

export type Wallet = {
  /** The time by which states and order were decided. The pages of one wallet share it. */
  asOf: string
  /** In the order to show. */
  items: Array<WalletItem>
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

export type WalletEntry = {
  id: string
  voucherId: string
  claimedAt: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  voucherTitle: string
  /** False if the voucher was unpublished. The claim remains, but cannot be redeemed. */
  voucherIsActive: boolean
  merchantId: string
}

/** A claim with what a list and the screen of its voucher show. `voucher` is null if it is out of scope. `merchant` is null, and `outlets` is empty, if `GET /merchants/{id}` would return 404. */
export type WalletItem = {
  id: string
  voucherId: string
  merchantId: string
  claimedAt: string
  /** May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove the tags, ignoring case. */
  title: string
  /** The heading under which the voucher is shown. USED_UP also has vouchers that other users have used up, and ENDED also those that are no longer offered. */
  group: 'READY' | 'FAVORITES_ONLY' | 'LATER' | 'USED_UP' | 'ENDED'
  /** READY if the user can redeem it now, otherwise why a redemption would be refused, whatever the outlet. WITHDRAWN: it is unpublished, its merchant is inactive, or it is out of the partner’s scope. CAP_REACHED and CODES_EXHAUSTED: all users together have used it up. USED_UP: this user has. */
  state: 'READY' | 'NOT_A_FAVORITE' | 'NOT_YET_USABLE' | 'CAP_REACHED' | 'CODES_EXHAUSTED' | 'USED_UP' | 'EXPIRED' | 'WITHDRAWN'
  /** The last day on which it can be redeemed, a date of the merchant’s calendar; null if it has no end. */
  endsOn: string | null
  voucher: VoucherForUser | null
  merchant: WalletMerchant | null
  /** The first 10 active outlets where it can be redeemed: nearest first if lat and lng were sent, otherwise by name. */
  outlets: Array<OutletWithDistance>
  /** The number of active outlets where it can be redeemed. If it is larger than the list, `GET /merchants/{id}` has all of them. */
  outletCount: number
}

export type WalletMerchant = {
  id: string
  /** The name shown to users. */
  name: string
  /** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
  slug: string
  /** Upper-case letters, digits and underscores. */
  category: string
  /** A path under /uploads/ or an https URL. */
  logoPath: string | null
  /** Whether the merchant is a favorite of the user. */
  favorited: boolean
}

/** Distinguished by `type`. Ignore types that are not listed here: new ones may be added. */
export type WebhookEvent = ClaimCreated | RedemptionCreated | RedemptionVoided | VoucherPublished

export type WebhookTestResult = {
  /** Whether the receiver answered with a 2xx status. */
  ok: boolean
  attemptedAt: string
  /** HTTP status; null if there was no response. */
  status: number | null
  durationMs: number
  /** The start of the response body. */
  response: string | null
  /** Why there was no response. */
  error: string | null
}

export const EVENT_TYPES = ['CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED'] as const

/** Every code that the service knows today. New ones may be added. */
export type KnownErrorCode =
  | 'validation_failed'
  | 'not_found'
  | 'request_timeout'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'internal_error'
  | 'unavailable'
  | 'maintenance'
  | 'invalid_signature'
  | 'signature_expired'
  | 'partner_disabled'
  | 'user_not_found'
  | 'upsert_failed'
  | 'live_mode'
  | 'clock_backwards'
  | 'missing_token'
  | 'invalid_token'
  | 'token_expired'
  | 'keys_unavailable'
  | 'merchant_not_found'
  | 'merchant_inactive'
  | 'merchant_out_of_scope'
  | 'voucher_not_found'
  | 'voucher_out_of_scope'
  | 'voucher_not_claimable'
  | 'rate_limited'
  | 'idempotency_key_reused'
  | 'outlet_not_found'
  | 'voucher_inactive'
  | 'voucher_not_yet_valid'
  | 'voucher_expired'
  | 'voucher_not_valid_at_outlet'
  | 'outlet_inactive'
  | 'outlet_pin_not_set'
  | 'invalid_pin'
  | 'too_far'
  | 'not_a_favorite'
  | 'no_claim'
  | 'voucher_not_yet_applicable'
  | 'voucher_no_longer_applicable'
  | 'limit_reached'
  | 'global_cap_reached'
  | 'codes_exhausted'
  | 'code_generation_failed'
  | 'qr_not_enabled'
  | 'code_not_found'
  | 'code_of_another_outlet'
  | 'code_expired'
  | 'code_used'
  | 'code_held'
  | 'confirmation_refused'
  | 'invalid_device_link'
  | 'too_many_devices'
  | 'unauthorized'
  | 'forbidden'
  | 'cross_site_request'
  | 'invalid_credentials'
  | 'reauthentication_required'
  | 'invalid_code'
  | 'invalid_sign_in_step'
  | 'passkey_refused'
  | 'passkeys_unavailable'
  | 'totp_active'
  | 'no_second_factor'
  | 'second_factor_required'
  | 'single_sign_on_only'
  | 'single_sign_on_off'
  | 'single_sign_on_refused'
  | 'issuer_unavailable'
  | 'email_not_verified'
  | 'email_not_invited'
  | 'email_off'
  | 'invalid_sign_in_link'
  | 'too_many_sign_ins'
  | 'password_too_common'
  | 'staff_inactive'
  | 'slug_taken'
  | 'issuer_taken'
  | 'email_taken'
  | 'sub_category_in_use'
  | 'no_next_secret'
  | 'no_webhook_url'
  | 'version_conflict'
  | 'voucher_published'
  | 'voucher_incomplete'
  | 'image_quota_reached'
  | 'image_too_large'
  | 'image_unreadable'
  | 'publication_limit_reached'
  | 'month_not_over'
  | 'earlier_month_open'
  | 'own_request'
  | 'session_needed'
  | 'approval_decided'
  | 'record_changed'
  | 'requester_not_allowed'
  | 'two_admins_needed'
  | 'selection_changed'
  | 'voucher_takes_no_codes'
