// Package counterfoiltest has events and signed requests for the tests of your receiver.
package counterfoiltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"example.com/counterfoil"
	"example.com/counterfoil/internal/signature"
)

// Fixture returns an example of an event, as the service sends it. It panics if the type is unknown.
func Fixture(eventType counterfoil.EventType) counterfoil.Event {
	var event counterfoil.Event
	if err := json.Unmarshal([]byte(fixtureJSON(eventType)), &event); err != nil {
		panic(fmt.Sprintf("counterfoiltest: no fixture of type %q", eventType))
	}
	return event
}

// SignedRequest returns a request like a real delivery. Send it with an http.Client, or pass it to ServeHTTP of your
// handler. It panics if the URL is invalid.
func SignedRequest(url, secret string, event counterfoil.Event) *http.Request {
	body, err := json.Marshal(event)
	if err != nil {
		panic(err)
	}
	request, err := http.NewRequest("POST", url, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	timestamp := time.Now().Unix()
	request.Header.Set("content-type", "application/json")
	request.Header.Set("x-signature", signature.OfWebhook(secret, timestamp, body))
	request.Header.Set("webhook-id", event.ID)
	request.Header.Set("webhook-timestamp", strconv.FormatInt(timestamp, 10))
	request.Header.Set("webhook-signature", signature.Standard(secret, event.ID, timestamp, body))
	request.Header.Set("x-event-id", event.ID)
	request.Header.Set("x-event-type", string(event.Type))
	request.Header.Set("x-delivery-attempt", "1")
	return request
}
