package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"strings"
)

// Secrets are the webhook secrets that deliveries may be signed with. The zero value accepts
// nothing; ParseSecrets makes a useful one.
type Secrets struct {
	keys [][]byte
}

// ParseSecrets reads one or more secrets, separated by commas or newlines; white space around
// each is no part of it. A secret can therefore hold neither commas nor newlines. It is an error
// if none is left: a server without a secret would believe anybody.
func ParseSecrets(s string) (Secrets, error) {
	var secrets Secrets
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == '\n' || r == '\r' }) {
		if key := strings.TrimSpace(part); key != "" {
			secrets.keys = append(secrets.keys, []byte(key))
		}
	}
	if len(secrets.keys) == 0 {
		return Secrets{}, errors.New("the webhook secret is empty")
	}
	return secrets, nil
}

// Len is the number of secrets.
func (s Secrets) Len() int { return len(s.keys) }

// String keeps secrets out of logs and error texts.
func (s Secrets) String() string { return "[secret]" }

// GoString keeps secrets out of %#v, too.
func (s Secrets) GoString() string { return s.String() }

// signaturePrefix is the only one accepted. X-Hub-Signature (SHA-1) is never looked at: GitHub
// sends it for old receivers only ("Validating webhook deliveries" in GitHub's documentation).
const signaturePrefix = "sha256="

// A verifier hashes bytes as they come, once for each secret.
type verifier struct{ hashes []hash.Hash }

func (s Secrets) verifier() *verifier {
	v := &verifier{}
	for _, key := range s.keys {
		v.hashes = append(v.hashes, hmac.New(sha256.New, key))
	}
	return v
}

func (v *verifier) write(p []byte) {
	for _, h := range v.hashes {
		h.Write(p)
	}
}

// holds reports whether signature, the value of X-Hub-Signature-256, was made over exactly the
// bytes written, with one of the secrets. Every secret is tried and each comparison takes the
// same time wherever the first difference lies, so that timing tells nothing.
func (v *verifier) holds(signature string) bool {
	mac, ok := decodeSignature(signature)
	if !ok {
		return false
	}
	valid := false
	for _, h := range v.hashes {
		if hmac.Equal(h.Sum(nil), mac) {
			valid = true
		}
	}
	return valid
}

// decodeSignature gives the MAC in a header value that has the right form. The handler asks
// before it reads a body: who sends no signature has nothing to say.
func decodeSignature(signature string) ([]byte, bool) {
	digits, ok := strings.CutPrefix(signature, signaturePrefix)
	if !ok || len(digits) != hex.EncodedLen(sha256.Size) {
		return nil, false
	}
	mac, err := hex.DecodeString(digits)
	return mac, err == nil
}
