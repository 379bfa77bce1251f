package counterfoil

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// Event is an event of a webhook or of the feed. Ignore types that you do not know: new ones may be added.
type Event struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	CreatedAt string `json:"createdAt"`
	// Test marks a sample, which describes no real event. Answer it, but do not act on it.
	Test bool `json:"test"`
	// Data is the JSON object of the event. Unmarshal it into a struct with the fields that you need.
	Data json.RawMessage `json:"data"`
}

// Webhooks verifies webhooks. During a rotation, it has both secrets.
type Webhooks struct {
	Secrets []string
	// Tolerance is how far a timestamp may be from the clock; 300 seconds if it is zero.
	Tolerance time.Duration
	// Now is the clock; time.Now if it is nil.
	Now func() time.Time
}

const defaultTolerance = 300 * time.Second

// Verify returns the event if one of the secrets signed exactly these bytes. Pass the body as it was received: JSON that is
// parsed and serialized again has other bytes.
func (w Webhooks) Verify(rawBody []byte, headers http.Header) (Event, error) {
	header := headers.Get("x-signature")
	if header == "" {
		return Event{}, &WebhookError{"missing_signature", "the request has no x-signature header"}
	}
	now, tolerance := time.Now, w.Tolerance
	if w.Now != nil {
		now = w.Now
	}
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	switch verdict := verifySignature(header, usable(w.Secrets), rawBody, now(), tolerance); verdict {
	case "invalid_signature":
		return Event{}, &WebhookError{verdict, "no secret matches these bytes; check that the secret is the current one and that the body is passed unchanged"}
	case "signature_expired":
		return Event{}, &WebhookError{verdict, "the timestamp differs from the clock of this machine by more than the tolerance"}
	}
	event, err := eventOf(rawBody)
	if err != nil {
		return Event{}, &WebhookError{"not_an_event", "the body is not a JSON object with id, type and data"}
	}
	return event, nil
}

// maxBodyBytes is far larger than any event. Anyone can send a request, so its body must not fill the memory.
const maxBodyBytes = 1 << 20

// Handler receives webhooks: it verifies them, calls handle, and answers 200 only after handle has returned nil. With any
// other status, the service delivers the event again. onError gets everything that is not answered with 200.
func (w Webhooks) Handler(handle func(Event) error, onError func(error)) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
		status := http.StatusBadRequest
		if err == nil {
			var event Event
			status = http.StatusUnauthorized
			if event, err = w.Verify(body, request.Header); err == nil {
				status = http.StatusInternalServerError
				err = handle(event)
			}
		}
		if err == nil {
			return
		}
		if onError != nil {
			onError(err)
		}
		http.Error(response, http.StatusText(status), status)
	})
}

// usable drops empty secrets: an empty one is a missing setting, and everyone knows it.
func usable(secrets []string) []string {
	var kept []string
	for _, secret := range secrets {
		if secret != "" {
			kept = append(kept, secret)
		}
	}
	return kept
}

func eventOf(data []byte) (Event, error) {
	var event Event
	if err := json.Unmarshal(data, &event); err != nil {
		return Event{}, err
	}
	if event.ID == "" || event.Type == "" || len(event.Data) == 0 || event.Data[0] != '{' {
		return Event{}, errors.New("not an event")
	}
	return event, nil
}
