package counterfoil

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"time"
)

const pageSize = 200

// Event is an event of a webhook or of the feed. A type switch over Data gives the data of each type:
//
//	switch data := event.Data.(type) {
//	case counterfoil.ClaimCreated:
//		fmt.Println(data.ExternalUserID, "claimed", counterfoil.PlainTitle(data.VoucherTitle))
//	}
//
// Ignore types that you do not know: new ones may be added.
type Event struct {
	ID        string    `json:"id"`
	Type      EventType `json:"type"`
	CreatedAt time.Time `json:"createdAt"`
	// Test marks a sample, which describes no real event. Respond to it, but do not act on it.
	Test bool      `json:"test,omitempty"`
	Data EventData `json:"data"`
}

// EventData is ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished or UnknownData.
type EventData interface{ isEventData() }

// UnknownData is the JSON object of an event whose type this version of the SDK does not know.
type UnknownData struct{ json.RawMessage }

func (UnknownData) isEventData() {}

// UnmarshalJSON decodes an event of any type. It fails if the JSON is not an event.
func (e *Event) UnmarshalJSON(text []byte) error {
	var envelope struct {
		ID        string          `json:"id"`
		Type      EventType       `json:"type"`
		CreatedAt time.Time       `json:"createdAt"`
		Test      bool            `json:"test"`
		Data      json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return err
	}
	if envelope.ID == "" || envelope.Type == "" || len(envelope.Data) == 0 || envelope.Data[0] != '{' {
		return errors.New("counterfoil: not an event")
	}
	data, err := dataOf(envelope.Type, envelope.Data)
	*e = Event{envelope.ID, envelope.Type, envelope.CreatedAt, envelope.Test, data}
	return err
}

func decodeData[T EventData](raw json.RawMessage) (EventData, error) {
	var data T
	err := json.Unmarshal(raw, &data)
	return data, err
}

// HandleFunc handles an event. If it returns an error, the service delivers the event again.
type HandleFunc func(ctx context.Context, event Event) error

func callIfSet(ctx context.Context, handle HandleFunc, event Event) error {
	if handle == nil {
		return nil
	}
	return handle(ctx, event)
}

// Events iterates over the feed of the last 30 days, from the event after the given id, or from the first one if it is
// empty. The iteration ends where there are no more events yet.
func (c *Client) Events(ctx context.Context, after string) *Iterator[Event] {
	return &Iterator[Event]{after: after, load: func(after string) ([]Event, *string, error) {
		return c.loadEvents(ctx, after)
	}}
}

func (c *Client) loadEvents(ctx context.Context, after string) ([]Event, *string, error) {
	query := url.Values{"limit": {strconv.Itoa(pageSize)}}
	if after != "" {
		query.Set("after", after)
	}
	var page struct {
		Items      []json.RawMessage `json:"items"`
		Next       *string           `json:"next"`
		CursorLost bool              `json:"cursorLost"`
	}
	if err := c.send(ctx, signed("GET", "/integrations/events?"+query.Encode(), nil), &page); err != nil {
		return nil, nil, err
	}
	if page.CursorLost {
		c.Warn("the event " + after + " is gone, so some events may come again")
	}
	var events []Event
	for _, item := range page.Items {
		var event Event
		if err := json.Unmarshal(item, &event); err != nil {
			c.Warn("an item of the feed was skipped: " + err.Error())
			continue
		}
		events = append(events, event)
	}
	return events, page.Next, nil
}

// CatchUp passes every event after the given id to handle, and then its id to save. If handle fails, the next run starts
// with that event. It returns the number of events.
func (c *Client) CatchUp(ctx context.Context, after string, handle HandleFunc, save func(ctx context.Context, id string) error) (int, error) {
	events, count := c.Events(ctx, after), 0
	for events.Next() {
		event := events.Value()
		if err := handle(ctx, event); err != nil {
			return count, err
		}
		if err := save(ctx, event.ID); err != nil {
			return count, err
		}
		count++
	}
	return count, events.Err()
}
