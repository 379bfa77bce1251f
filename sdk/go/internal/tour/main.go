// Command tour uses each feature of the SDK once, against the service, and prints a line for each whose result is right.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/counterfoil"
	"example.com/counterfoil/counterfoiltest"
)

const externalUserID = "user-42"

type tour struct {
	client   *counterfoil.Client
	tokens   *counterfoil.Tokens
	baseURL  string
	secret   string
	warnings []string

	handle                     counterfoil.HandleFunc
	lock                       sync.Mutex
	received, handled, samples []string
}

func main() {
	ctx := context.Background()
	t := open()
	go http.ListenAndServe("127.0.0.1:"+os.Getenv("HOOK_PORT"), t.endpoint())
	t.callAsBackend(ctx)
	t.createTwin(ctx)
	redemption := t.testInSandbox(ctx)
	eventID := t.receiveEvents(ctx)
	t.lookUp(ctx, redemption)
	t.confirmCode(ctx)
	t.manageEndpoint(ctx)
	t.testOwnReceiver()
	t.end(ctx, redemption.ID, eventID)
}

func open() *tour {
	t := &tour{baseURL: os.Getenv("COUNTERFOIL_URL"), secret: os.Getenv("SECRET")}
	t.client = must(counterfoil.New(t.baseURL, os.Getenv("SLUG"), t.secret))
	t.client.APIKey = os.Getenv("API_KEY")
	t.client.Retries = 3
	t.client.Warn = func(message string) { t.warnings = append(t.warnings, message) }
	t.tokens = must(counterfoil.NewTokens(os.Getenv("ISSUER"), "", must(os.ReadFile(os.Getenv("PRIVATE_KEY")))))
	return t
}

func (t *tour) endpoint() http.Handler {
	handlers := counterfoil.Handlers{
		RedemptionCreated: func(_ context.Context, event counterfoil.Event, data counterfoil.RedemptionCreated) error {
			assert(data.ExternalUserID == externalUserID, data)
			t.note(&t.handled, event.ID)
			return nil
		},
		Sample: func(_ context.Context, event counterfoil.Event) error { t.note(&t.samples, event.ID); return nil },
	}
	t.handle = counterfoil.Once(&counterfoil.MemoryStore{}, func(ctx context.Context, event counterfoil.Event) error {
		return handlers.Handle(ctx, event)
	})
	hooks := t.client.Webhooks.Handler(t.handle)
	mux := http.NewServeMux()
	mux.Handle("/jwks.json", t.tokens)
	mux.HandleFunc("/hooks", func(response http.ResponseWriter, request *http.Request) {
		t.note(&t.received, request.Header.Get("x-event-id"))
		hooks.ServeHTTP(response, request)
	})
	return mux
}

func (t *tour) callAsBackend(ctx context.Context) {
	user := counterfoil.User{ExternalUserID: externalUserID, DisplayName: counterfoil.Set("Aina")}
	// The first attempt gets a 503, and the response to the second one names an unknown field.
	upserted := must(t.client.UpsertUser(ctx, user))
	assert(upserted.Created, upserted)
	assert(strings.Contains(strings.Join(t.warnings, ""), "POST /integrations/users ignored unknown fields: nickname"), t.warnings)
	report("users.upsert", "retries", "warnings.unknown_fields")

	_, err := t.client.UpsertUser(ctx, counterfoil.User{})
	var failure *counterfoil.Error
	assert(errors.As(err, &failure), err)
	assert(failure.Code == counterfoil.CodeValidationFailed && failure.Status == 400 && failure.RequestID != "", failure)
	assert(failure.Issues[0].Path == "/externalUserId", failure.Issues)
	assert(strings.Contains(failure.Remedy, "`issues`") && strings.HasSuffix(failure.Error(), failure.Remedy), failure)
	assert(failure.Help == t.baseURL+"/docs/errors#validation_failed", failure.Help)
	report("errors.typed", "errors.codes", "errors.remedy", "errors.help")

	token := t.tokens.Mint(counterfoil.TokenUser{ExternalUserID: externalUserID}, time.Hour)
	assert(t.me(token) == http.StatusOK, token)
	assert(len(t.tokens.JWKS().Keys) == 1, "one key")
	kid := must(t.tokens.Rotate(must(os.ReadFile(os.Getenv("NEXT_PRIVATE_KEY")))))
	assert(t.tokens.JWKS().Keys[0].Kid == kid, kid)
	report("tokens.mint", "tokens.jwks", "tokens.rotate")

	title := "{b}Free{/b} kopi & toast"
	assert(counterfoil.PlainTitle(title) == "Free kopi & toast", title)
	assert(counterfoil.TitleToHTML(title) == "<strong>Free</strong> kopi &amp; toast", title)
	report("titles.plain", "titles.html")
}

// createTwin is for a live partner that has no twin yet.
func (t *tour) createTwin(ctx context.Context) {
	client := must(counterfoil.New(t.baseURL, os.Getenv("LIVE_SLUG"), os.Getenv("LIVE_SECRET")))
	client.APIKey = os.Getenv("LIVE_API_KEY")
	twin := must(client.Sandbox.CreateTwin(ctx))
	assert(twin.Slug == os.Getenv("LIVE_SLUG")+"-test" && twin.APIKey != "", twin)
	info := must(must(counterfoil.New(t.baseURL, twin.Slug, twin.Secret)).Sandbox.Info(ctx))
	assert(info.Slug == twin.Slug, info)
	assert(must(client.Sandbox.CreateTwin(ctx)).Secret == "", "no secret")
	report("sandbox.create_twin")
}

func (t *tour) testInSandbox(ctx context.Context) counterfoil.Redemption {
	info := must(t.client.Sandbox.Info(ctx))
	assert(info.Issuer == os.Getenv("ISSUER") && info.Slug == os.Getenv("SLUG"), info)
	var succeeds counterfoil.TestScenario
	for _, scenario := range must(t.client.Sandbox.Scenarios(ctx)) {
		if scenario.Scenario == "succeeds" {
			succeeds = scenario
		}
	}
	token := must(t.client.Sandbox.Token(ctx, counterfoil.TestTokenRequest{ExternalUserID: externalUserID}))
	assert(t.me(token.Token) == http.StatusOK, token)
	wanted := counterfoil.TestRedemption{ExternalUserID: externalUserID, VoucherID: succeeds.VoucherID}
	redemption := must(t.client.Sandbox.Redeem(ctx, wanted))
	assert(redemption.Status == counterfoil.RedemptionStatusSuccess, redemption)
	assert(must(t.client.Sandbox.Publish(ctx, succeeds.MerchantID, "")).VoucherID != "", "a voucher")
	report("sandbox.info", "sandbox.scenarios", "sandbox.token", "sandbox.redeem", "sandbox.publish")

	// The response of the first advance is lost. A second one would move the clock again.
	before := must(t.client.Sandbox.Clock(ctx)).Now
	_, err := t.client.Sandbox.AdvanceClock(ctx, "P1D")
	var failure *counterfoil.Error
	assert(errors.As(err, &failure) && failure.Code == counterfoil.CodeConnectionFailed, err)
	moved := must(t.client.Sandbox.Clock(ctx)).Now.Sub(before)
	assert(moved.Round(time.Hour) == 24*time.Hour, moved)
	must(t.client.Sandbox.AdvanceClock(ctx, "PT1H"))
	must(t.client.Sandbox.SetClock(ctx, before.Add(time.Hour)))
	must(t.client.Sandbox.ResetClock(ctx))
	report("sandbox.clock.get", "sandbox.clock.advance", "sandbox.clock.set", "sandbox.clock.reset")
	return redemption
}

// confirmCode: the phone of the user shows a code, and the outlet confirms it.
func (t *tour) confirmCode(ctx context.Context) {
	token := must(t.client.Sandbox.Token(ctx, counterfoil.TestTokenRequest{ExternalUserID: externalUserID}))
	shown := must(t.client.Sandbox.Scenarios(ctx))[0]
	for _, scenario := range must(t.client.Sandbox.Scenarios(ctx)) {
		if scenario.Scenario == "takes-codes" {
			shown = scenario
		}
	}
	body := must(json.Marshal(map[string]string{"voucherId": shown.VoucherID, "outletId": shown.OutletID}))
	request := must(http.NewRequest("POST", t.baseURL+"/me/redemption-codes", bytes.NewReader(body)))
	request.Header.Set("authorization", "Bearer "+token.Token)
	request.Header.Set("content-type", "application/json")
	request.Header.Set("idempotency-key", "tour")
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	var code struct{ Code string }
	assert(json.NewDecoder(response.Body).Decode(&code) == nil, response.Status)
	redemption := must(t.client.Sandbox.ConfirmCode(ctx, code.Code))
	assert(redemption.Method == counterfoil.RedemptionMethodQR, redemption)
	report("sandbox.confirm_code")
}

func (t *tour) receiveEvents(ctx context.Context) string {
	eventually("a webhook", func() bool { return t.count(&t.handled) > 0 })
	eventID := t.handled[0]
	var delivery counterfoil.Delivery
	eventually("a delivery", func() bool {
		page := must(t.client.Support.Deliveries(ctx, counterfoil.DeliveryQuery{Type: counterfoil.EventTypeRedemptionCreated}))
		delivery = page.Items[0]
		return delivery.State == counterfoil.DeliveryStateDelivered
	})
	assert(delivery.EventID == eventID, delivery)
	report("webhooks.handler", "support.deliveries")

	before := t.count(&t.received)
	must(t.client.Webhook.Retry(ctx, delivery.ID))
	eventually("the retry", func() bool { return t.count(&t.received) > before })
	assert(t.count(&t.handled) == 1, t.handled)
	report("webhook.retry", "webhooks.once")

	var ids []string
	eventually("the feed", func() bool {
		ids = nil
		events := t.client.Events(ctx, "")
		for events.Next() {
			ids = append(ids, events.Value().ID)
		}
		assert(events.Err() == nil, events.Err())
		return strings.Contains(strings.Join(ids, " "), eventID)
	})
	last := ""
	save := func(_ context.Context, id string) error { last = id; return nil }
	assert(must(t.client.CatchUp(ctx, "", t.handle, save)) == len(ids), ids)
	assert(last == ids[len(ids)-1] && t.count(&t.handled) == 1, last)
	report("events.iterate", "events.catch_up")
	event := counterfoiltest.Fixture(counterfoil.EventTypeRedemptionCreated)
	event.ID = "another"
	assert(t.handle(ctx, event) == nil && t.count(&t.handled) == 2, t.handled)
	report("webhooks.handle")
	return eventID
}

func (t *tour) lookUp(ctx context.Context, redemption counterfoil.Redemption) {
	user := must(t.client.Support.Find(ctx, externalUserID, counterfoil.UserQuery{Limit: counterfoil.Ptr(1)})).Items[0]
	assert(user.DisplayName == "Aina", user)
	assert(must(t.client.Support.User(ctx, user.ID)).Redemptions[0].ID == redemption.ID, user)
	query := counterfoil.RedemptionQuery{Status: counterfoil.RedemptionStatusSuccess}
	assert(must(t.client.Support.Redemptions(ctx, query)).Items[0].ID == redemption.ID, query)
	eventually("a failed request", func() bool {
		failed := must(t.client.Support.Requests(ctx, counterfoil.RequestQuery{Status: "400"})).Items
		return len(failed) > 0 && strings.Contains(failed[0].Reason, "externalUserId")
	})
	assert(len(must(t.client.Support.Alerts(ctx))) == 0, "no alerts")
	report("support.find", "support.user", "support.redemptions", "support.requests", "support.alerts")
	counted := must(t.client.Support.Redemptions(ctx, counterfoil.RedemptionQuery{Count: counterfoil.Ptr(true)}))
	assert(counted.Count.Value == 1, counted)
	page := must(t.client.Support.Requests(ctx, counterfoil.RequestQuery{Limit: counterfoil.Ptr(1)}))
	next := must(t.client.Support.Requests(ctx, counterfoil.RequestQuery{Cursor: *page.NextCursor}))
	assert(next.Items[0].ID != page.Items[0].ID, next)
	assert(must(t.client.Support.RecordDeployment(ctx, "backend 4.2.0")).Name == "backend 4.2.0", "a deployment")
	isNew := counterfoil.RequestQuery{NewSinceDeployment: counterfoil.Ptr(true)}
	assert(len(must(t.client.Support.Requests(ctx, isNew)).Items) == 0, "nothing new")
	report("support.count", "support.paging", "support.record_deployment")

	isInScope := false
	merchants := t.client.Merchants(ctx)
	for merchants.Next() {
		isInScope = isInScope || merchants.Value().ID == redemption.MerchantID
	}
	assert(isInScope && merchants.Err() == nil, merchants.Err())
	report("merchants.iterate")
}

func (t *tour) manageEndpoint(ctx context.Context) {
	result := must(t.client.Webhook.Test(ctx, counterfoil.EventTypeClaimCreated))
	assert(result.OK && t.count(&t.samples) == 1, result)
	assert(must(t.client.Webhook.Health(ctx)).State == counterfoil.EndpointStateOK, "healthy")
	assert(must(t.client.Webhook.DeliverNow(ctx)).Deliveries == 0, "nothing to deliver")
	assert(must(t.client.Webhook.Resume(ctx)).Slug == os.Getenv("SLUG"), "the partner")
	request := counterfoil.ReplayRequest{Since: time.Now().Add(-time.Hour), Only: counterfoil.ReplaySelectionFailed}
	assert(must(t.client.Webhook.Replay(ctx, request)).Only == counterfoil.ReplaySelectionFailed, request)
	assert(must(t.client.Webhook.Progress(ctx)).Only == counterfoil.ReplaySelectionFailed, request)
	report("webhook.test", "webhook.health", "webhook.deliver_now")
	report("webhook.resume", "webhook.replay", "webhook.progress")
}

func (t *tour) testOwnReceiver() {
	event := counterfoiltest.Fixture(counterfoil.EventTypeClaimCreated)
	request := counterfoiltest.SignedRequest("http://localhost/hooks", t.secret, event)
	body, secret := must(io.ReadAll(request.Body)), t.secret
	verified := must(t.client.Webhooks.Verify(body, request.Header))
	assert(verified.Data.(counterfoil.ClaimCreated) == event.Data.(counterfoil.ClaimCreated), verified)
	assert(must(counterfoil.Webhooks{Secrets: []string{secret}}.Verify(body, request.Header)).ID == event.ID, event)
	report("testing.signed_request", "testing.fixtures", "webhooks.verify", "webhooks.alone")
}

func (t *tour) end(ctx context.Context, redemptionID, goneEventID string) {
	// First, since the delivery of the void uses up the failure.
	assert(must(t.client.Sandbox.Deliveries(ctx, counterfoil.DeliveryTest{FailNext: counterfoil.Ptr(1)})).Failing == 1, "failing")
	assert(must(t.client.Sandbox.Void(ctx, redemptionID, "Twice by mistake.")).RedemptionID == redemptionID, redemptionID)
	eventually("a retry", func() bool {
		waiting := counterfoil.DeliveryTest{RetryNow: counterfoil.Ptr(true)}
		return must(t.client.Sandbox.Deliveries(ctx, waiting)).Retried == 1
	})
	report("sandbox.deliveries", "sandbox.retry_now", "sandbox.void")

	client := must(counterfoil.New(t.baseURL, os.Getenv("SLUG"), must(t.client.Secret.Rotate(ctx))))
	client.Retries = 0
	assert(must(t.client.Secret.Promote(ctx)).NextSecretSince == nil, "promoted")
	assert(client.DeleteUser(ctx, externalUserID) == nil, "deleted")
	users := must(t.client.Support.Find(ctx, externalUserID, counterfoil.UserQuery{})).Items
	assert(users[0].DisplayName == "", users)
	report("secret.rotate", "secret.promote", "users.delete")

	assert(t.client.Sandbox.Reset(ctx) == nil, "reset")
	users = must(t.client.Support.Find(ctx, externalUserID, counterfoil.UserQuery{})).Items
	assert(len(users) == 0, users)
	report("sandbox.reset")
	events := t.client.Events(ctx, goneEventID)
	assert(!events.Next() && events.Err() == nil, events.Err())
	assert(strings.HasSuffix(t.warnings[len(t.warnings)-1], "is gone, so some events may come again"), t.warnings)
	report("warnings.cursor_lost")
}

// me returns the status with which the service responds to a token.
func (t *tour) me(token string) int {
	request := must(http.NewRequest("GET", t.baseURL+"/me", nil))
	request.Header.Set("authorization", "Bearer "+token)
	response := must(http.DefaultClient.Do(request))
	response.Body.Close()
	return response.StatusCode
}

func (t *tour) note(list *[]string, id string) {
	t.lock.Lock()
	defer t.lock.Unlock()
	*list = append(*list, id)
}

func (t *tour) count(list *[]string) int {
	t.lock.Lock()
	defer t.lock.Unlock()
	return len(*list)
}

// eventually repeats a check until it is true: deliveries and the feed need a moment.
func eventually(name string, isTrue func() bool) {
	for attempt := 0; attempt < 600; attempt++ {
		if isTrue() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	log.Fatal("still missing: ", name)
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Panic(err)
	}
	return value
}

func assert(isTrue bool, got any) {
	if !isTrue {
		log.Panicf("got %+v", got)
	}
}

func report(features ...string) {
	for _, feature := range features {
		line := must(json.Marshal(map[string]string{"feature": feature}))
		fmt.Println(string(line))
	}
}
