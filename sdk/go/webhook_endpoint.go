package counterfoil

import "context"

// WebhookEndpoint is your webhook endpoint, as the service sees it. It needs Client.APIKey.
type WebhookEndpoint struct{ client *Client }

// Test sends a signed sample to your endpoint, and returns its response.
func (w *WebhookEndpoint) Test(ctx context.Context, eventType EventType) (WebhookTestResult, error) {
	body := map[string]EventType{"type": eventType}
	return keyedOwn[WebhookTestResult](ctx, w.client, "POST", "/webhook/test", body)
}

// Health returns whether events reach your endpoint, since when not, and how many did not arrive.
func (w *WebhookEndpoint) Health(ctx context.Context) (DeliveryHealth, error) {
	type partner struct {
		Delivery DeliveryHealth `json:"delivery"`
	}
	own, err := keyedOwn[partner](ctx, w.client, "GET", "", nil)
	return own.Delivery, err
}

// DeliverNow sends everything that did not arrive now, also to a paused endpoint.
func (w *WebhookEndpoint) DeliverNow(ctx context.Context) (DeliverNowResult, error) {
	return keyedOwn[DeliverNowResult](ctx, w.client, "POST", "/webhook/deliver-now", nil)
}

// Resume ends a pause. Waiting deliveries are sent now.
func (w *WebhookEndpoint) Resume(ctx context.Context) (Partner, error) {
	return keyedOwn[Partner](ctx, w.client, "POST", "/webhook/resume", nil)
}

// Replay sends the events of a period again, in the background. Progress reports how far the replay is.
func (w *WebhookEndpoint) Replay(ctx context.Context, request ReplayRequest) (Replay, error) {
	return keyedOwn[Replay](ctx, w.client, "POST", "/replay", request)
}

// Progress returns the progress of the latest replay.
func (w *WebhookEndpoint) Progress(ctx context.Context) (Replay, error) {
	return keyedOwn[Replay](ctx, w.client, "GET", "/replay", nil)
}

// Retry sends one delivery again, now, and restarts its schedule.
func (w *WebhookEndpoint) Retry(ctx context.Context, deliveryID string) (Delivery, error) {
	segment, err := pathSegment(deliveryID, "delivery id")
	if err != nil {
		return Delivery{}, err
	}
	return send[Delivery](ctx, w.client, keyed("POST", "/admin/deliveries/"+segment+"/retry", nil))
}
