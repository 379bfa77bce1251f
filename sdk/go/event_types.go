// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package counterfoil

import (
	"context"
	"encoding/json"
)

func (ClaimCreated) isEventData() {}

func (RedemptionCreated) isEventData() {}

func (RedemptionVoided) isEventData() {}

func (VoucherPublished) isEventData() {}

func dataOf(eventType EventType, raw json.RawMessage) (EventData, error) {
	switch eventType {
	case EventTypeClaimCreated:
		return decodeData[ClaimCreated](raw)
	case EventTypeRedemptionCreated:
		return decodeData[RedemptionCreated](raw)
	case EventTypeRedemptionVoided:
		return decodeData[RedemptionVoided](raw)
	case EventTypeVoucherPublished:
		return decodeData[VoucherPublished](raw)
	}
	return UnknownData{raw}, nil
}

// Handlers has one function for each type of event. Events without a function are ignored.
type Handlers struct {
	ClaimCreated      func(ctx context.Context, event Event, data ClaimCreated) error
	RedemptionCreated func(ctx context.Context, event Event, data RedemptionCreated) error
	RedemptionVoided  func(ctx context.Context, event Event, data RedemptionVoided) error
	VoucherPublished  func(ctx context.Context, event Event, data VoucherPublished) error
	// Sample gets samples, which describe no real event. No other function gets them.
	Sample HandleFunc
	// Unknown gets events of a type that this version of the SDK does not know.
	Unknown HandleFunc
}

// Handle passes an event to the function of its type.
func (h Handlers) Handle(ctx context.Context, event Event) error {
	if event.Test {
		return callIfSet(ctx, h.Sample, event)
	}
	switch data := event.Data.(type) {
	case ClaimCreated:
		if h.ClaimCreated != nil {
			return h.ClaimCreated(ctx, event, data)
		}
	case RedemptionCreated:
		if h.RedemptionCreated != nil {
			return h.RedemptionCreated(ctx, event, data)
		}
	case RedemptionVoided:
		if h.RedemptionVoided != nil {
			return h.RedemptionVoided(ctx, event, data)
		}
	case VoucherPublished:
		if h.VoucherPublished != nil {
			return h.VoucherPublished(ctx, event, data)
		}
	case UnknownData:
		return callIfSet(ctx, h.Unknown, event)
	}
	return nil
}
