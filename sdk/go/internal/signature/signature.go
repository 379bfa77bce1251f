// Package signature signs requests and webhooks, and verifies webhooks.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	maxHeaderLength = 1024
	maxCandidates   = 5
)

var (
	timestampPattern = regexp.MustCompile(`^[0-9]{1,12}$`)
	digestPattern    = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// OfRequest returns the value of x-signature. The path is as on the request line, including the query.
func OfRequest(secret string, timestamp int64, method, path string, body []byte) string {
	t := strconv.FormatInt(timestamp, 10)
	hash := sha256.Sum256(body)
	v2 := digest(secret, []byte(strings.Join([]string{t, strings.ToUpper(method), path, hex.EncodeToString(hash[:])}, ".")))
	return OfWebhook(secret, timestamp, body) + ",v2=" + hex.EncodeToString(v2)
}

// OfWebhook returns the value of x-signature of a delivery.
func OfWebhook(secret string, timestamp int64, body []byte) string {
	t := strconv.FormatInt(timestamp, 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(digest(secret, []byte(t+"."), body))
}

// Standard returns the value of webhook-signature, which the libraries of Standard Webhooks verify.
func Standard(secret, eventID string, timestamp int64, body []byte) string {
	mac := hmac.New(sha256.New, standardKey(secret))
	mac.Write([]byte(eventID + "." + strconv.FormatInt(timestamp, 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// standardKey returns the decoded bytes of a secret that is whsec_ and standard base64. The text of any other secret is the
// key itself.
func standardKey(secret string) []byte {
	text := strings.TrimPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || text == secret || len(key) == 0 {
		return []byte(secret)
	}
	return key
}

// Verify checks the signature of a webhook. It returns "", invalid_signature or signature_expired.
func Verify(header string, secrets []string, body []byte, now time.Time, tolerance time.Duration) string {
	values := map[string][]string{}
	for _, element := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(element), "=")
		if name == "v1" && !digestPattern.MatchString(value) {
			continue
		}
		values[name] = append(values[name], value)
	}
	isWellFormed := len(header) <= maxHeaderLength && len(values["t"]) == 1 && timestampPattern.MatchString(values["t"][0])
	// Webhooks have no v2: this header was captured from one of your own requests.
	if !isWellFormed || len(values["v1"]) == 0 || len(values["v2"]) > 0 {
		return "invalid_signature"
	}
	t, candidates := values["t"][0], values["v1"]
	if len(candidates) > maxCandidates {
		candidates = candidates[:maxCandidates]
	}
	// Every pair is compared, so the duration does not depend on which one matched.
	matches := false
	for _, secret := range secrets {
		expected := digest(secret, []byte(t+"."), body)
		for _, candidate := range candidates {
			received, _ := hex.DecodeString(candidate)
			matches = hmac.Equal(expected, received) || matches
		}
	}
	if !matches {
		return "invalid_signature"
	}
	seconds, _ := strconv.ParseInt(t, 10, 64)
	age := now.Sub(time.Unix(seconds, 0))
	if age > tolerance || age < -tolerance {
		return "signature_expired"
	}
	return ""
}

func digest(secret string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}
