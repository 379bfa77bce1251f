// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package counterfoil

// AlertKind is one of these values. New ones may be added.
type AlertKind string

// The known values of AlertKind.
const (
	AlertKindPINGuessing        AlertKind = "PIN_GUESSING"
	AlertKindPINDefense         AlertKind = "PIN_DEFENSE"
	AlertKindCodeGuessing       AlertKind = "CODE_GUESSING"
	AlertKindPoolLow            AlertKind = "POOL_LOW"
	AlertKindPoolEmpty          AlertKind = "POOL_EMPTY"
	AlertKindEndpointFailing    AlertKind = "ENDPOINT_FAILING"
	AlertKindEndpointPaused     AlertKind = "ENDPOINT_PAUSED"
	AlertKindJWKSUnreachable    AlertKind = "JWKS_UNREACHABLE"
	AlertKindSignInGuessing     AlertKind = "SIGN_IN_GUESSING"
	AlertKindScheduleFailed     AlertKind = "SCHEDULE_FAILED"
	AlertKindVoucherEndsSoon    AlertKind = "VOUCHER_ENDS_SOON"
	AlertKindCapNearlyReached   AlertKind = "CAP_NEARLY_REACHED"
	AlertKindCapReached         AlertKind = "CAP_REACHED"
	AlertKindDestinationFailing AlertKind = "DESTINATION_FAILING"
	AlertKindCellUnreachable    AlertKind = "CELL_UNREACHABLE"
	AlertKindStatementsClosed   AlertKind = "STATEMENTS_CLOSED"
	AlertKindNewDevice          AlertKind = "NEW_DEVICE"
	AlertKindApprovalBypassed   AlertKind = "APPROVAL_BYPASSED"
)

// DeliveryFilter is one of these values. New ones may be added.
type DeliveryFilter string

// The known values of DeliveryFilter.
const (
	DeliveryFilterPending     DeliveryFilter = "PENDING"
	DeliveryFilterDelivered   DeliveryFilter = "DELIVERED"
	DeliveryFilterFailed      DeliveryFilter = "FAILED"
	DeliveryFilterUndelivered DeliveryFilter = "UNDELIVERED"
)

// DeliveryState is one of these values. New ones may be added.
type DeliveryState string

// The known values of DeliveryState.
const (
	DeliveryStatePending   DeliveryState = "PENDING"
	DeliveryStateDelivered DeliveryState = "DELIVERED"
	DeliveryStateFailed    DeliveryState = "FAILED"
)

// EndpointState is one of these values. New ones may be added.
type EndpointState string

// The known values of EndpointState.
const (
	EndpointStateOK      EndpointState = "OK"
	EndpointStateFailing EndpointState = "FAILING"
	EndpointStatePaused  EndpointState = "PAUSED"
	EndpointStateOff     EndpointState = "OFF"
)

// EventType is one of these values. New ones may be added.
type EventType string

// The known values of EventType.
const (
	EventTypeClaimCreated      EventType = "CLAIM_CREATED"
	EventTypeRedemptionCreated EventType = "REDEMPTION_CREATED"
	EventTypeRedemptionVoided  EventType = "REDEMPTION_VOIDED"
	EventTypeVoucherPublished  EventType = "VOUCHER_PUBLISHED"
)

// FlagReason is one of these values. New ones may be added.
type FlagReason string

// The known values of FlagReason.
const (
	FlagReasonOutletNotGeolocated FlagReason = "outlet_not_geolocated"
	FlagReasonGPSUnavailable      FlagReason = "gps_unavailable"
)

// PartnerMode is one of these values. New ones may be added.
type PartnerMode string

// The known values of PartnerMode.
const (
	PartnerModeLive PartnerMode = "live"
	PartnerModeTest PartnerMode = "test"
)

// PauseReason is one of these values. New ones may be added.
type PauseReason string

// The known values of PauseReason.
const (
	PauseReasonGone      PauseReason = "GONE"
	PauseReasonExhausted PauseReason = "EXHAUSTED"
)

// RedemptionMethod is one of these values. New ones may be added.
type RedemptionMethod string

// The known values of RedemptionMethod.
const (
	RedemptionMethodPIN  RedemptionMethod = "PIN"
	RedemptionMethodQR   RedemptionMethod = "QR"
	RedemptionMethodTest RedemptionMethod = "TEST"
)

// RedemptionStatus is one of these values. New ones may be added.
type RedemptionStatus string

// The known values of RedemptionStatus.
const (
	RedemptionStatusSuccess RedemptionStatus = "SUCCESS"
	RedemptionStatusFlagged RedemptionStatus = "FLAGGED"
)

// ReplaySelection is one of these values. New ones may be added.
type ReplaySelection string

// The known values of ReplaySelection.
const (
	ReplaySelectionUndelivered ReplaySelection = "undelivered"
	ReplaySelectionFailed      ReplaySelection = "failed"
	ReplaySelectionAll         ReplaySelection = "all"
)

// RequestSurface is one of these values. New ones may be added.
type RequestSurface string

// The known values of RequestSurface.
const (
	RequestSurfaceIntegration RequestSurface = "integration"
	RequestSurfaceConsumer    RequestSurface = "consumer"
)

// ReviewOutcome is one of these values. New ones may be added.
type ReviewOutcome string

// The known values of ReviewOutcome.
const (
	ReviewOutcomeAccepted ReviewOutcome = "ACCEPTED"
	ReviewOutcomeRejected ReviewOutcome = "REJECTED"
)

// ValueType is one of these values. New ones may be added.
type ValueType string

// The known values of ValueType.
const (
	ValueTypeFreeItem ValueType = "FREE_ITEM"
	ValueTypePercent  ValueType = "PERCENT"
	ValueTypeFixed    ValueType = "FIXED"
	ValueTypeBogo     ValueType = "BOGO"
)
