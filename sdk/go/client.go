// Package counterfoil is the Counterfoil SDK for a partner's backend: users, tokens, webhooks and the events feed.
package counterfoil

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	pageSize   = 200
	backoff    = 250 * time.Millisecond
	maxBackoff = 8 * time.Second
	// If retry-after is longer, the call fails at once: the error says when to try again.
	maxRetryAfterSeconds = 60
	defaultTimeout       = 10 * time.Second
	defaultRetries       = 3
)

// Client calls the service. Every attempt is signed with its own time, and failed ones are repeated. All fields may be
// changed before the first call.
type Client struct {
	// HTTP sends the requests. Its Timeout is for one attempt.
	HTTP *http.Client
	// Retries is how often a failed call is repeated.
	Retries  int
	Webhooks Webhooks
	// Warn gets what is probably a mistake, although a call succeeds. By default, it is logged.
	Warn func(message string)

	baseURL, slug, secret string
	now                   func() time.Time
	sleep                 func(context.Context, time.Duration) error
}

// New returns a client. The first secret signs requests; webhooks may be signed with any of them.
func New(baseURL, slug string, secrets ...string) (*Client, error) {
	if len(secrets) == 0 || len(usable(secrets)) != len(secrets) {
		return nil, errors.New("counterfoil: New needs at least one secret, and none of them may be empty")
	}
	// The signature is for one path only.
	noRedirects := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		HTTP:     &http.Client{Timeout: defaultTimeout, CheckRedirect: noRedirects},
		Retries:  defaultRetries,
		Webhooks: Webhooks{Secrets: secrets},
		Warn:     func(message string) { log.Print("counterfoil: ", message) },
		baseURL:  strings.TrimRight(baseURL, "/"),
		slug:     slug,
		secret:   secrets[0],
		now:      time.Now,
		sleep:    sleep,
	}, nil
}

// User is a user to create or update. Only ExternalUserID is required. Nil leaves a field unchanged; use Clear to clear it.
type User struct {
	ExternalUserID string `json:"externalUserId"`
	Email          *Text  `json:"email,omitempty"`
	DisplayName    *Text  `json:"displayName,omitempty"`
	Phone          *Text  `json:"phone,omitempty"`
	CountryCode    *Text  `json:"countryCode,omitempty"`
	Locale         *Text  `json:"locale,omitempty"`
}

// Text is a field of a user: text, or null, which clears the field.
type Text struct{ value *string }

// Set sets a field.
func Set(value string) *Text { return &Text{&value} }

// Clear clears a field.
func Clear() *Text { return &Text{} }

// MarshalJSON returns the text, or null.
func (t Text) MarshalJSON() ([]byte, error) { return json.Marshal(t.value) }

// UpsertedUser has the id of the user, and says whether the user is new.
type UpsertedUser struct {
	UserID  string `json:"userId"`
	Created bool   `json:"created"`
}

// UpsertUser creates or updates a user.
func (c *Client) UpsertUser(ctx context.Context, user User) (UpsertedUser, error) {
	var result UpsertedUser
	body, err := json.Marshal(user)
	if err == nil {
		err = c.call(ctx, "POST", "/integrations/users", body, &result)
	}
	return result, err
}

// DeleteUser clears the user's personal data. A user who does not exist counts as deleted.
func (c *Client) DeleteUser(ctx context.Context, externalUserID string) error {
	if externalUserID == "" || externalUserID == "." || externalUserID == ".." {
		return fmt.Errorf("counterfoil: not usable in a URL: external user id %q", externalUserID)
	}
	err := c.call(ctx, "DELETE", "/integrations/users/"+url.PathEscape(externalUserID), nil, nil)
	var failure *Error
	if errors.As(err, &failure) && failure.Code == "user_not_found" {
		return nil
	}
	return err
}

// Events iterates over the feed of the last 30 days:
//
//	events := client.Events(ctx, lastID)
//	for events.Next() {
//		handle(events.Event())
//	}
//	err := events.Err()
func (c *Client) Events(ctx context.Context, after string) *Events {
	return &Events{ctx: ctx, client: c, next: after}
}

// Events is an iterator. It ends where there are no more events yet.
type Events struct {
	ctx     context.Context
	client  *Client
	page    []Event
	current Event
	next    string
	isLast  bool
	err     error
}

// Next advances to the next event. It returns false at the end and after an error.
func (e *Events) Next() bool {
	for len(e.page) == 0 && !e.isLast && e.err == nil {
		e.err = e.load()
	}
	if len(e.page) == 0 || e.err != nil {
		return false
	}
	e.current, e.page = e.page[0], e.page[1:]
	return true
}

// Event returns the current event.
func (e *Events) Event() Event { return e.current }

// Err returns why the iteration ended early, or nil.
func (e *Events) Err() error { return e.err }

func (e *Events) load() error {
	query := url.Values{"limit": {strconv.Itoa(pageSize)}}
	if e.next != "" {
		query.Set("after", e.next)
	}
	var page struct {
		Items      []json.RawMessage `json:"items"`
		Next       *string           `json:"next"`
		CursorLost bool              `json:"cursorLost"`
	}
	if err := e.client.call(e.ctx, "GET", "/integrations/events?"+query.Encode(), nil, &page); err != nil {
		return err
	}
	if page.CursorLost {
		e.client.Warn("the event " + e.next + " is gone, so some events may come again")
	}
	for _, item := range page.Items {
		if event, err := eventOf(item); err == nil {
			e.page = append(e.page, event)
		}
	}
	e.isLast = page.Next == nil
	if !e.isLast {
		e.next = *page.Next
	}
	return nil
}

// CatchUp passes every event after the given one to handle, then its id to save. If handle fails, the next run starts
// with that event. It returns the number of events.
func (c *Client) CatchUp(ctx context.Context, after string, handle func(Event) error, save func(id string) error) (int, error) {
	events, count := c.Events(ctx, after), 0
	for events.Next() {
		event := events.Event()
		if err := handle(event); err != nil {
			return count, err
		}
		if err := save(event.ID); err != nil {
			return count, err
		}
		count++
	}
	return count, events.Err()
}

func (c *Client) call(ctx context.Context, method, path string, body []byte, result any) error {
	for attempt := 0; ; attempt++ {
		failure := c.attempt(ctx, method, path, body, result)
		if failure == nil {
			return nil
		}
		if attempt >= c.Retries || !isWorthRetrying(failure) || ctx.Err() != nil {
			return failure
		}
		if err := c.sleep(ctx, delay(failure, attempt)); err != nil {
			return failure
		}
	}
}

func (c *Client) attempt(ctx context.Context, method, path string, body []byte, result any) *Error {
	call := method + " " + path
	request, err := http.NewRequestWithContext(ctx, method, c.baseURL+path, bytes.NewReader(body))
	if err != nil {
		return &Error{Code: "connection_failed", RetryAfterSeconds: -1, call: call, cause: err}
	}
	request.Header.Set("x-partner-slug", c.slug)
	request.Header.Set("x-signature", requestSignature(c.secret, c.now().Unix(), method, request.URL.RequestURI(), body))
	if len(body) > 0 {
		request.Header.Set("content-type", "application/json")
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return noResponse(call, err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return noResponse(call, err)
	}
	if unknown := response.Header.Get("x-unknown-fields"); unknown != "" {
		c.Warn(call + " ignored unknown fields: " + unknown)
	}
	return read(call, response, data, result)
}

func noResponse(call string, err error) *Error {
	code := "connection_failed"
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		code = "timeout"
	}
	return &Error{Code: code, RetryAfterSeconds: -1, call: call, cause: err}
}

func read(call string, response *http.Response, data []byte, result any) *Error {
	failure := &Error{
		Code:              "unexpected_response",
		Status:            response.StatusCode,
		RequestID:         response.Header.Get("x-request-id"),
		RetryAfterSeconds: seconds(response.Header.Get("retry-after")),
		call:              call,
	}
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		if len(data) == 0 || result == nil || json.Unmarshal(data, result) == nil {
			return nil
		}
		return failure
	}
	var problem struct {
		Error   string         `json:"error"`
		Details map[string]any `json:"details"`
		Issues  []Issue        `json:"issues"`
	}
	if json.Unmarshal(data, &problem) == nil && problem.Error != "" {
		failure.Code, failure.Details, failure.Issues = problem.Error, problem.Details, problem.Issues
	}
	return failure
}

// seconds reads retry-after: seconds, or, from a proxy, perhaps a date. -1 if it is neither.
func seconds(retryAfter string) int {
	if n, err := strconv.Atoi(retryAfter); err == nil && n >= 0 {
		return n
	}
	date, err := http.ParseTime(retryAfter)
	if err != nil {
		return -1
	}
	if wait := time.Until(date); wait > 0 {
		return int(wait.Round(time.Second) / time.Second)
	}
	return 0
}

func isWorthRetrying(e *Error) bool {
	if e.RetryAfterSeconds > maxRetryAfterSeconds {
		return false
	}
	return e.Status == 0 || e.Status == http.StatusTooManyRequests || e.Status >= 500
}

func delay(e *Error, attempt int) time.Duration {
	if e.RetryAfterSeconds >= 0 {
		return time.Duration(e.RetryAfterSeconds) * time.Second
	}
	longest := backoff << attempt
	if longest > maxBackoff {
		longest = maxBackoff
	}
	return longest/2 + time.Duration(rand.Int63n(int64(longest/2)+1))
}

func sleep(ctx context.Context, duration time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(duration):
		return nil
	}
}
