package counterfoil

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
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

// JWK is a public key.
type JWK struct {
	E   string `json:"e"`
	Kty string `json:"kty"`
	N   string `json:"n"`
	Kid string `json:"kid"`
	Alg string `json:"alg"`
	Use string `json:"use"`
}

// JWKS is what your JWKS URL serves as JSON.
type JWKS struct {
	Keys []JWK `json:"keys"`
}

type signingKey struct {
	private   *rsa.PrivateKey
	published JWK
	signsFrom time.Time
}

// Tokens mints RS256 tokens for the webview and the consumer routes.
type Tokens struct {
	issuer, audience string
	now              func() time.Time
	mutex            sync.RWMutex
	keys             []signingKey
}

// NewTokens takes RSA private keys in PEM. The first one signs; all of them are published. The audience may be empty.
func NewTokens(issuer, audience string, pems ...[]byte) (*Tokens, error) {
	if len(pems) == 0 {
		return nil, errors.New("counterfoil: NewTokens needs at least one private key")
	}
	tokens := &Tokens{issuer: issuer, audience: audience, now: time.Now}
	for _, text := range pems {
		key, err := parseKey(text)
		if err != nil {
			return nil, err
		}
		tokens.keys = append(tokens.keys, key)
	}
	return tokens, nil
}

// Mint returns a token for one user.
func (t *Tokens) Mint(user TokenUser, lifetime time.Duration) (string, error) {
	now := t.now()
	key := t.current(now)
	header := struct {
		Alg string `json:"alg"`
		Typ string `json:"typ"`
		Kid string `json:"kid"`
	}{"RS256", "JWT", key.published.Kid}
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
	hash := sha256.Sum256([]byte(input))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key.private, crypto.SHA256, hash[:])
	if err != nil {
		return "", err
	}
	return input + "." + encode(signature), nil
}

// JWKS returns the public keys.
func (t *Tokens) JWKS() JWKS {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	keys := make([]JWK, len(t.keys))
	for i, key := range t.keys {
		keys[i] = key.published
	}
	return JWKS{keys}
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

func parseKey(text []byte) (signingKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return signingKey{}, errors.New("counterfoil: a key is not PEM")
	}
	private, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if block.Type == "PRIVATE KEY" {
		var parsed any
		parsed, err = x509.ParsePKCS8PrivateKey(block.Bytes)
		private, _ = parsed.(*rsa.PrivateKey)
	}
	if err != nil {
		return signingKey{}, err
	}
	if private == nil {
		return signingKey{}, errors.New("counterfoil: a key must be an RSA private key")
	}
	key := JWK{E: encode(big.NewInt(int64(private.E)).Bytes()), Kty: "RSA", N: encode(private.N.Bytes()), Alg: "RS256", Use: "sig"}
	// RFC 7638: the same key always gets the same kid.
	hash := sha256.Sum256([]byte(`{"e":"` + key.E + `","kty":"RSA","n":"` + key.N + `"}`))
	key.Kid = encode(hash[:])
	return signingKey{private: private, published: key}, nil
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
