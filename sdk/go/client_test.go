package counterfoil

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// open returns a client of a service that responds like this, and the requests that the service got.
func open(t *testing.T, respond http.HandlerFunc) (*Client, *[]*http.Request) {
	var requests []*http.Request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests = append(requests, r)
		respond(w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New(server.URL, "acme-pay", "whsec_x")
	if err != nil {
		t.Fatal(err)
	}
	client.sleep = func(context.Context, time.Duration) error { return nil }
	return client, &requests
}

func TestErrorsHaveARemedyAndALink(t *testing.T) {
	client, _ := open(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("link", `</next>; rel="next"`)
		w.Header().Add("link", `</docs/errors#live_mode>; rel="help"`)
		w.Header().Set("x-request-id", "req-1")
		w.WriteHeader(403)
		w.Write([]byte(`{"error":"live_mode"}`))
	})
	err := client.Sandbox.Reset(context.Background())
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != CodeLiveMode {
		t.Fatal(err)
	}
	if failure.Help != client.baseURL+"/docs/errors#live_mode" {
		t.Errorf("got %s", failure.Help)
	}
	remedy := "Sign the request with the secret of your test twin. Nothing was changed."
	want := "POST /integrations/test/reset: 403 live_mode [request req-1]. " + remedy
	if failure.Remedy != remedy || err.Error() != want {
		t.Errorf("got %s", err)
	}
}

func TestUnknownCodesHaveNoRemedy(t *testing.T) {
	client, _ := open(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(418)
		w.Write([]byte(`{"error":"teapot"}`))
	})
	var failure *Error
	if err := client.Sandbox.Reset(context.Background()); !errors.As(err, &failure) {
		t.Fatal(err)
	}
	if failure.Remedy != "" || failure.Help != "" || failure.Error() != "POST /integrations/test/reset: 418 teapot" {
		t.Errorf("got %q %q %s", failure.Remedy, failure.Help, failure)
	}
}

func TestOnlySafeCallsAreRepeatedAfter503(t *testing.T) {
	client, requests := open(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
	client.APIKey = "key"
	ctx := context.Background()
	cases := []struct {
		name     string
		call     func() error
		attempts int
	}{
		{"redeem", func() error { _, err := client.Sandbox.Redeem(ctx, TestRedemption{}); return err }, 1},
		{"publish", func() error { _, err := client.Sandbox.Publish(ctx, "1", ""); return err }, 1},
		{"advance the clock", func() error { _, err := client.Sandbox.AdvanceClock(ctx, "P1M"); return err }, 1},
		{"retry a delivery", func() error { _, err := client.Webhook.Retry(ctx, "1"); return err }, 1},
		{"set the clock", func() error { _, err := client.Sandbox.SetClock(ctx, time.Now()); return err }, 4},
		{"look up", func() error { _, err := client.Support.User(ctx, "1"); return err }, 4},
	}
	for _, c := range cases {
		*requests = nil
		if err := c.call(); err == nil || len(*requests) != c.attempts {
			t.Errorf("%s: %d attempts, %v", c.name, len(*requests), err)
		}
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	client, requests := open(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	client.HTTP = &http.Client{}
	_, err := client.Sandbox.Clock(context.Background())
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != CodeUnexpectedResponse || len(*requests) != 1 {
		t.Errorf("%d requests, %v", len(*requests), err)
	}
}

func TestSupportNeedsAnAPIKey(t *testing.T) {
	client, requests := open(t, func(http.ResponseWriter, *http.Request) {})
	_, err := client.Support.Alerts(context.Background())
	if err == nil || !strings.Contains(err.Error(), "needs Client.APIKey") || len(*requests) != 0 {
		t.Errorf("%d requests, %v", len(*requests), err)
	}
}

func TestIDsThatAreNoPathSegmentAreRefusedByName(t *testing.T) {
	client, _ := New("http://127.0.0.1:9", "acme", "whsec_x")
	for _, id := range []string{"", ".", ".."} {
		_, ofUser := client.Support.User(context.Background(), id)
		_, ofDelivery := client.Webhook.Retry(context.Background(), id)
		for _, err := range []error{client.DeleteUser(context.Background(), id), ofUser, ofDelivery} {
			if err == nil || !strings.Contains(err.Error(), "not usable in a URL") {
				t.Errorf("%q: %v", id, err)
			}
		}
	}
}

func TestQueriesHaveOnlyTheFieldsThatAreSet(t *testing.T) {
	client, requests := open(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"items":[]}`)) })
	client.APIKey = "key"
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	query := RedemptionQuery{Status: RedemptionStatusFlagged, Voided: Ptr(false), Limit: Ptr(1000000), From: &from}
	if _, err := client.Support.Redemptions(context.Background(), query); err != nil {
		t.Fatal(err)
	}
	got := (*requests)[0]
	want := "/admin/redemptions?from=2026-11-01T00%3A00%3A00Z&limit=1000000&status=FLAGGED&voided=false"
	if got.RequestURI != want || got.Header.Get("authorization") != "Bearer key" {
		t.Errorf("got %s", got.RequestURI)
	}
}

func TestTitles(t *testing.T) {
	title := "{b}Free{/b} {{r}r}kopi {B}{s}<1>{/s}{/b}"
	if got := PlainTitle(title); got != "Free {r}kopi <1>" {
		t.Errorf("got %s", got)
	}
	want := `<strong>Free</strong> {<span style="color:#c00">r}kopi </span>` +
		`<strong><span style="color:#c00"><s>&lt;1&gt;</s></span></strong>`
	if got := TitleToHTML(title); got != want {
		t.Errorf("got %s", got)
	}
}

func TestKeysOfEveryType(t *testing.T) {
	curve, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	public, edwards, _ := ed25519.GenerateKey(rand.Reader)
	der := func(key any) []byte {
		data, _ := x509.MarshalPKCS8PrivateKey(key)
		return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: data})
	}
	jwk, _ := json.Marshal(map[string]string{"kty": "EC", "crv": "P-256", "kid": "k1", "d": encode(curve.D.FillBytes(make([]byte, 32)))})
	verifyCurve := func(input, signature []byte) bool {
		hash := sha256.Sum256(input)
		r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
		return ecdsa.Verify(&curve.PublicKey, hash[:], r, s)
	}
	cases := []struct {
		name, alg string
		key       []byte
		isValid   func(input, signature []byte) bool
	}{
		{"P-256 in PEM", "ES256", der(curve), verifyCurve},
		{"P-256 as JWK", "ES256", jwk, verifyCurve},
		{"Ed25519 in PEM", "EdDSA", der(edwards), func(input, signature []byte) bool { return ed25519.Verify(public, input, signature) }},
	}
	for _, c := range cases {
		tokens, err := NewTokens("https://id.example.com", "", c.key)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		token := tokens.Mint(TokenUser{ExternalUserID: "user-42"}, 0)
		last := strings.LastIndex(token, ".")
		signature, _ := base64.RawURLEncoding.DecodeString(token[last+1:])
		if !c.isValid([]byte(token[:last]), signature) || tokens.JWKS().Keys[0].Alg != c.alg {
			t.Errorf("%s: %s", c.name, token)
		}
	}
	if tokens, err := NewTokens("https://id.example.com", "", jwk); err != nil || tokens.JWKS().Keys[0].Kid != "k1" {
		t.Errorf("the kid of a JWK was not kept: %v", err)
	}
	if _, err := NewTokens("https://id.example.com", "", []byte(`{"kty":"EC","crv":"P-256"}`)); err == nil {
		t.Error("a public key was accepted")
	}
}
