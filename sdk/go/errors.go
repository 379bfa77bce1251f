package counterfoil

import (
	"fmt"
	"strings"
)

// Issue is one invalid part of a request. Path is a JSON pointer.
type Issue struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Error is a call that failed, after all its retries.
type Error struct {
	// Code is a code of the service, or connection_failed (no complete response), timeout, or unexpected_response
	// (for example from a proxy).
	Code string
	// Status is the HTTP status; 0 if there was no response.
	Status    int
	Details   map[string]any
	Issues    []Issue
	RequestID string
	// RetryAfterSeconds is -1 if the response does not say when to try again.
	RetryAfterSeconds int

	call  string
	cause error
}

func (e *Error) Error() string {
	text := e.call + ": "
	if e.Status != 0 {
		text += fmt.Sprintf("%d ", e.Status)
	}
	text += e.Code
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
	return text
}

func (e *Error) Unwrap() error { return e.cause }

// WebhookError is a webhook that must not be trusted.
type WebhookError struct {
	// Code is missing_signature, invalid_signature, signature_expired or not_an_event.
	Code    string
	message string
}

func (e *WebhookError) Error() string { return e.Code + ": " + e.message }
