// Package counterfoil is the Counterfoil SDK for a partner's backend: users, tokens, webhooks, the events feed, the sandbox
// and look-ups for a support desk.
//
// A text that is null in JSON is empty. Other fields that may be null are pointers.
package counterfoil

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Version is the version of the SDK.
const Version = "1.0.0"

const (
	defaultTimeout = 10 * time.Second
	defaultRetries = 3
)

// Client calls the service. Every attempt is signed with its own time, and failed ones are repeated. All fields may be
// changed before the first call.
type Client struct {
	// HTTP sends the requests. Its Timeout is for one attempt. Redirects are never followed.
	HTTP *http.Client
	// Retries is how often a failed call is repeated.
	Retries int
	// APIKey is an API key of role "partner". Support, Secret and Webhook need it.
	APIKey string
	// Warn gets what is probably a mistake, although a call succeeds. By default, it is logged.
	Warn func(message string)

	// Webhooks receives the webhooks that the service sends you.
	Webhooks Webhooks
	// Sandbox is the sandbox of your test twin.
	Sandbox *Sandbox
	// Support has look-ups for your support desk.
	Support *Support
	// Secret rotates your secret.
	Secret *Secret
	// Webhook is your endpoint as the service sees it: test, resume, replay.
	Webhook *WebhookEndpoint

	baseURL, slug, secret string
	now                   func() time.Time
	sleep                 func(context.Context, time.Duration) error
	ownID                 string
	ownIDLock             sync.Mutex
}

// Must returns the value, or panics with the error. It is for programs that cannot start without the value:
//
//	client := counterfoil.Must(counterfoil.New(url, slug, secret))
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// New returns a client. The first secret signs requests; webhooks may be signed with any of them.
func New(baseURL, slug string, secrets ...string) (*Client, error) {
	if len(secrets) == 0 || len(usable(secrets)) != len(secrets) {
		return nil, errors.New("counterfoil: New needs at least one secret, and none of them may be empty")
	}
	client := &Client{
		HTTP:     &http.Client{Timeout: defaultTimeout},
		Retries:  defaultRetries,
		Webhooks: Webhooks{Secrets: secrets},
		Warn:     func(message string) { log.Print("counterfoil: ", message) },
		baseURL:  strings.TrimRight(baseURL, "/"),
		slug:     slug,
		secret:   secrets[0],
		now:      time.Now,
		sleep:    sleep,
	}
	client.Sandbox = &Sandbox{client}
	client.Support = &Support{client}
	client.Secret = &Secret{client}
	client.Webhook = &WebhookEndpoint{client}
	return client, nil
}

// Ptr returns a pointer to a value, for the optional fields of a query or a request.
func Ptr[T any](value T) *T { return &value }

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
