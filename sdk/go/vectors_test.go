package counterfoil

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/counterfoil/internal/signature"
)

// load reads one file of sdk/vectors.
func load(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("../vectors/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func decode(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return data
}

func TestSignatures(t *testing.T) {
	var vectors struct {
		Cases []struct {
			Name, Secret, Method, Path, Body, Header string
			Timestamp                                int64
		}
	}
	load(t, "signatures", &vectors)
	for _, c := range vectors.Cases {
		if header := signature.OfRequest(c.Secret, c.Timestamp, c.Method, c.Path, decode(c.Body)); header != c.Header {
			t.Errorf("%s: got %s", c.Name, header)
		}
	}
}

func TestStandardWebhooks(t *testing.T) {
	var vectors struct {
		Standard []struct {
			Name, Secret, ID, Body, Signature string
			Timestamp                         int64
		}
	}
	load(t, "signatures", &vectors)
	for _, c := range vectors.Standard {
		if header := signature.Standard(c.Secret, c.ID, c.Timestamp, decode(c.Body)); header != c.Signature {
			t.Errorf("%s: got %s", c.Name, header)
		}
	}
}

func TestWebhooks(t *testing.T) {
	var vectors struct {
		Cases []struct {
			Name, Body, Outcome string
			Secrets             []string
			Now                 int64
			Headers             map[string]string
			Event               struct {
				ID   string
				Type EventType
				Test bool
			}
		}
	}
	load(t, "webhooks", &vectors)
	for _, c := range vectors.Cases {
		headers := http.Header{}
		for name, value := range c.Headers {
			headers.Set(name, value)
		}
		now := time.Unix(c.Now, 0)
		event, err := Webhooks{Secrets: c.Secrets, Now: func() time.Time { return now }}.Verify(decode(c.Body), headers)
		var refused *WebhookError
		outcome := "valid"
		if errors.As(err, &refused) {
			outcome = refused.Code
		}
		if outcome != c.Outcome || event.ID != c.Event.ID || event.Type != c.Event.Type || event.Test != c.Event.Test {
			t.Errorf("%s: got %s %+v", c.Name, outcome, event)
		}
	}
}

func TestTokens(t *testing.T) {
	var vectors struct {
		Key   string
		JWKS  JWKS
		Cases []struct {
			Name, Issuer, Audience, Token string
			ExpiresIn, Now                int64
			User                          TokenUser
		}
	}
	load(t, "tokens", &vectors)
	for _, c := range vectors.Cases {
		tokens, err := NewTokens(c.Issuer, c.Audience, []byte(vectors.Key))
		if err != nil {
			t.Fatal(err)
		}
		tokens.now = func() time.Time { return time.Unix(c.Now, 0) }
		if token := tokens.Mint(c.User, time.Duration(c.ExpiresIn)*time.Second); token != c.Token {
			t.Errorf("%s: got %s", c.Name, token)
		}
		if !reflect.DeepEqual(tokens.JWKS(), vectors.JWKS) {
			t.Errorf("%s: got %+v", c.Name, tokens.JWKS())
		}
	}
}

func TestErrors(t *testing.T) {
	var vectors struct {
		Cases []struct {
			Name, Body string
			Status     int
			Headers    map[string]string
			Expected   struct {
				Code              ErrorCode
				RequestID, Help   string
				Remedy            *string
				Status            int
				Details           map[string]any
				Issues            []Issue
				RetryAfterSeconds *int
				IsRetried         bool
			}
		}
	}
	load(t, "errors", &vectors)
	request, err := http.NewRequest("GET", "https://vouchers.example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range vectors.Cases {
		response := &http.Response{StatusCode: c.Status, Header: http.Header{}, Request: request}
		for name, value := range c.Headers {
			response.Header.Set(name, value)
		}
		var result map[string]any
		failure := read(signed("GET", "/", nil), response, []byte(c.Body), &result)
		if failure == nil {
			t.Errorf("%s: succeeded", c.Name)
			continue
		}
		expected := &Error{Code: c.Expected.Code, Status: c.Expected.Status, Details: c.Expected.Details,
			Issues: c.Expected.Issues, RequestID: c.Expected.RequestID, RetryAfterSeconds: -1, Help: c.Expected.Help, Remedy: remedyOf(c.Expected.Code), call: "GET /"}
		if c.Expected.RetryAfterSeconds != nil {
			expected.RetryAfterSeconds = *c.Expected.RetryAfterSeconds
		}
		if c.Expected.Remedy != nil {
			expected.Remedy = *c.Expected.Remedy
		}
		if !reflect.DeepEqual(failure, expected) || isWorthRetrying(failure) != c.Expected.IsRetried {
			t.Errorf("%s: got %+v", c.Name, failure)
		}
	}
}

func TestRotation(t *testing.T) {
	var vectors struct{ Key string }
	load(t, "tokens", &vectors)
	tokens, err := NewTokens("https://id.example.com", "", []byte(vectors.Key))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1000, 0)
	tokens.now = func() time.Time { return now }
	headerOf := func() string {
		token := tokens.Mint(TokenUser{ExternalUserID: "user-42"}, time.Hour)
		return strings.Split(token, ".")[0]
	}
	first := headerOf()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(private)}
	kid, err := tokens.Rotate(pem.EncodeToMemory(block))
	if err != nil || tokens.JWKS().Keys[0].Kid != kid {
		t.Fatalf("not published: %v", err)
	}
	now = now.Add(29 * time.Second)
	if headerOf() != first {
		t.Error("the new key signs too early")
	}
	now = now.Add(time.Second)
	if headerOf() == first {
		t.Error("the new key does not sign after 30 seconds")
	}
}

func TestEmptySecrets(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}, {"whsec_x", ""}} {
		if _, err := New("https://vouchers.example.com", "acme-pay", secrets...); err == nil {
			t.Errorf("accepted %q", secrets)
		}
	}
}
