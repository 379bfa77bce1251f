package counterfoil

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// publicationDelay: the service fetches a JWKS again at most every 30 seconds. Until then, it may refuse a new key.
const publicationDelay = 30 * time.Second

// TokenUser is the user of a token.
type TokenUser struct {
	ExternalUserID string
	Email          string
	DisplayName    string
}

// Tokens mints tokens for the webview and the consumer routes.
type Tokens struct {
	issuer, audience string
	now              func() time.Time
	mutex            sync.RWMutex
	keys             []signingKey
}

// NewTokens takes private keys as PEM or JWK: RSA, P-256 or Ed25519. The first one signs; all of them are published. The
// audience may be empty, unless you registered one.
func NewTokens(issuer, audience string, privateKeys ...[]byte) (*Tokens, error) {
	if len(privateKeys) == 0 {
		return nil, errors.New("counterfoil: NewTokens needs at least one private key")
	}
	tokens := &Tokens{issuer: issuer, audience: audience, now: time.Now}
	for _, text := range privateKeys {
		key, err := parseKey(text)
		if err != nil {
			return nil, err
		}
		tokens.keys = append(tokens.keys, key)
	}
	return tokens, nil
}

// Mint returns a token for one user. If the lifetime is zero, it is one hour.
func (t *Tokens) Mint(user TokenUser, lifetime time.Duration) string {
	if lifetime == 0 {
		lifetime = time.Hour
	}
	now := t.now()
	key := t.current(now)
	header := struct {
		Alg string `json:"alg"`
		Typ string `json:"typ"`
		Kid string `json:"kid"`
	}{key.published.Alg, "JWT", key.published.Kid}
	claims := struct {
		Iss         string `json:"iss"`
		Aud         string `json:"aud,omitempty"`
		Sub         string `json:"sub"`
		Iat         int64  `json:"iat"`
		Exp         int64  `json:"exp"`
		Email       string `json:"email,omitempty"`
		DisplayName string `json:"displayName,omitempty"`
	}{t.issuer, t.audience, user.ExternalUserID, now.Unix(), now.Add(lifetime).Unix(), user.Email, user.DisplayName}
	input := encode(compact(header)) + "." + encode(compact(claims))
	signature, err := key.sign([]byte(input))
	if err != nil {
		panic(err) // Signing cannot fail: parseKey has signed with this key.
	}
	return input + "." + encode(signature)
}

// JWKS returns the public keys. ServeHTTP serves them.
func (t *Tokens) JWKS() JWKS {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	keys := make([]JWK, len(t.keys))
	for i, key := range t.keys {
		keys[i] = key.published
	}
	return JWKS{keys}
}

// ServeHTTP responds with the public keys: serve the tokens at your JWKS URL.
func (t *Tokens) ServeHTTP(response http.ResponseWriter, _ *http.Request) {
	response.Header().Set("content-type", "application/json")
	response.Write(compact(t.JWKS()))
}

// Rotate publishes a new key at once, and signs with it after 30 seconds. It returns the kid. Older keys stay published,
// since their tokens are still valid.
func (t *Tokens) Rotate(newKey []byte) (string, error) {
	key, err := parseKey(newKey)
	if err != nil {
		return "", err
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	key.signsFrom = t.now().Add(publicationDelay)
	t.keys = append([]signingKey{key}, t.keys...)
	return key.published.Kid, nil
}

func (t *Tokens) current(now time.Time) signingKey {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	for _, key := range t.keys {
		if !key.signsFrom.After(now) {
			return key
		}
	}
	return t.keys[len(t.keys)-1]
}

// compact serializes without the escapes for HTML, which only make a token longer.
func compact(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // Marshaling cannot fail: these structs hold only strings and numbers.
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

func encode(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
