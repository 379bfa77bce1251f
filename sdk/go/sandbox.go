package counterfoil

import (
	"context"
	"time"
)

const sandboxPath = "/integrations/test"

// Sandbox is the sandbox of your test twin. The client needs the slug and the secret of the twin: with live ones, calls fail
// with CodeLiveMode.
type Sandbox struct{ client *Client }

// CreateTwin creates your test twin. This call needs the live slug and the live APIKey; all others need those of the twin. The
// Secret and the APIKey of the twin are returned only once: a repeated call returns the twin without them.
func (s *Sandbox) CreateTwin(ctx context.Context) (CreatedTwin, error) {
	return keyedOwn[CreatedTwin](ctx, s.client, "POST", "/sandbox", nil)
}

// Info returns the settings of the twin, for example the issuer of its tokens.
func (s *Sandbox) Info(ctx context.Context) (TestInfo, error) {
	return send[TestInfo](ctx, s.client, signed("GET", sandboxPath, nil))
}

// Token returns a user token that is signed with a key of the service.
func (s *Sandbox) Token(ctx context.Context, user TestTokenRequest) (TestToken, error) {
	return send[TestToken](ctx, s.client, signed("POST", sandboxPath+"/tokens", user))
}

// Scenarios returns merchants and vouchers that are named for what they do. Their ids stay the same after a reset.
func (s *Sandbox) Scenarios(ctx context.Context) ([]TestScenario, error) {
	list, err := send[items[TestScenario]](ctx, s.client, signed("GET", sandboxPath+"/scenarios", nil))
	return list.Items, err
}

// Redeem redeems without phone, PIN or GPS. It is not repeated after a lost response: it may have been executed.
func (s *Sandbox) Redeem(ctx context.Context, redemption TestRedemption) (Redemption, error) {
	return send[Redemption](ctx, s.client, signedOnce("POST", sandboxPath+"/redemptions", redemption))
}

// ConfirmCode confirms a code of a phone, as a device of the outlet would: the text of the QR code, or the six digits.
func (s *Sandbox) ConfirmCode(ctx context.Context, code string) (Redemption, error) {
	return send[Redemption](ctx, s.client, signedOnce("POST", sandboxPath+"/counter", map[string]string{"code": code}))
}

// Void voids a redemption. The reason may be empty.
func (s *Sandbox) Void(ctx context.Context, redemptionID, reason string) (VoidedRedemption, error) {
	body := struct {
		RedemptionID string `json:"redemptionId"`
		Reason       string `json:"reason,omitempty"`
	}{redemptionID, reason}
	return send[VoidedRedemption](ctx, s.client, signed("POST", sandboxPath+"/void", body))
}

// Publish publishes a new voucher of a merchant. The title may be empty. It is not repeated after a lost response.
func (s *Sandbox) Publish(ctx context.Context, merchantID, title string) (PublishedVoucher, error) {
	body := struct {
		MerchantID string `json:"merchantId"`
		Title      string `json:"title,omitempty"`
	}{merchantID, title}
	return send[PublishedVoucher](ctx, s.client, signedOnce("POST", sandboxPath+"/publish", body))
}

// Deliveries lets the next attempts of deliveries fail, or sends deliveries that wait for a retry now.
func (s *Sandbox) Deliveries(ctx context.Context, test DeliveryTest) (DeliveryTestResult, error) {
	return send[DeliveryTestResult](ctx, s.client, signed("POST", sandboxPath+"/deliveries", test))
}

// Reset deletes your test users with everything they did, and resets the scenarios and the clock.
func (s *Sandbox) Reset(ctx context.Context) error {
	return s.client.send(ctx, signed("POST", sandboxPath+"/reset", nil), nil)
}

// Clock returns the current time of the sandbox.
func (s *Sandbox) Clock(ctx context.Context) (TestClock, error) {
	return send[TestClock](ctx, s.client, signed("GET", sandboxPath+"/clock", nil))
}

// SetClock sets the time of the sandbox.
func (s *Sandbox) SetClock(ctx context.Context, now time.Time) (TestClock, error) {
	return send[TestClock](ctx, s.client, signed("PUT", sandboxPath+"/clock", map[string]time.Time{"now": now}))
}

// AdvanceClock moves the clock by an ISO 8601 duration, such as P1M. It is not repeated after a lost response.
func (s *Sandbox) AdvanceClock(ctx context.Context, duration string) (TestClock, error) {
	body := map[string]string{"advance": duration}
	return send[TestClock](ctx, s.client, signedOnce("PUT", sandboxPath+"/clock", body))
}

// ResetClock sets the clock back to the real time.
func (s *Sandbox) ResetClock(ctx context.Context) (TestClock, error) {
	return send[TestClock](ctx, s.client, signed("PUT", sandboxPath+"/clock", map[string]bool{"reset": true}))
}
