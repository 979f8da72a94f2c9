package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/theriac/theriac/webhook"
)

func sign(secret string, body []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(body)
	return "sha256=" + hex.EncodeToString(h.Sum(nil))
}

func secrets(t testing.TB, s string) webhook.Secrets {
	t.Helper()
	parsed, err := webhook.ParseSecrets(s)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// The vector is from "Validating webhook deliveries" in GitHub's documentation.
func TestVerify(t *testing.T) {
	const (
		secret = "It's a Secret to Everybody"
		body   = "Hello, World!"
		right  = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
	)
	for _, test := range []struct {
		name, secrets, body, signature string
		want                           bool
	}{
		{"GitHub's vector", secret, body, right, true},
		{"the old of two", "new one," + secret, body, right, true},
		{"the new of two", secret + "\nold one\n", body, right, true},
		{"none of two", "new one,old one", body, right, false},
		{"other body", secret, body + "\n", right, false},
		{"empty", secret, body, "", false},
		{"prefix only", secret, body, "sha256=", false},
		{"short", secret, body, right[:len(right)-2], false},
		{"long", secret, body, right + "00", false},
		{"not hexadecimal", secret, body, "sha256=" + strings.Repeat("z", 64), false},
		{"zeros", secret, body, "sha256=" + strings.Repeat("0", 64), false},
		{"no prefix", secret, body, right[len("sha256="):], false},
		{"named otherwise", secret, body, "sha1=" + right[len("sha256="):], false},
		{"SHA-1", secret, body, "sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59", false},
		{"signed with nothing", secret, body, sign("", []byte(body)), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := secrets(t, test.secrets).Verify([]byte(test.body), test.signature); got != test.want {
				t.Errorf("Verify = %v, want %v", got, test.want)
			}
		})
	}
}

func TestParseSecrets(t *testing.T) {
	for _, test := range []struct {
		in   string
		want int // 0: refused
	}{
		{"", 0}, {" ", 0}, {",", 0}, {"\n , \r\n", 0},
		{"a", 1}, {" a\n", 1}, {"a,b", 2}, {"a\r\nb", 2}, {"a,,b,", 2}, {"with a space", 1},
	} {
		got, err := webhook.ParseSecrets(test.in)
		if got.Len() != test.want || (err == nil) != (test.want > 0) {
			t.Errorf("ParseSecrets(%q): %d secrets, error %v; want %d", test.in, got.Len(), err, test.want)
		}
	}
}

// Whatever way a configuration is printed, the secret is not in it.
func TestSecretsDoNotPrint(t *testing.T) {
	s := secrets(t, "hunter2")
	holder := struct{ Secrets webhook.Secrets }{s}
	for _, got := range []string{fmt.Sprint(s), fmt.Sprintf("%+v", holder), fmt.Sprintf("%#v", holder), fmt.Sprintf("%v", &s)} {
		if strings.Contains(got, "hunter2") || strings.Contains(got, "104, 117") || strings.Contains(got, "0x68, 0x75") {
			t.Errorf("printed: %s", got)
		}
	}
	// The zero value believes nobody, not even who signs with nothing.
	if (webhook.Secrets{}).Verify([]byte("x"), sign("", []byte("x"))) {
		t.Error("no secret, and yet a signature holds")
	}
}

// FuzzVerify holds Verify to its definition: a signature holds if it is the one that one of the
// secrets makes, in lower or upper case hexadecimal.
func FuzzVerify(f *testing.F) {
	f.Add("a,b", []byte("body"), "sha256="+strings.Repeat("0", 64), 0)
	f.Add("a", []byte{}, "", 1)
	f.Add("x\ny", []byte("{}"), "sha1=00", 2)
	f.Fuzz(func(t *testing.T, list string, body []byte, signature string, pick int) {
		s, err := webhook.ParseSecrets(list)
		keys := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(",\r\n", r) })
		for i := range keys {
			keys[i] = strings.TrimSpace(keys[i])
		}
		keys = slices.DeleteFunc(keys, func(k string) bool { return k == "" })
		if (err == nil) != (len(keys) > 0) {
			t.Fatalf("ParseSecrets(%q): %v, with %d secrets in it", list, err, len(keys))
		}
		if err != nil {
			return
		}
		if pick >= 0 && pick < len(keys) {
			signature = sign(keys[pick], body)
		}
		want := slices.ContainsFunc(keys, func(k string) bool {
			right := sign(k, body)
			return strings.HasPrefix(signature, "sha256=") && strings.EqualFold(signature, right) && len(signature) == len(right)
		})
		if got := s.Verify(body, signature); got != want {
			t.Fatalf("Verify(%q, %q) = %v with secrets %q, want %v", body, signature, got, keys, want)
		}
	})
}
