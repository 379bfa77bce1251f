package counterfoil

import (
	"context"
	"encoding/json"
	"errors"
)

// Text is an optional field: nil leaves it unchanged, Set sets it, and Clear clears it.
type Text struct{ value *string }

// Set sets a field.
func Set(value string) *Text { return &Text{&value} }

// Clear clears a field.
func Clear() *Text { return &Text{} }

// MarshalJSON returns the text, or null.
func (t Text) MarshalJSON() ([]byte, error) { return json.Marshal(t.value) }

// UpsertUser creates or updates a user. Only ExternalUserID is required.
func (c *Client) UpsertUser(ctx context.Context, user User) (UpsertedUser, error) {
	return send[UpsertedUser](ctx, c, signed("POST", "/integrations/users", user))
}

// DeleteUser clears the user's personal data. A user who does not exist counts as deleted.
func (c *Client) DeleteUser(ctx context.Context, externalUserID string) error {
	segment, err := pathSegment(externalUserID, "external user id")
	if err != nil {
		return err
	}
	err = c.send(ctx, signed("DELETE", "/integrations/users/"+segment, nil), nil)
	var failure *Error
	if errors.As(err, &failure) && failure.Code == CodeUserNotFound {
		return nil
	}
	return err
}
