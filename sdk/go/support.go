package counterfoil

import "context"

// Page is a page of a list.
type Page[T any] struct {
	Items []T `json:"items"`
	// NextCursor is the Cursor of the query for the next page; nil on the last one.
	NextCursor *string `json:"nextCursor"`
	// Count says how many records match on all pages together; nil unless the query asks for it.
	Count *RowCount `json:"count"`
}

type items[T any] struct {
	Items []T `json:"items"`
}

// Support has look-ups for a support desk, newest first. They need Client.APIKey.
type Support struct{ client *Client }

// Find searches your users by external id, e-mail address, phone and name.
func (s *Support) Find(ctx context.Context, q string, query UserQuery) (Page[AdminUser], error) {
	return list[AdminUser](ctx, s.client, "/admin/users", query, "q", q)
}

// User returns a user, by the ID that Find returns, with claims, favorites and redemptions.
func (s *Support) User(ctx context.Context, id string) (AdminUserWithActivity, error) {
	segment, err := pathSegment(id, "id")
	if err != nil {
		return AdminUserWithActivity{}, err
	}
	return send[AdminUserWithActivity](ctx, s.client, keyed("GET", "/admin/users/"+segment, nil))
}

// Redemptions lists the redemptions of your users.
func (s *Support) Redemptions(ctx context.Context, query RedemptionQuery) (Page[AdminRedemption], error) {
	return list[AdminRedemption](ctx, s.client, "/admin/redemptions", query)
}

// Deliveries lists the deliveries to your endpoint.
func (s *Support) Deliveries(ctx context.Context, query DeliveryQuery) (Page[Delivery], error) {
	return list[Delivery](ctx, s.client, "/admin/deliveries", query)
}

// Requests lists your failed requests and those of your users in the last 7 days, each with the reason in words.
func (s *Support) Requests(ctx context.Context, query RequestQuery) (Page[AdminRequest], error) {
	return list[AdminRequest](ctx, s.client, "/admin/requests", query)
}

// RecordDeployment tells the service that you have deployed. A RequestQuery with NewSinceDeployment then lists only what is new
// since.
func (s *Support) RecordDeployment(ctx context.Context, name string) (Deployment, error) {
	return keyedOwn[Deployment](ctx, s.client, "POST", "/deployments", map[string]string{"name": name})
}

// Alerts returns current problems: your endpoint is paused, or your keys cannot be fetched.
func (s *Support) Alerts(ctx context.Context) ([]Alert, error) {
	list, err := send[items[Alert]](ctx, s.client, keyed("GET", "/admin/alerts", nil))
	return list.Items, err
}

func list[T any](ctx context.Context, client *Client, path string, query any, more ...string) (Page[T], error) {
	path, err := withQuery(path, query, more...)
	if err != nil {
		return Page[T]{}, err
	}
	return send[Page[T]](ctx, client, keyed("GET", path, nil))
}
