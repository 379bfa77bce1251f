package counterfoil

import "context"

// Secret rotates your secret. It needs Client.APIKey.
type Secret struct{ client *Client }

// Rotate creates the next secret and returns it, only once. From now on, the service accepts both.
func (s *Secret) Rotate(ctx context.Context) (string, error) {
	type rotated struct {
		Secret string `json:"secret"`
	}
	result, err := keyedOwn[rotated](ctx, s.client, "POST", "/secret/rotate", nil)
	return result.Secret, err
}

// Promote signs webhooks with the next secret from now on. The old one is accepted for another 24 hours.
func (s *Secret) Promote(ctx context.Context) (Partner, error) {
	return keyedOwn[Partner](ctx, s.client, "POST", "/secret/promote", nil)
}
