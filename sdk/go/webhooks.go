package counterfoil

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"time"

	"example.com/counterfoil/internal/signature"
)

const (
	defaultTolerance = 300 * time.Second
	// Events have a few hundred bytes. Anyone can send a request, so its body must not fill the memory.
	maxBodyBytes = 1 << 20
)

// Webhooks receives webhooks. During a rotation, it has both secrets.
type Webhooks struct {
	Secrets []string
	// Tolerance is how far a timestamp may be from the clock; 300 seconds if it is zero.
	Tolerance time.Duration
	// Now is the clock; time.Now if it is nil.
	Now func() time.Time
	// OnError gets everything that Handler answers with 4xx or 5xx. If it is nil, the error is logged.
	OnError func(error)
}

// Verify returns the event if one of the secrets signed exactly these bytes, and a *WebhookError otherwise. Pass the body as
// it was received: JSON that is parsed and serialized again has other bytes.
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
	switch verdict := signature.Verify(header, usable(w.Secrets), rawBody, now(), tolerance); verdict {
	case "invalid_signature":
		return Event{}, &WebhookError{verdict, "no secret matches these bytes; check that the secret is the current one and that the body is passed unchanged"}
	case "signature_expired":
		return Event{}, &WebhookError{verdict, "the timestamp differs from the clock of this machine by more than the tolerance"}
	}
	var event Event
	if err := json.Unmarshal(rawBody, &event); err != nil {
		return Event{}, &WebhookError{"not_an_event", "the body is not a JSON object with id, type and data"}
	}
	return event, nil
}

// Handler receives webhooks: it verifies them, calls handle, and responds with 200 only after handle has returned nil. With
// any other status, the service delivers the event again. Handlers has one function for each type, and Once drops
// duplicates:
//
//	handlers := counterfoil.Handlers{ClaimCreated: claimed}
//	http.Handle("/hooks", client.Webhooks.Handler(counterfoil.Once(store, handlers.Handle)))
func (w Webhooks) Handler(handle HandleFunc) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		err := w.receive(response, request, handle)
		if err == nil {
			io.WriteString(response, "ok")
			return
		}
		if w.OnError != nil {
			w.OnError(err)
		} else {
			log.Print("counterfoil: ", err)
		}
		respondWith(response, err)
	})
}

func (w Webhooks) receive(response http.ResponseWriter, request *http.Request, handle HandleFunc) error {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &WebhookError{"body_too_large", "no event is larger than 1 MiB"}
	}
	if err != nil {
		return err
	}
	event, err := w.Verify(body, request.Header)
	if err != nil {
		return err
	}
	return handle(request.Context(), event)
}

func respondWith(response http.ResponseWriter, err error) {
	var refused *WebhookError
	if !errors.As(err, &refused) {
		http.Error(response, "the handler failed", http.StatusInternalServerError)
		return
	}
	status := http.StatusUnauthorized
	switch refused.Code {
	case "body_too_large":
		status = http.StatusRequestEntityTooLarge
	case "not_an_event":
		status = http.StatusBadRequest
	}
	http.Error(response, refused.Error(), status)
}
