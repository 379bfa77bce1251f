package counterfoil

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"example.com/counterfoil/internal/signature"
)

const (
	backoff    = 250 * time.Millisecond
	maxBackoff = 8 * time.Second
	// If retry-after is longer, the call fails at once: the error says when to try again.
	maxRetryAfterSeconds = 60
)

// call is one call of the service. A call that is not repeatable may have been executed although its response was lost.
type call struct {
	method, path string
	body         any
	needsKey     bool
	isRepeatable bool
}

// signed is a call to /integrations that is safe to repeat.
func signed(method, path string, body any) call {
	return call{method: method, path: path, body: body, isRepeatable: true}
}

// signedOnce is a call to /integrations that is repeated only if it was refused.
func signedOnce(method, path string, body any) call {
	return call{method: method, path: path, body: body}
}

// keyed is a call to /admin. Changes are repeated only if they were refused.
func keyed(method, path string, body any) call {
	return call{method: method, path: path, body: body, needsKey: true, isRepeatable: method == http.MethodGet}
}

// String names the call in messages, without its query, which may hold personal data.
func (c call) String() string {
	path, _, _ := strings.Cut(c.path, "?")
	return c.method + " " + path
}

// send makes a call and decodes its response.
func send[T any](ctx context.Context, c *Client, request call) (T, error) {
	var result T
	err := c.send(ctx, request, &result)
	return result, err
}

func (c *Client) send(ctx context.Context, request call, result any) error {
	if request.needsKey && c.APIKey == "" {
		return fmt.Errorf("counterfoil: %s needs Client.APIKey: an API key of role \"partner\"", request)
	}
	var body []byte
	if request.body != nil {
		var err error
		if body, err = json.Marshal(request.body); err != nil {
			return err
		}
	}
	for attempt := 0; ; attempt++ {
		failure := c.attempt(ctx, request, body, result)
		if failure == nil {
			return nil
		}
		isSafe := request.isRepeatable || failure.Status == http.StatusTooManyRequests
		if !isSafe || attempt >= c.Retries || !isWorthRetrying(failure) || ctx.Err() != nil {
			return failure
		}
		if err := c.sleep(ctx, delay(failure, attempt)); err != nil {
			return failure
		}
	}
}

func (c *Client) attempt(ctx context.Context, request call, body []byte, result any) *Error {
	attempt, err := http.NewRequestWithContext(ctx, request.method, c.baseURL+request.path, bytes.NewReader(body))
	if err != nil {
		return noResponse(request, err)
	}
	c.authenticate(attempt, request, body)
	sender := *c.HTTP
	// The signature is for one path only.
	sender.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := sender.Do(attempt)
	if err != nil {
		return noResponse(request, err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return noResponse(request, err)
	}
	if unknown := response.Header.Get("x-unknown-fields"); unknown != "" {
		c.Warn(request.String() + " ignored unknown fields: " + unknown)
	}
	return read(request, response, data, result)
}

func (c *Client) authenticate(attempt *http.Request, request call, body []byte) {
	if len(body) > 0 {
		attempt.Header.Set("content-type", "application/json")
	}
	if request.needsKey {
		attempt.Header.Set("authorization", "Bearer "+c.APIKey)
		return
	}
	header := signature.OfRequest(c.secret, c.now().Unix(), request.method, attempt.URL.RequestURI(), body)
	attempt.Header.Set("x-partner-slug", c.slug)
	attempt.Header.Set("x-signature", header)
}

func noResponse(request call, err error) *Error {
	code := CodeConnectionFailed
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		code = CodeTimeout
	}
	return &Error{Code: code, RetryAfterSeconds: -1, Remedy: remedyOf(code), call: request.String(), cause: err}
}

func read(request call, response *http.Response, data []byte, result any) *Error {
	failure := &Error{
		Code:              CodeUnexpectedResponse,
		Status:            response.StatusCode,
		RequestID:         response.Header.Get("x-request-id"),
		RetryAfterSeconds: seconds(response.Header.Get("retry-after")),
		Remedy:            remedyOf(CodeUnexpectedResponse),
		Help:              helpOf(response),
		call:              request.String(),
	}
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		if len(data) == 0 || result == nil || json.Unmarshal(data, result) == nil {
			return nil
		}
		return failure
	}
	var problem struct {
		Error   ErrorCode      `json:"error"`
		Details map[string]any `json:"details"`
		Issues  []Issue        `json:"issues"`
	}
	if json.Unmarshal(data, &problem) == nil && problem.Error != "" {
		failure.Code, failure.Details, failure.Issues = problem.Error, problem.Details, problem.Issues
		failure.Remedy = remedyOf(problem.Error)
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

// pathSegment refuses what a client or a proxy would resolve as a relative path, even if it is percent-encoded.
func pathSegment(text, name string) (string, error) {
	if text == "" || text == "." || text == ".." {
		return "", fmt.Errorf("counterfoil: not usable in a URL: %s %q", name, text)
	}
	return url.PathEscape(text), nil
}

// withQuery adds the fields of a query to a path. Fields that are not set are left out.
func withQuery(path string, query any, more ...string) (string, error) {
	data, err := json.Marshal(query)
	if err != nil {
		return "", err
	}
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		return "", err
	}
	values := url.Values{}
	for name, value := range fields {
		values.Set(name, fmt.Sprint(value))
	}
	for i := 0; i+1 < len(more); i += 2 {
		values.Set(more[i], more[i+1])
	}
	return path + "?" + values.Encode(), nil
}
