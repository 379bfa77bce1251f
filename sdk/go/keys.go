package counterfoil

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"time"
)

// JWK is a public key.
type JWK struct {
	Kty string `json:"kty"`
	Crv string `json:"crv,omitempty"`
	E   string `json:"e,omitempty"`
	N   string `json:"n,omitempty"`
	X   string `json:"x,omitempty"`
	Y   string `json:"y,omitempty"`
	Kid string `json:"kid"`
	Alg string `json:"alg"`
	Use string `json:"use"`
}

// JWKS is what your JWKS URL serves as JSON.
type JWKS struct {
	Keys []JWK `json:"keys"`
}

type signingKey struct {
	published JWK
	sign      func(input []byte) ([]byte, error)
	signsFrom time.Time
}

// parseKey takes a private key as PEM or JWK.
func parseKey(text []byte) (signingKey, error) {
	private, kid, err := parsePrivateKey(text)
	if err != nil {
		return signingKey{}, err
	}
	var key signingKey
	switch private := private.(type) {
	case *rsa.PrivateKey:
		key = rsaKey(private)
	case *ecdsa.PrivateKey:
		if private.Curve != elliptic.P256() {
			return signingKey{}, errKeyType
		}
		key = ecKey(private)
	case ed25519.PrivateKey:
		key = edKey(private)
	default:
		return signingKey{}, errKeyType
	}
	// A key that cannot sign is refused here, so that no later call fails.
	if _, err := key.sign(nil); err != nil {
		return signingKey{}, fmt.Errorf("counterfoil: a key cannot sign: %w", err)
	}
	key.published.Use = "sig"
	key.published.Kid = kid
	if kid == "" {
		key.published.Kid = thumbprint(key.published)
	}
	return key, nil
}

var errKeyType = errors.New("counterfoil: a key must be RSA, P-256 or Ed25519")

func parsePrivateKey(text []byte) (private any, kid string, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return parseJWK(text)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, "", errors.New("counterfoil: a key is neither PEM nor a JWK")
	}
	switch block.Type {
	case "RSA PRIVATE KEY":
		private, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "EC PRIVATE KEY":
		private, err = x509.ParseECPrivateKey(block.Bytes)
	default:
		private, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	}
	return private, "", err
}

func parseJWK(text []byte) (private any, kid string, err error) {
	var jwk struct{ Kty, Crv, N, E, D, P, Q, Kid string }
	if err := json.Unmarshal(text, &jwk); err != nil {
		return nil, "", fmt.Errorf("counterfoil: a key is not a JWK: %w", err)
	}
	if jwk.D == "" {
		return nil, "", errors.New(`counterfoil: a key is not private: the member "d" is missing`)
	}
	switch jwk.Kty + jwk.Crv {
	case "RSA":
		public := rsa.PublicKey{N: number(jwk.N), E: int(number(jwk.E).Int64())}
		key := &rsa.PrivateKey{PublicKey: public, D: number(jwk.D), Primes: []*big.Int{number(jwk.P), number(jwk.Q)}}
		key.Precompute()
		return key, jwk.Kid, key.Validate()
	case "ECP-256":
		key := &ecdsa.PrivateKey{PublicKey: ecdsa.PublicKey{Curve: elliptic.P256()}, D: number(jwk.D)}
		key.X, key.Y = key.Curve.ScalarBaseMult(key.D.Bytes())
		return key, jwk.Kid, nil
	case "OKPEd25519":
		seed, err := base64.RawURLEncoding.DecodeString(jwk.D)
		if err != nil || len(seed) != ed25519.SeedSize {
			return nil, "", errKeyType
		}
		return ed25519.NewKeyFromSeed(seed), jwk.Kid, nil
	}
	return nil, "", errKeyType
}

// number reads a member of a JWK. Text that is not base64url gives 0, which no key contains.
func number(member string) *big.Int {
	data, _ := base64.RawURLEncoding.DecodeString(member)
	return new(big.Int).SetBytes(data)
}

func rsaKey(private *rsa.PrivateKey) signingKey {
	exponent := big.NewInt(int64(private.E)).Bytes()
	return signingKey{
		published: JWK{Kty: "RSA", Alg: "RS256", E: encode(exponent), N: encode(private.N.Bytes())},
		sign: func(input []byte) ([]byte, error) {
			hash := sha256.Sum256(input)
			return rsa.SignPKCS1v15(rand.Reader, private, crypto.SHA256, hash[:])
		},
	}
}

func ecKey(private *ecdsa.PrivateKey) signingKey {
	// Coordinates and signatures have a fixed length of 32 bytes each.
	fixed := func(n *big.Int) []byte { return n.FillBytes(make([]byte, 32)) }
	return signingKey{
		published: JWK{Kty: "EC", Alg: "ES256", Crv: "P-256", X: encode(fixed(private.X)), Y: encode(fixed(private.Y))},
		sign: func(input []byte) ([]byte, error) {
			hash := sha256.Sum256(input)
			r, s, err := ecdsa.Sign(rand.Reader, private, hash[:])
			if err != nil {
				return nil, err
			}
			return append(fixed(r), fixed(s)...), nil
		},
	}
}

func edKey(private ed25519.PrivateKey) signingKey {
	public := private.Public().(ed25519.PublicKey)
	return signingKey{
		published: JWK{Kty: "OKP", Alg: "EdDSA", Crv: "Ed25519", X: encode(public)},
		sign:      func(input []byte) ([]byte, error) { return ed25519.Sign(private, input), nil },
	}
}

// thumbprint follows RFC 7638: the same key always gets the same kid.
func thumbprint(key JWK) string {
	var members string
	switch key.Kty {
	case "RSA":
		members = fmt.Sprintf(`{"e":%q,"kty":"RSA","n":%q}`, key.E, key.N)
	case "EC":
		members = fmt.Sprintf(`{"crv":%q,"kty":"EC","x":%q,"y":%q}`, key.Crv, key.X, key.Y)
	default:
		members = fmt.Sprintf(`{"crv":%q,"kty":"OKP","x":%q}`, key.Crv, key.X)
	}
	hash := sha256.Sum256([]byte(members))
	return encode(hash[:])
}
