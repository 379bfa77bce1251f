// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package counterfoil

import (
	"encoding/json"
	"time"
)

// AdminRedemption is a redemption, as your support desk sees it.
type AdminRedemption struct {
	ID         string `json:"id"`
	UserID     string `json:"userId"`
	VoucherID  string `json:"voucherId"`
	OutletID   string `json:"outletId"`
	MerchantID string `json:"merchantId"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	OutletName   string `json:"outletName"`
	// `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle (`2026-11-02/P2W`).
	CycleKey string `json:"cycleKey"`
	// When the next cycle starts; null for ONE_TIME.
	CycleResetsAt *time.Time `json:"cycleResetsAt"`
	// FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
	Status     RedemptionStatus `json:"status"`
	FlagReason FlagReason       `json:"flagReason"`
	// How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed
	// in its sandbox).
	Method RedemptionMethod `json:"method"`
	// Whether the request had coordinates.
	GPSAvailable bool `json:"gpsAvailable"`
	// Distance between device and outlet, rounded to 0.1 m.
	GPSDistanceMeters *float64 `json:"gpsDistanceMeters"`
	// The dispensed code; null if the voucher has no codes.
	Code       string    `json:"code"`
	RedeemedAt time.Time `json:"redeemedAt"`
	// When the back office voided it.
	VoidedAt  *time.Time `json:"voidedAt"`
	PartnerID string     `json:"partnerId"`
	// The partner’s id of the user. Null for role merchant.
	ExternalUserID string `json:"externalUserId"`
	// The device of the outlet that confirmed the code; null unless `method` is QR.
	Device          *AdminRedemptionDevice `json:"device"`
	RedemptionValue *RedemptionValue       `json:"redemptionValue"`
	// A month in the merchant’s time zone, as in 2026-11.
	StatementMonth string `json:"statementMonth"`
	// Null without coordinates of the device, and for role merchant.
	ConsumerLat *float64 `json:"consumerLat"`
	// Null without coordinates of the device, and for role merchant.
	ConsumerLng *float64 `json:"consumerLng"`
	// Null without coordinates of the device, and for role merchant.
	GPSAccuracyMeters *float64 `json:"gpsAccuracyMeters"`
	VoidReason        string   `json:"voidReason"`
	// The latest review, or null.
	Review *AdminRedemptionReview `json:"review"`
}

// AdminRedemptionDevice is a part of AdminRedemption.
type AdminRedemptionDevice struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// AdminRedemptionReview is a part of AdminRedemption.
type AdminRedemptionReview struct {
	Outcome ReviewOutcome `json:"outcome"`
	Note    string        `json:"note"`
	// Null for role merchant, like note.
	ReviewedBy string `json:"reviewedBy"`
	// The name of the person or key as of today. Null for merchants and partners.
	ReviewedByName string    `json:"reviewedByName"`
	ReviewedAt     time.Time `json:"reviewedAt"`
}

// AdminRequest is a request of your backend or of one of your users.
type AdminRequest struct {
	// The id of the request, as in the response header `x-request-id`.
	ID string `json:"id"`
	// When it was answered.
	At time.Time `json:"at"`
	// Null if the request named no known partner.
	PartnerID   string `json:"partnerId"`
	PartnerName string `json:"partnerName"`
	// integration: the partner’s backend. consumer: one of its users.
	Surface RequestSurface `json:"surface"`
	Method  string         `json:"method"`
	// The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does not
	// exist.
	Route  string `json:"route"`
	Status int    `json:"status"`
	// The error code of the response.
	Code string `json:"code"`
	// The path of the page about the error code, on this host. Null for a call that succeeded.
	Help       string  `json:"help"`
	DurationMs float64 `json:"durationMs"`
	// Null if the signature or the token was not accepted, or the request is about no user.
	ExternalUserID string `json:"externalUserId"`
	// The reason in English. Null for a successful call without unknown fields.
	Reason string `json:"reason"`
	// The same as data, without words: one item for each sentence. The console writes them in the language of the
	// reader.
	Facts []AdminRequestFact `json:"facts"`
	// The id of its OpenTelemetry trace. Null if it was not traced.
	TraceID string `json:"traceId"`
}

// AdminRequestFact is a part of AdminRequest.
type AdminRequestFact struct {
	// What to say, as a key of a catalogue of words.
	Sentence string `json:"sentence"`
	// The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
	Details json.RawMessage `json:"details"`
	// What is wrong with parts of a request, at most five. `details.count` is the number of the others.
	Issues []AdminRequestFactIssue `json:"issues"`
}

// AdminRequestFactIssue is a part of AdminRequestFact.
type AdminRequestFactIssue struct {
	// A JSON pointer. Empty for the request as a whole.
	Path string `json:"path"`
	// What to say, as a key of a catalogue of words.
	Sentence string `json:"sentence"`
	// The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
	Details json.RawMessage `json:"details"`
}

// AdminUser is a user, as your support desk sees it.
type AdminUser struct {
	ID        string `json:"id"`
	PartnerID string `json:"partnerId"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	Email          string `json:"email"`
	DisplayName    string `json:"displayName"`
	// E.164 recommended. Only used by support to look up users.
	Phone string `json:"phone"`
	// Two ASCII letters (ISO 3166-1 alpha-2).
	CountryCode string `json:"countryCode"`
	// BCP 47 tag. Informational.
	Locale       string     `json:"locale"`
	AnonymizedAt *time.Time `json:"anonymizedAt"`
	CreatedAt    time.Time  `json:"createdAt"`
	UpdatedAt    time.Time  `json:"updatedAt"`
}

// AdminUserWithActivity is a user with what the user did. Includes the latest 200 claims, favorites and redemptions,
// newest first.
type AdminUserWithActivity struct {
	ID        string `json:"id"`
	PartnerID string `json:"partnerId"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	Email          string `json:"email"`
	DisplayName    string `json:"displayName"`
	// E.164 recommended. Only used by support to look up users.
	Phone string `json:"phone"`
	// Two ASCII letters (ISO 3166-1 alpha-2).
	CountryCode string `json:"countryCode"`
	// BCP 47 tag. Informational.
	Locale       string             `json:"locale"`
	AnonymizedAt *time.Time         `json:"anonymizedAt"`
	CreatedAt    time.Time          `json:"createdAt"`
	UpdatedAt    time.Time          `json:"updatedAt"`
	Claims       []WalletEntry      `json:"claims"`
	Favorites    []FavoriteMerchant `json:"favorites"`
	Redemptions  []Redemption       `json:"redemptions"`
}

// Alert is a current problem.
type Alert struct {
	Kind    AlertKind `json:"kind"`
	Message string    `json:"message"`
	// The same as data, without words: `message` is built from it, in English.
	Facts AlertFacts `json:"facts"`
	// The object that the alert is about.
	Subject  AlertSubject    `json:"subject"`
	Since    time.Time       `json:"since"`
	Delivery *DeliveryHealth `json:"delivery"`
}

// AlertFacts is a part of Alert.
type AlertFacts struct {
	// What happened, as a key of a catalogue of words.
	Sentence string `json:"sentence"`
	// The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
	Details json.RawMessage `json:"details"`
}

// AlertSubject is a part of Alert.
type AlertSubject struct {
	Type string `json:"type"`
	// A uuid; of a month or a cell, its name.
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ClaimCreated is the data of CLAIM_CREATED: a user claimed a voucher.
type ClaimCreated struct {
	UserID string `json:"userId"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	ClaimID        string `json:"claimId"`
	VoucherID      string `json:"voucherId"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	MerchantID   string `json:"merchantId"`
}

// CreatedTwin is your test twin. `secret` and `apiKey` are present only if it was created now.
type CreatedTwin struct {
	ID string `json:"id"`
	// 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
	Slug string `json:"slug"`
	// A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`.
	Mode PartnerMode `json:"mode"`
	// The test twin of a live partner, or the live partner of a test twin; null if there is none.
	TwinID string `json:"twinId"`
	Name   string `json:"name"`
	// The name shown to users.
	DisplayName string `json:"displayName"`
	// A path under /uploads/ or an https URL.
	LogoPath string `json:"logoPath"`
	// The `iss` claim of the partner’s tokens. Unique.
	JWTIssuer string `json:"jwtIssuer"`
	// Set exactly one of jwksUrl and publicKey.
	JWKSURL                 string          `json:"jwksUrl"`
	PublicKey               json.RawMessage `json:"publicKey"`
	NextPublicKey           json.RawMessage `json:"nextPublicKey"`
	JWTAudience             string          `json:"jwtAudience"`
	MaxTokenLifetimeSeconds *int            `json:"maxTokenLifetimeSeconds"`
	WebhookURL              string          `json:"webhookUrl"`
	Disabled                bool            `json:"disabled"`
	// Whether server-to-server requests without a v2 signature are refused.
	RequireV2 bool `json:"requireV2"`
	// A color in the form #rrggbb.
	AccentColor string `json:"accentColor"`
	// An https URL with {path} after the host, once.
	ShareURL       string   `json:"shareUrl"`
	FrameAncestors []string `json:"frameAncestors"`
	// A merchant is in scope if merchantIds lists it or categories lists its category.
	Scope *PartnerScope `json:"scope"`
	// The types of events that are delivered to webhookUrl. The events feed always has every type. Types that are added
	// later are off until they are chosen.
	EventTypes []EventType `json:"eventTypes"`
	// How many requests to `/integrations/*` are admitted in any 60 seconds; null: no limit.
	IntegrationRequestsPerMinute *int `json:"integrationRequestsPerMinute"`
	// How many requests of all users together are admitted in any 60 seconds; null: no limit.
	ConsumerRequestsPerMinute *int `json:"consumerRequestsPerMinute"`
	// The time of the first failed attempt since the last success; null if the last attempt succeeded or none was made.
	WebhookFailingSince *time.Time `json:"webhookFailingSince"`
	// When deliveries to webhookUrl were paused; null if they are not paused.
	WebhookPausedAt *time.Time `json:"webhookPausedAt"`
	// GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success.
	WebhookPauseReason PauseReason `json:"webhookPauseReason"`
	// When the next HMAC secret was created; null if there is none to promote.
	NextSecretSince *time.Time `json:"nextSecretSince"`
	CreatedAt       time.Time  `json:"createdAt"`
	UpdatedAt       time.Time  `json:"updatedAt"`
	// Increases with every update. Send it in If-Match to avoid overwriting someone else’s update.
	Version int `json:"version"`
	// Shown only once.
	Secret string `json:"secret"`
	// An API key of role partner, for the test twin. Shown only once.
	APIKey string `json:"apiKey"`
}

// DeliverNowResult is the deliveries that are sent now.
type DeliverNowResult struct {
	// How many are sent.
	Deliveries int `json:"deliveries"`
}

// Delivery is an event on its way to your webhook.
type Delivery struct {
	ID          string    `json:"id"`
	EventID     string    `json:"eventId"`
	Type        EventType `json:"type"`
	PartnerID   string    `json:"partnerId"`
	PartnerName string    `json:"partnerName"`
	UserID      string    `json:"userId"`
	// PENDING deliveries wait for their first or next attempt. FAILED deliveries have no attempts left.
	State        DeliveryState `json:"state"`
	AttemptCount int           `json:"attemptCount"`
	// HTTP status; null if there was no response.
	LastStatus *int `json:"lastStatus"`
	// When the next attempt is due; null if none is planned.
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
	DeliveredAt   *time.Time `json:"deliveredAt"`
	CreatedAt     time.Time  `json:"createdAt"`
}

// DeliveryHealth is the state of your endpoint. Whether events reach the partner’s webhook.
type DeliveryHealth struct {
	// OFF: the partner has no webhookUrl or is disabled. PAUSED: nothing is sent until the webhook is resumed. FAILING:
	// no attempt has succeeded since the last failure. OK: neither.
	State EndpointState `json:"state"`
	// The first failure since the last success, or the start of the pause; null if OK or OFF.
	Since *time.Time `json:"since"`
	// Deliveries that wait after a failure, or failed. Exact up to 10000; 10001 stands for more.
	Undelivered int `json:"undelivered"`
	// The HTTP status of the last attempt; null if there was no response or no attempt yet.
	LastStatus *int `json:"lastStatus"`
}

// DeliveryQuery is the filters of a list of deliveries.
type DeliveryQuery struct {
	// UNDELIVERED lists deliveries that wait after a failure, or failed.
	State DeliveryFilter `json:"state,omitempty"`
	Type  EventType      `json:"type,omitempty"`
	// An ISO 8601 date-time (inclusive).
	From *time.Time `json:"from,omitempty"`
	// An ISO 8601 date-time (exclusive).
	To    *time.Time `json:"to,omitempty"`
	Limit *int       `json:"limit,omitempty"`
	// The nextCursor of the previous page.
	Cursor string `json:"cursor,omitempty"`
	// The order; -createdAt by default. A minus means descending. A cursor is valid only for its sort.
	Sort string `json:"sort,omitempty"`
	// Adds `count`: how many rows match the filters, on all pages together.
	Count *bool `json:"count,omitempty"`
}

// DeliveryTest is what happens to the next deliveries of the sandbox.
type DeliveryTest struct {
	// How many of the next attempts fail. Your endpoint is not called for them. 0 ends the simulation.
	FailNext *int `json:"failNext,omitempty"`
	// The status with which they fail. With 410, deliveries are paused.
	Status *int `json:"status,omitempty"`
	// Deliveries that wait for their next attempt are sent now.
	RetryNow *bool `json:"retryNow,omitempty"`
}

// DeliveryTestResult is what happens to the deliveries of the sandbox.
type DeliveryTestResult struct {
	// How many attempts are still going to fail.
	Failing int `json:"failing"`
	// How many deliveries are sent now.
	Retried int `json:"retried"`
}

// Deployment is a deployment of your backend.
type Deployment struct {
	ID        string `json:"id"`
	PartnerID string `json:"partnerId"`
	// What you deployed, such as a version or a commit.
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// FavoriteMerchant is a merchant that a user follows.
type FavoriteMerchant struct {
	MerchantID  string    `json:"merchantId"`
	FavoritedAt time.Time `json:"favoritedAt"`
	// The name shown to users.
	Name string `json:"name"`
	// 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
	Slug string `json:"slug"`
	// Upper-case letters, digits and underscores.
	Category string `json:"category"`
	// A path under /uploads/ or an https URL.
	LogoPath string `json:"logoPath"`
}

// Issue is one invalid part of a request.
type Issue struct {
	// JSON pointer to the invalid part of the request.
	Path    string `json:"path"`
	Message string `json:"message"`
	// The same as data, without words. The console writes it in the language of the reader.
	Facts *IssueFacts `json:"facts"`
}

// IssueFacts is a part of Issue.
type IssueFacts struct {
	// What to say, as a key of a catalogue of words.
	Sentence string `json:"sentence"`
	// The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
	Details json.RawMessage `json:"details"`
}

// Partner is your partner record.
type Partner struct {
	ID string `json:"id"`
	// 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
	Slug string `json:"slug"`
	// A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`.
	Mode PartnerMode `json:"mode"`
	// The test twin of a live partner, or the live partner of a test twin; null if there is none.
	TwinID string `json:"twinId"`
	Name   string `json:"name"`
	// The name shown to users.
	DisplayName string `json:"displayName"`
	// A path under /uploads/ or an https URL.
	LogoPath string `json:"logoPath"`
	// The `iss` claim of the partner’s tokens. Unique.
	JWTIssuer string `json:"jwtIssuer"`
	// Set exactly one of jwksUrl and publicKey.
	JWKSURL                 string          `json:"jwksUrl"`
	PublicKey               json.RawMessage `json:"publicKey"`
	NextPublicKey           json.RawMessage `json:"nextPublicKey"`
	JWTAudience             string          `json:"jwtAudience"`
	MaxTokenLifetimeSeconds *int            `json:"maxTokenLifetimeSeconds"`
	WebhookURL              string          `json:"webhookUrl"`
	Disabled                bool            `json:"disabled"`
	// Whether server-to-server requests without a v2 signature are refused.
	RequireV2 bool `json:"requireV2"`
	// A color in the form #rrggbb.
	AccentColor string `json:"accentColor"`
	// An https URL with {path} after the host, once.
	ShareURL       string   `json:"shareUrl"`
	FrameAncestors []string `json:"frameAncestors"`
	// A merchant is in scope if merchantIds lists it or categories lists its category.
	Scope *PartnerScope `json:"scope"`
	// The types of events that are delivered to webhookUrl. The events feed always has every type. Types that are added
	// later are off until they are chosen.
	EventTypes []EventType `json:"eventTypes"`
	// How many requests to `/integrations/*` are admitted in any 60 seconds; null: no limit.
	IntegrationRequestsPerMinute *int `json:"integrationRequestsPerMinute"`
	// How many requests of all users together are admitted in any 60 seconds; null: no limit.
	ConsumerRequestsPerMinute *int `json:"consumerRequestsPerMinute"`
	// The time of the first failed attempt since the last success; null if the last attempt succeeded or none was made.
	WebhookFailingSince *time.Time `json:"webhookFailingSince"`
	// When deliveries to webhookUrl were paused; null if they are not paused.
	WebhookPausedAt *time.Time `json:"webhookPausedAt"`
	// GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success.
	WebhookPauseReason PauseReason `json:"webhookPauseReason"`
	// When the next HMAC secret was created; null if there is none to promote.
	NextSecretSince *time.Time `json:"nextSecretSince"`
	CreatedAt       time.Time  `json:"createdAt"`
	UpdatedAt       time.Time  `json:"updatedAt"`
	// Increases with every update. Send it in If-Match to avoid overwriting someone else’s update.
	Version int `json:"version"`
}

// PartnerMerchant is a merchant in your scope with its outlets.
type PartnerMerchant struct {
	ID string `json:"id"`
	// The name shown to users.
	Name string `json:"name"`
	// 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
	Slug string `json:"slug"`
	// Upper-case letters, digits and underscores.
	Category string `json:"category"`
	// Whether users see it.
	IsActive bool                    `json:"isActive"`
	Outlets  []PartnerMerchantOutlet `json:"outlets"`
}

// PartnerMerchantOutlet is a part of PartnerMerchant.
type PartnerMerchantOutlet struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Whether users see it.
	IsActive bool `json:"isActive"`
}

// PartnerScope is a part of Partner.
type PartnerScope struct {
	MerchantIDs []string `json:"merchantIds"`
	Categories  []string `json:"categories"`
}

// PublishedVoucher is a voucher that was published.
type PublishedVoucher struct {
	VoucherID string `json:"voucherId"`
	// The number of events.
	EventsEnqueued int `json:"eventsEnqueued"`
}

// Redemption is a voucher that a user has used at an outlet.
type Redemption struct {
	ID         string `json:"id"`
	UserID     string `json:"userId"`
	VoucherID  string `json:"voucherId"`
	OutletID   string `json:"outletId"`
	MerchantID string `json:"merchantId"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	OutletName   string `json:"outletName"`
	// `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle (`2026-11-02/P2W`).
	CycleKey string `json:"cycleKey"`
	// When the next cycle starts; null for ONE_TIME.
	CycleResetsAt *time.Time `json:"cycleResetsAt"`
	// FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
	Status     RedemptionStatus `json:"status"`
	FlagReason FlagReason       `json:"flagReason"`
	// How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed
	// in its sandbox).
	Method RedemptionMethod `json:"method"`
	// Whether the request had coordinates.
	GPSAvailable bool `json:"gpsAvailable"`
	// Distance between device and outlet, rounded to 0.1 m.
	GPSDistanceMeters *float64 `json:"gpsDistanceMeters"`
	// The dispensed code; null if the voucher has no codes.
	Code       string    `json:"code"`
	RedeemedAt time.Time `json:"redeemedAt"`
	// When the back office voided it.
	VoidedAt *time.Time `json:"voidedAt"`
	// How often the user can still redeem the voucher in that cycle.
	Remaining int `json:"remaining"`
	// Anybody can check the redemption at `/verify/` with this code, and learns nothing about the person.
	VerifyCode string `json:"verifyCode"`
}

// RedemptionCreated is the data of REDEMPTION_CREATED: a user redeemed a voucher.
type RedemptionCreated struct {
	UserID string `json:"userId"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	RedemptionID   string `json:"redemptionId"`
	VoucherID      string `json:"voucherId"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	OutletID     string `json:"outletId"`
	OutletName   string `json:"outletName"`
	// FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
	Status     RedemptionStatus `json:"status"`
	FlagReason FlagReason       `json:"flagReason"`
	MerchantID string           `json:"merchantId"`
	// The name shown to users.
	MerchantName string `json:"merchantName"`
	// How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed
	// in its sandbox).
	Method RedemptionMethod `json:"method"`
}

// RedemptionQuery is the filters of a list of redemptions.
type RedemptionQuery struct {
	MerchantID string `json:"merchantId,omitempty"`
	// The category that the merchant is in today, as in the stats.
	Category  string `json:"category,omitempty"`
	OutletID  string `json:"outletId,omitempty"`
	VoucherID string `json:"voucherId,omitempty"`
	UserID    string `json:"userId,omitempty"`
	// FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
	Status     RedemptionStatus `json:"status,omitempty"`
	FlagReason FlagReason       `json:"flagReason,omitempty"`
	// Whether the redemption has been reviewed.
	Reviewed *bool `json:"reviewed,omitempty"`
	// The outcome of the latest review.
	ReviewOutcome ReviewOutcome `json:"reviewOutcome,omitempty"`
	// Whether the redemption has been voided.
	Voided *bool `json:"voided,omitempty"`
	// A month in the merchant’s time zone, as in 2026-11.
	StatementMonth string `json:"statementMonth,omitempty"`
	// An amount and a currency, as in "5.00 MYR", or "none" for redemptions without a value.
	Value string `json:"value,omitempty"`
	// An ISO 8601 date-time (inclusive).
	From *time.Time `json:"from,omitempty"`
	// An ISO 8601 date-time (exclusive).
	To    *time.Time `json:"to,omitempty"`
	Limit *int       `json:"limit,omitempty"`
	// The nextCursor of the previous page.
	Cursor string `json:"cursor,omitempty"`
	// The order; -redeemedAt by default. A minus means descending. A cursor is valid only for its sort.
	Sort string `json:"sort,omitempty"`
	// Adds `count`: how many rows match the filters, on all pages together.
	Count *bool `json:"count,omitempty"`
}

// RedemptionValue is an amount of money. What one redemption is worth between the parties. Responses have exactly the
// decimals of the currency.
type RedemptionValue struct {
	// A decimal number as text, with at most 12 digits before the point.
	Amount string `json:"amount"`
	// Three upper-case letters (ISO 4217).
	Currency string `json:"currency"`
}

// RedemptionVoided is the data of REDEMPTION_VOIDED: the back office voided a redemption.
type RedemptionVoided struct {
	UserID string `json:"userId"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	RedemptionID   string `json:"redemptionId"`
	VoucherID      string `json:"voucherId"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	MerchantID   string `json:"merchantId"`
	OutletID     string `json:"outletId"`
	// Why the back office voided it.
	Reason   string    `json:"reason"`
	VoidedAt time.Time `json:"voidedAt"`
}

// Replay is the progress of a replay.
type Replay struct {
	PartnerID string `json:"partnerId"`
	// An ISO 8601 date-time (inclusive).
	Since time.Time `json:"since"`
	// An ISO 8601 date-time (exclusive).
	Until *time.Time `json:"until"`
	// Which events of the period to send: those whose delivery waits after a failure or failed, those whose delivery
	// failed, or all.
	Only       ReplaySelection `json:"only"`
	Total      int             `json:"total"`
	Delivered  int             `json:"delivered"`
	Failed     int             `json:"failed"`
	Pending    int             `json:"pending"`
	CreatedAt  time.Time       `json:"createdAt"`
	FinishedAt *time.Time      `json:"finishedAt"`
	// Why the replay ended before all of its events were queued; null unless it failed.
	Error string `json:"error"`
}

// ReplayRequest is the events to send again.
type ReplayRequest struct {
	// An ISO 8601 date-time (inclusive).
	Since time.Time `json:"since"`
	// An ISO 8601 date-time (exclusive).
	Until *time.Time `json:"until,omitempty"`
	// Which events of the period to send: those whose delivery waits after a failure or failed, those whose delivery
	// failed, or all.
	Only ReplaySelection `json:"only"`
}

// RequestQuery is the filters of a list of requests.
type RequestQuery struct {
	RequestID string `json:"requestId,omitempty"`
	// A status such as 401, or a class such as 4xx.
	Status string `json:"status,omitempty"`
	// The error code of the response.
	Code string `json:"code,omitempty"`
	// The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does not
	// exist.
	Route string `json:"route,omitempty"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId,omitempty"`
	// If true, only what is new since the last deployment of its partner: calls that failed or had unknown fields since,
	// with a method, route and code that were not seen in the 7 days before. See `POST …/deployments`.
	NewSinceDeployment *bool `json:"newSinceDeployment,omitempty"`
	// An ISO 8601 date-time (inclusive).
	From *time.Time `json:"from,omitempty"`
	// An ISO 8601 date-time (exclusive).
	To    *time.Time `json:"to,omitempty"`
	Limit *int       `json:"limit,omitempty"`
	// The nextCursor of the previous page.
	Cursor string `json:"cursor,omitempty"`
	// The order; -at by default. A minus means descending. A cursor is valid only for its sort.
	Sort string `json:"sort,omitempty"`
	// Adds `count`: how many rows match the filters, on all pages together.
	Count *bool `json:"count,omitempty"`
}

// RowCount is how many rows match the filters. Only with `count=true`.
type RowCount struct {
	Value int `json:"value"`
	// False if there are more: counting stops at 10,000. Then `value` is 10000.
	IsExact bool `json:"isExact"`
}

// TestClock is the clock of the sandbox.
type TestClock struct {
	// The current time of the sandbox.
	Now time.Time `json:"now"`
	// The real time, which tokens and signatures follow.
	RealTime time.Time `json:"realTime"`
}

// TestInfo is your test twin and its settings.
type TestInfo struct {
	// 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
	Slug string `json:"slug"`
	// The slug of the live partner. Null if the test partner is not a twin.
	LiveSlug string `json:"liveSlug"`
	// The `iss` that tokens of this test partner must have.
	Issuer string `json:"issuer"`
	// The current time of the sandbox.
	Now time.Time `json:"now"`
	// Where events are sent. Null: events are only in the feed.
	WebhookURL string `json:"webhookUrl"`
	// Where your public keys are fetched. Null: only registered keys and ours are accepted.
	JWKSURL string `json:"jwksUrl"`
}

// TestRedemption is a redemption in the sandbox.
type TestRedemption struct {
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	VoucherID      string `json:"voucherId"`
	// A uuid; by default, an outlet of the voucher.
	OutletID string `json:"outletId,omitempty"`
	// FLAGGED redeems without a position. SUCCESS, the default, redeems at the position of the outlet.
	Outcome RedemptionStatus `json:"outcome,omitempty"`
}

// TestScenario is a merchant and a voucher that are named for what they do.
type TestScenario struct {
	// The slug of its merchant.
	Scenario string `json:"scenario"`
	// The response to redeeming its voucher.
	Result      string  `json:"result"`
	MerchantID  string  `json:"merchantId"`
	OutletID    string  `json:"outletId"`
	VoucherID   string  `json:"voucherId"`
	PIN         string  `json:"pin"`
	ConsumerLat float64 `json:"consumerLat"`
	ConsumerLng float64 `json:"consumerLng"`
}

// TestToken is a user token for the sandbox.
type TestToken struct {
	Token string `json:"token"`
	// In real time, not by the clock of the sandbox.
	ExpiresAt time.Time `json:"expiresAt"`
}

// TestTokenRequest is the user of a token for the sandbox.
type TestTokenRequest struct {
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID   string `json:"externalUserId"`
	Email            *Text  `json:"email,omitempty"`
	DisplayName      *Text  `json:"displayName,omitempty"`
	ExpiresInSeconds *int   `json:"expiresInSeconds,omitempty"`
}

// UserQuery is the filters of a search for users.
type UserQuery struct {
	Limit *int `json:"limit,omitempty"`
	// The nextCursor of the previous page.
	Cursor string `json:"cursor,omitempty"`
	// The order; -createdAt by default. A minus means descending. A cursor is valid only for its sort.
	Sort string `json:"sort,omitempty"`
	// Adds `count`: how many rows match the filters, on all pages together.
	Count *bool `json:"count,omitempty"`
}

// User is a user to create or update. Omitted fields stay unchanged; null clears a field.
type User struct {
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	Email          *Text  `json:"email,omitempty"`
	DisplayName    *Text  `json:"displayName,omitempty"`
	// E.164 recommended. Only used by support to look up users.
	Phone *Text `json:"phone,omitempty"`
	// Two ASCII letters (ISO 3166-1 alpha-2).
	CountryCode *Text `json:"countryCode,omitempty"`
	// BCP 47 tag. Informational.
	Locale *Text `json:"locale,omitempty"`
}

// UpsertedUser is the id of the user, and whether the user is new.
type UpsertedUser struct {
	UserID  string `json:"userId"`
	Created bool   `json:"created"`
}

// VoidedRedemption is a redemption that was voided.
type VoidedRedemption struct {
	RedemptionID string    `json:"redemptionId"`
	VoidedAt     time.Time `json:"voidedAt"`
	Reason       string    `json:"reason"`
}

// VoucherPublished is the data of VOUCHER_PUBLISHED: a merchant that the user follows published a voucher.
type VoucherPublished struct {
	UserID string `json:"userId"`
	// The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
	ExternalUserID string `json:"externalUserId"`
	VoucherID      string `json:"voucherId"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	MerchantID   string `json:"merchantId"`
	// The name shown to users.
	MerchantName string `json:"merchantName"`
	// The kind of benefit. Informational.
	ValueType ValueType `json:"valueType"`
}

// WalletEntry is a voucher in the wallet of a user.
type WalletEntry struct {
	ID        string    `json:"id"`
	VoucherID string    `json:"voucherId"`
	ClaimedAt time.Time `json:"claimedAt"`
	// May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, remove
	// the tags, ignoring case.
	VoucherTitle string `json:"voucherTitle"`
	// False if the voucher was unpublished. The claim remains, but cannot be redeemed.
	VoucherIsActive bool   `json:"voucherIsActive"`
	MerchantID      string `json:"merchantId"`
}

// WebhookTestResult is the response of your endpoint to a sample.
type WebhookTestResult struct {
	// Whether the receiver answered with a 2xx status.
	OK          bool      `json:"ok"`
	AttemptedAt time.Time `json:"attemptedAt"`
	// HTTP status; null if there was no response.
	Status     *int `json:"status"`
	DurationMs int  `json:"durationMs"`
	// The start of the response body.
	Response string `json:"response"`
	// Why there was no response.
	Error string `json:"error"`
}
