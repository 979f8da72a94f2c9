package webhook_test

import (
	"strings"
	"testing"

	"github.com/theriac/theriac/webhook"
)

func TestIsRef(t *testing.T) {
	for _, good := range []string{"main", "release/1.2", "feature/ünïcode-✓", "dependabot/npm_and_yarn/x-1.0", "-odd", "a@b", strings.Repeat("x", 255)} {
		if !webhook.IsRef(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range []string{"", "@", "a..b", "../../user", "a b", "a\x00b", "a\nb", "a\x7fb", "a\u0085b", "a~1", "a^", "a:b", "a?b", "a*", "a[b", `a\b`,
		"/a", "a/", "a//b", ".a", "a/.b", "a.", "a.lock", "a@{1}", "a\xff", strings.Repeat("x", 256)} {
		if webhook.IsRef(bad) {
			t.Errorf("%q is accepted", bad)
		}
	}
}
