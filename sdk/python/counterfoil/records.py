# Generated from the contract by `npm run generate`. Do not edit.
from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Literal, Optional, Type, TypedDict, Union

AlertKind = Literal["PIN_GUESSING", "PIN_DEFENSE", "CODE_GUESSING", "POOL_LOW", "POOL_EMPTY", "ENDPOINT_FAILING", "ENDPOINT_PAUSED", "JWKS_UNREACHABLE", "SIGN_IN_GUESSING", "SCHEDULE_FAILED", "VOUCHER_ENDS_SOON", "CAP_NEARLY_REACHED", "CAP_REACHED", "DESTINATION_FAILING", "CELL_UNREACHABLE", "STATEMENTS_CLOSED", "NEW_DEVICE", "APPROVAL_BYPASSED"]
DeliveryFilter = Literal["PENDING", "DELIVERED", "FAILED", "UNDELIVERED"]
DeliveryState = Literal["PENDING", "DELIVERED", "FAILED"]
EndpointState = Literal["OK", "FAILING", "PAUSED", "OFF"]
EventType = Literal["CLAIM_CREATED", "REDEMPTION_CREATED", "REDEMPTION_VOIDED", "VOUCHER_PUBLISHED"]
FlagReason = Literal["outlet_not_geolocated", "gps_unavailable"]
PartnerMode = Literal["live", "test"]
PauseReason = Literal["GONE", "EXHAUSTED"]
RedemptionMethod = Literal["PIN", "QR", "TEST"]
RedemptionStatus = Literal["SUCCESS", "FLAGGED"]
ReplaySelection = Literal["undelivered", "failed", "all"]
RequestSurface = Literal["integration", "consumer"]
ReviewOutcome = Literal["ACCEPTED", "REJECTED"]
ValueType = Literal["FREE_ITEM", "PERCENT", "FIXED", "BOGO"]


@dataclass(frozen=True)
class AdminRedemption:
    """A redemption, as your support desk sees it."""

    id: str
    user_id: str
    voucher_id: str
    outlet_id: str
    merchant_id: str
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    outlet_name: str
    #: `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle
    #: (`2026-11-02/P2W`).
    cycle_key: str
    #: When the next cycle starts; None for ONE_TIME.
    cycle_resets_at: Optional[datetime]
    #: FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
    status: RedemptionStatus
    flag_reason: Optional[FlagReason]
    #: How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner
    #: redeemed in its sandbox).
    method: RedemptionMethod
    #: Whether the request had coordinates.
    gps_available: bool
    #: Distance between device and outlet, rounded to 0.1 m.
    gps_distance_meters: Optional[float]
    #: The dispensed code; None if the voucher has no codes.
    code: Optional[str]
    redeemed_at: datetime
    #: When the back office voided it.
    voided_at: Optional[datetime]
    partner_id: str
    #: The partner’s id of the user. None for role merchant.
    external_user_id: Optional[str]
    #: The device of the outlet that confirmed the code; None unless `method` is QR.
    device: Optional[AdminRedemptionDevice]
    redemption_value: Optional[RedemptionValue]
    #: A month in the merchant’s time zone, as in 2026-11.
    statement_month: str
    #: None without coordinates of the device, and for role merchant.
    consumer_lat: Optional[float]
    #: None without coordinates of the device, and for role merchant.
    consumer_lng: Optional[float]
    #: None without coordinates of the device, and for role merchant.
    gps_accuracy_meters: Optional[float]
    void_reason: Optional[str]
    #: The latest review, or None.
    review: Optional[AdminRedemptionReview]


@dataclass(frozen=True)
class AdminRedemptionDevice:
    """A part of AdminRedemption."""

    id: str
    name: str


@dataclass(frozen=True)
class AdminRedemptionReview:
    """A part of AdminRedemption."""

    outcome: ReviewOutcome
    note: Optional[str]
    #: None for role merchant, like note.
    reviewed_by: Optional[str]
    #: The name of the person or key as of today. None for merchants and partners.
    reviewed_by_name: Optional[str]
    reviewed_at: datetime


@dataclass(frozen=True)
class AdminRequest:
    """A request of your backend or of one of your users."""

    #: The id of the request, as in the response header `x-request-id`.
    id: str
    #: When it was answered.
    at: datetime
    #: None if the request named no known partner.
    partner_id: Optional[str]
    partner_name: Optional[str]
    #: integration: the partner’s backend. consumer: one of its users.
    surface: RequestSurface
    method: str
    #: The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does
    #: not exist.
    route: str
    status: int
    #: The error code of the response.
    code: Optional[str]
    #: The path of the page about the error code, on this host. None for a call that succeeded.
    help: Optional[str]
    duration_ms: float
    #: None if the signature or the token was not accepted, or the request is about no user.
    external_user_id: Optional[str]
    #: The reason in English. None for a successful call without unknown fields.
    reason: Optional[str]
    #: The same as data, without words: one item for each sentence. The console writes them in the language of the
    #: reader.
    facts: Optional[list[AdminRequestFact]]
    #: The id of its OpenTelemetry trace. None if it was not traced.
    trace_id: Optional[str]


@dataclass(frozen=True)
class AdminRequestFact:
    """A part of AdminRequest."""

    #: What to say, as a key of a catalogue of words.
    sentence: str
    #: The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
    details: Any
    #: What is wrong with parts of a request, at most five. `details.count` is the number of the others.
    issues: Optional[list[AdminRequestFactIssue]] = None


@dataclass(frozen=True)
class AdminRequestFactIssue:
    """A part of AdminRequestFact."""

    #: A JSON pointer. Empty for the request as a whole.
    path: str
    #: What to say, as a key of a catalogue of words.
    sentence: str
    #: The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
    details: Any


@dataclass(frozen=True)
class AdminUser:
    """A user, as your support desk sees it."""

    id: str
    partner_id: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    email: Optional[str]
    display_name: Optional[str]
    #: E.164 recommended. Only used by support to look up users.
    phone: Optional[str]
    #: Two ASCII letters (ISO 3166-1 alpha-2).
    country_code: Optional[str]
    #: BCP 47 tag. Informational.
    locale: Optional[str]
    anonymized_at: Optional[datetime]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class AdminUserWithActivity:
    """A user with what the user did. Includes the latest 200 claims, favorites and redemptions, newest first."""

    id: str
    partner_id: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    email: Optional[str]
    display_name: Optional[str]
    #: E.164 recommended. Only used by support to look up users.
    phone: Optional[str]
    #: Two ASCII letters (ISO 3166-1 alpha-2).
    country_code: Optional[str]
    #: BCP 47 tag. Informational.
    locale: Optional[str]
    anonymized_at: Optional[datetime]
    created_at: datetime
    updated_at: datetime
    claims: list[WalletEntry]
    favorites: list[FavoriteMerchant]
    redemptions: list[Redemption]


@dataclass(frozen=True)
class Alert:
    """A current problem."""

    kind: AlertKind
    message: str
    #: The same as data, without words: `message` is built from it, in English.
    facts: AlertFacts
    #: The object that the alert is about.
    subject: AlertSubject
    since: datetime
    delivery: Optional[DeliveryHealth]


@dataclass(frozen=True)
class AlertFacts:
    """A part of Alert."""

    #: What happened, as a key of a catalogue of words.
    sentence: str
    #: The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
    details: Any


@dataclass(frozen=True)
class AlertSubject:
    """A part of Alert."""

    type: Literal["outlet", "voucher", "partner", "staff", "destination", "cell", "month", "approval"]
    #: A uuid; of a month or a cell, its name.
    id: str
    name: str


@dataclass(frozen=True)
class ClaimCreated:
    """A user claimed a voucher."""

    id: str
    type: Literal["CLAIM_CREATED"]
    created_at: datetime
    data: ClaimCreatedData
    #: Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event.
    test: bool = False


@dataclass(frozen=True)
class ClaimCreatedData:
    """A part of ClaimCreated."""

    user_id: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    claim_id: str
    voucher_id: str
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    merchant_id: str


@dataclass(frozen=True)
class CreatedTwin:
    """Your test twin. `secret` and `api_key` are present only if it was created now."""

    id: str
    #: 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
    slug: str
    #: A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`.
    mode: PartnerMode
    #: The test twin of a live partner, or the live partner of a test twin; None if there is none.
    twin_id: Optional[str]
    name: str
    #: The name shown to users.
    display_name: str
    #: A path under /uploads/ or an https URL.
    logo_path: str
    #: The `iss` claim of the partner’s tokens. Unique.
    jwt_issuer: str
    #: Set exactly one of jwks_url and public_key.
    jwks_url: Optional[str]
    public_key: Optional[Any]
    next_public_key: Optional[Any]
    jwt_audience: Optional[str]
    max_token_lifetime_seconds: Optional[int]
    webhook_url: Optional[str]
    disabled: bool
    #: Whether server-to-server requests without a v2 signature are refused.
    require_v2: bool
    #: A color in the form #rrggbb.
    accent_color: Optional[str]
    #: An https URL with {path} after the host, once.
    share_url: Optional[str]
    frame_ancestors: list[str]
    #: A merchant is in scope if merchant_ids lists it or categories lists its category.
    scope: Optional[PartnerScope]
    #: The types of events that are delivered to webhook_url. The events feed always has every type. Types that are
    #: added later are off until they are chosen.
    event_types: list[EventType]
    #: How many requests to `/integrations/*` are admitted in any 60 seconds; None: no limit.
    integration_requests_per_minute: Optional[int]
    #: How many requests of all users together are admitted in any 60 seconds; None: no limit.
    consumer_requests_per_minute: Optional[int]
    #: The time of the first failed attempt since the last success; None if the last attempt succeeded or none was
    #: made.
    webhook_failing_since: Optional[datetime]
    #: When deliveries to webhook_url were paused; None if they are not paused.
    webhook_paused_at: Optional[datetime]
    #: GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success.
    webhook_pause_reason: Optional[PauseReason]
    #: When the next HMAC secret was created; None if there is none to promote.
    next_secret_since: Optional[datetime]
    created_at: datetime
    updated_at: datetime
    #: Increases with every update. Send it in If-Match to avoid overwriting someone else’s update.
    version: int
    #: Shown only once.
    secret: Optional[str] = None
    #: An API key of role partner, for the test twin. Shown only once.
    api_key: Optional[str] = None


@dataclass(frozen=True)
class DeliverNowResult:
    """The deliveries that are sent now."""

    #: How many are sent.
    deliveries: int


@dataclass(frozen=True)
class Delivery:
    """An event on its way to your webhook."""

    id: str
    event_id: str
    type: EventType
    partner_id: str
    partner_name: str
    user_id: str
    #: PENDING deliveries wait for their first or next attempt. FAILED deliveries have no attempts left.
    state: DeliveryState
    attempt_count: int
    #: HTTP status; None if there was no response.
    last_status: Optional[int]
    #: When the next attempt is due; None if none is planned.
    next_attempt_at: Optional[datetime]
    delivered_at: Optional[datetime]
    created_at: datetime


@dataclass(frozen=True)
class DeliveryHealth:
    """The state of your endpoint. Whether events reach the partner’s webhook."""

    #: OFF: the partner has no webhook_url or is disabled. PAUSED: nothing is sent until the webhook is resumed.
    #: FAILING: no attempt has succeeded since the last failure. OK: neither.
    state: EndpointState
    #: The first failure since the last success, or the start of the pause; None if OK or OFF.
    since: Optional[datetime]
    #: Deliveries that wait after a failure, or failed. Exact up to 10000; 10001 stands for more.
    undelivered: int
    #: The HTTP status of the last attempt; None if there was no response or no attempt yet.
    last_status: Optional[int]


@dataclass(frozen=True)
class DeliveryTestResult:
    """What happens to the deliveries of the sandbox."""

    #: How many attempts are still going to fail.
    failing: int
    #: How many deliveries are sent now.
    retried: int


@dataclass(frozen=True)
class Deployment:
    """A deployment of your backend."""

    id: str
    partner_id: str
    #: What you deployed, such as a version or a commit.
    name: str
    at: datetime


@dataclass(frozen=True)
class FavoriteMerchant:
    """A merchant that a user follows."""

    merchant_id: str
    favorited_at: datetime
    #: The name shown to users.
    name: str
    #: 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
    slug: str
    #: Upper-case letters, digits and underscores.
    category: str
    #: A path under /uploads/ or an https URL.
    logo_path: Optional[str]


@dataclass(frozen=True)
class Issue:
    """One invalid part of a request."""

    #: JSON pointer to the invalid part of the request.
    path: str
    message: str
    #: The same as data, without words. The console writes it in the language of the reader.
    facts: Optional[IssueFacts] = None


@dataclass(frozen=True)
class IssueFacts:
    """A part of Issue."""

    #: What to say, as a key of a catalogue of words.
    sentence: str
    #: The values in the sentence, by the names of their placeholders. `count` chooses the plural form.
    details: Any


@dataclass(frozen=True)
class Partner:
    """Your partner record."""

    id: str
    #: 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
    slug: str
    #: A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`.
    mode: PartnerMode
    #: The test twin of a live partner, or the live partner of a test twin; None if there is none.
    twin_id: Optional[str]
    name: str
    #: The name shown to users.
    display_name: str
    #: A path under /uploads/ or an https URL.
    logo_path: str
    #: The `iss` claim of the partner’s tokens. Unique.
    jwt_issuer: str
    #: Set exactly one of jwks_url and public_key.
    jwks_url: Optional[str]
    public_key: Optional[Any]
    next_public_key: Optional[Any]
    jwt_audience: Optional[str]
    max_token_lifetime_seconds: Optional[int]
    webhook_url: Optional[str]
    disabled: bool
    #: Whether server-to-server requests without a v2 signature are refused.
    require_v2: bool
    #: A color in the form #rrggbb.
    accent_color: Optional[str]
    #: An https URL with {path} after the host, once.
    share_url: Optional[str]
    frame_ancestors: list[str]
    #: A merchant is in scope if merchant_ids lists it or categories lists its category.
    scope: Optional[PartnerScope]
    #: The types of events that are delivered to webhook_url. The events feed always has every type. Types that are
    #: added later are off until they are chosen.
    event_types: list[EventType]
    #: How many requests to `/integrations/*` are admitted in any 60 seconds; None: no limit.
    integration_requests_per_minute: Optional[int]
    #: How many requests of all users together are admitted in any 60 seconds; None: no limit.
    consumer_requests_per_minute: Optional[int]
    #: The time of the first failed attempt since the last success; None if the last attempt succeeded or none was
    #: made.
    webhook_failing_since: Optional[datetime]
    #: When deliveries to webhook_url were paused; None if they are not paused.
    webhook_paused_at: Optional[datetime]
    #: GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success.
    webhook_pause_reason: Optional[PauseReason]
    #: When the next HMAC secret was created; None if there is none to promote.
    next_secret_since: Optional[datetime]
    created_at: datetime
    updated_at: datetime
    #: Increases with every update. Send it in If-Match to avoid overwriting someone else’s update.
    version: int


@dataclass(frozen=True)
class PartnerMerchant:
    """A merchant in your scope with its outlets."""

    id: str
    #: The name shown to users.
    name: str
    #: 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
    slug: str
    #: Upper-case letters, digits and underscores.
    category: str
    #: Whether users see it.
    is_active: bool
    outlets: list[PartnerMerchantOutlet]


@dataclass(frozen=True)
class PartnerMerchantOutlet:
    """A part of PartnerMerchant."""

    id: str
    name: str
    #: Whether users see it.
    is_active: bool


@dataclass(frozen=True)
class PartnerScope:
    """A part of Partner."""

    merchant_ids: list[str]
    categories: list[str]


@dataclass(frozen=True)
class PublishedVoucher:
    """A voucher that was published."""

    voucher_id: str
    #: The number of events.
    events_enqueued: int


@dataclass(frozen=True)
class Redemption:
    """A voucher that a user has used at an outlet."""

    id: str
    user_id: str
    voucher_id: str
    outlet_id: str
    merchant_id: str
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    outlet_name: str
    #: `ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle
    #: (`2026-11-02/P2W`).
    cycle_key: str
    #: When the next cycle starts; None for ONE_TIME.
    cycle_resets_at: Optional[datetime]
    #: FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
    status: RedemptionStatus
    flag_reason: Optional[FlagReason]
    #: How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner
    #: redeemed in its sandbox).
    method: RedemptionMethod
    #: Whether the request had coordinates.
    gps_available: bool
    #: Distance between device and outlet, rounded to 0.1 m.
    gps_distance_meters: Optional[float]
    #: The dispensed code; None if the voucher has no codes.
    code: Optional[str]
    redeemed_at: datetime
    #: When the back office voided it.
    voided_at: Optional[datetime]
    #: How often the user can still redeem the voucher in that cycle.
    remaining: int
    #: Anybody can check the redemption at `/verify/` with this code, and learns nothing about the person.
    verify_code: str


@dataclass(frozen=True)
class RedemptionCreated:
    """A user redeemed a voucher."""

    id: str
    type: Literal["REDEMPTION_CREATED"]
    created_at: datetime
    data: RedemptionCreatedData
    #: Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event.
    test: bool = False


@dataclass(frozen=True)
class RedemptionCreatedData:
    """A part of RedemptionCreated."""

    user_id: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    redemption_id: str
    voucher_id: str
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    outlet_id: str
    outlet_name: str
    #: FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
    status: RedemptionStatus
    flag_reason: Optional[FlagReason]
    merchant_id: str
    #: The name shown to users.
    merchant_name: str
    #: How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner
    #: redeemed in its sandbox).
    method: RedemptionMethod


@dataclass(frozen=True)
class RedemptionValue:
    """An amount of money. What one redemption is worth between the parties. Responses have exactly the decimals of the currency."""

    #: A decimal number as text, with at most 12 digits before the point.
    amount: str
    #: Three upper-case letters (ISO 4217).
    currency: str


@dataclass(frozen=True)
class RedemptionVoided:
    """The back office voided a redemption."""

    id: str
    type: Literal["REDEMPTION_VOIDED"]
    created_at: datetime
    data: RedemptionVoidedData
    #: Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event.
    test: bool = False


@dataclass(frozen=True)
class RedemptionVoidedData:
    """A part of RedemptionVoided."""

    user_id: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    redemption_id: str
    voucher_id: str
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    merchant_id: str
    outlet_id: str
    #: Why the back office voided it.
    reason: str
    voided_at: datetime


@dataclass(frozen=True)
class Replay:
    """The progress of a replay."""

    partner_id: str
    #: An ISO 8601 date-time (inclusive).
    since: datetime
    #: An ISO 8601 date-time (exclusive).
    until: Optional[datetime]
    #: Which events of the period to send: those whose delivery waits after a failure or failed, those whose
    #: delivery failed, or all.
    only: ReplaySelection
    total: int
    delivered: int
    failed: int
    pending: int
    created_at: datetime
    finished_at: Optional[datetime]
    #: Why the replay ended before all of its events were queued; None unless it failed.
    error: Optional[str]


@dataclass(frozen=True)
class RowCount:
    """How many rows match the filters. Only with `count=true`."""

    value: int
    #: False if there are more: counting stops at 10,000. Then `value` is 10000.
    is_exact: bool


@dataclass(frozen=True)
class TestClock:
    """The clock of the sandbox."""

    #: The current time of the sandbox.
    now: datetime
    #: The real time, which tokens and signatures follow.
    real_time: datetime


@dataclass(frozen=True)
class TestInfo:
    """Your test twin and its settings."""

    #: 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
    slug: str
    #: The slug of the live partner. None if the test partner is not a twin.
    live_slug: Optional[str]
    #: The `iss` that tokens of this test partner must have.
    issuer: str
    #: The current time of the sandbox.
    now: datetime
    #: Where events are sent. None: events are only in the feed.
    webhook_url: Optional[str]
    #: Where your public keys are fetched. None: only registered keys and ours are accepted.
    jwks_url: Optional[str]


@dataclass(frozen=True)
class TestScenario:
    """A merchant and a voucher that are named for what they do."""

    #: The slug of its merchant.
    scenario: str
    #: The response to redeeming its voucher.
    result: str
    merchant_id: str
    outlet_id: str
    voucher_id: str
    pin: str
    consumer_lat: float
    consumer_lng: float


@dataclass(frozen=True)
class TestToken:
    """A user token for the sandbox."""

    token: str
    #: In real time, not by the clock of the sandbox.
    expires_at: datetime


@dataclass(frozen=True)
class UserUpsertResult:
    """The id of the user, and whether the user is new."""

    user_id: str
    created: bool


@dataclass(frozen=True)
class VoidedRedemption:
    """A redemption that was voided."""

    redemption_id: str
    voided_at: datetime
    reason: str


@dataclass(frozen=True)
class VoucherPublished:
    """A merchant that the user follows published a voucher."""

    id: str
    type: Literal["VOUCHER_PUBLISHED"]
    created_at: datetime
    data: VoucherPublishedData
    #: Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event.
    test: bool = False


@dataclass(frozen=True)
class VoucherPublishedData:
    """A part of VoucherPublished."""

    user_id: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    voucher_id: str
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    merchant_id: str
    #: The name shown to users.
    merchant_name: str
    #: The kind of benefit. Informational.
    value_type: Optional[ValueType]


@dataclass(frozen=True)
class WalletEntry:
    """A voucher in the wallet of a user."""

    id: str
    voucher_id: str
    claimed_at: datetime
    #: May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text,
    #: remove the tags, ignoring case.
    voucher_title: str
    #: False if the voucher was unpublished. The claim remains, but cannot be redeemed.
    voucher_is_active: bool
    merchant_id: str


@dataclass(frozen=True)
class WebhookTestResult:
    """The response of your endpoint to a sample."""

    #: Whether the receiver answered with a 2xx status.
    ok: bool
    attempted_at: datetime
    #: HTTP status; None if there was no response.
    status: Optional[int]
    duration_ms: int
    #: The start of the response body.
    response: Optional[str]
    #: Why there was no response.
    error: Optional[str]


class DeliveryQuery(TypedDict, total=False):
    """The filters of a list of deliveries."""

    #: UNDELIVERED lists deliveries that wait after a failure, or failed.
    state: DeliveryFilter
    type: EventType
    #: An ISO 8601 date-time (inclusive).
    from_: Union[datetime, str]
    #: An ISO 8601 date-time (exclusive).
    to: Union[datetime, str]
    limit: int
    #: The next_cursor of the previous page.
    cursor: str
    #: The order; -createdAt by default. A minus means descending. A cursor is valid only for its sort.
    sort: Literal["-createdAt", "createdAt"]
    #: Adds `count`: how many rows match the filters, on all pages together.
    count: bool


class RedemptionQuery(TypedDict, total=False):
    """The filters of a list of redemptions."""

    merchant_id: str
    #: The category that the merchant is in today, as in the stats.
    category: str
    outlet_id: str
    voucher_id: str
    user_id: str
    #: FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
    status: RedemptionStatus
    flag_reason: FlagReason
    #: Whether the redemption has been reviewed.
    reviewed: bool
    #: The outcome of the latest review.
    review_outcome: ReviewOutcome
    #: Whether the redemption has been voided.
    voided: bool
    #: A month in the merchant’s time zone, as in 2026-11.
    statement_month: str
    #: An amount and a currency, as in "5.00 MYR", or "none" for redemptions without a value.
    value: str
    #: An ISO 8601 date-time (inclusive).
    from_: Union[datetime, str]
    #: An ISO 8601 date-time (exclusive).
    to: Union[datetime, str]
    limit: int
    #: The next_cursor of the previous page.
    cursor: str
    #: The order; -redeemedAt by default. A minus means descending. A cursor is valid only for its sort.
    sort: Literal["-redeemedAt", "redeemedAt"]
    #: Adds `count`: how many rows match the filters, on all pages together.
    count: bool


class RequestQuery(TypedDict, total=False):
    """The filters of a list of requests."""

    request_id: str
    #: A status such as 401, or a class such as 4xx.
    status: str
    #: The error code of the response.
    code: str
    #: The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does
    #: not exist.
    route: str
    #: The partner’s own stable id of the user, and the `sub` of its tokens. Opaque: any characters are allowed.
    external_user_id: str
    #: If true, only what is new since the last deployment of its partner: calls that failed or had unknown fields
    #: since, with a method, route and code that were not seen in the 7 days before. See `POST …/deployments`.
    new_since_deployment: bool
    #: An ISO 8601 date-time (inclusive).
    from_: Union[datetime, str]
    #: An ISO 8601 date-time (exclusive).
    to: Union[datetime, str]
    limit: int
    #: The next_cursor of the previous page.
    cursor: str
    #: The order; -at by default. A minus means descending. A cursor is valid only for its sort.
    sort: Literal["-at", "at"]
    #: Adds `count`: how many rows match the filters, on all pages together.
    count: bool


class UserQuery(TypedDict, total=False):
    """The filters of a search for users."""

    limit: int
    #: The next_cursor of the previous page.
    cursor: str
    #: The order; -createdAt by default. A minus means descending. A cursor is valid only for its sort.
    sort: Literal["-createdAt", "createdAt"]
    #: Adds `count`: how many rows match the filters, on all pages together.
    count: bool


KnownEvent = Union[ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished]
EVENT_RECORDS: Dict[str, Type[KnownEvent]] = {
    "CLAIM_CREATED": ClaimCreated,
    "REDEMPTION_CREATED": RedemptionCreated,
    "REDEMPTION_VOIDED": RedemptionVoided,
    "VOUCHER_PUBLISHED": VoucherPublished,
}
