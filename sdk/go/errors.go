package counterfoil

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// Error is a call that failed, after all its retries.
type Error struct {
	Code ErrorCode
	// Status is the HTTP status; 0 if there was no response.
	Status int
	// Details has more information, for the codes that have some.
	Details map[string]any
	// Issues has every problem that was found in the request.
	Issues []Issue
	// RequestID identifies the request. Quote it when you contact us.
	RequestID string
	// RetryAfterSeconds is -1 if the response does not say when to try again.
	RetryAfterSeconds int
	// Remedy says what to do; empty for a code that this version of the SDK does not know.
	Remedy string
	// Help is the address of the page about this code; empty if the response has none.
	Help string

	call  string
	cause error
}

// Error names the call, the code, every issue, the id of the request, and what to do.
func (e *Error) Error() string {
	text := e.call + ": "
	if e.Status != 0 {
		text += fmt.Sprintf("%d ", e.Status)
	}
	text += string(e.Code)
	if len(e.Issues) > 0 {
		issues := make([]string, len(e.Issues))
		for i, issue := range e.Issues {
			issues[i] = issue.Path + " " + issue.Message
		}
		text += " (" + strings.Join(issues, "; ") + ")"
	}
	if e.RequestID != "" {
		text += " [request " + e.RequestID + "]"
	}
	if e.Remedy != "" {
		text += ". " + e.Remedy
	}
	return text
}

// Unwrap returns why there was no response, or nil.
func (e *Error) Unwrap() error { return e.cause }

var helpLink = regexp.MustCompile(`<([^>]*)>\s*;\s*rel="?help"?`)

// helpOf returns the absolute address of the link of relation "help".
func helpOf(response *http.Response) string {
	link := helpLink.FindStringSubmatch(strings.Join(response.Header.Values("link"), ", "))
	if link == nil || response.Request == nil {
		return ""
	}
	address, err := response.Request.URL.Parse(link[1])
	if err != nil {
		return ""
	}
	return address.String()
}

// WebhookError is a webhook that must not be trusted.
type WebhookError struct {
	// Code is body_too_large, missing_signature, invalid_signature, signature_expired or not_an_event.
	Code    string
	message string
}

// Error returns the code and the reason.
func (e *WebhookError) Error() string { return e.Code + ": " + e.message }
