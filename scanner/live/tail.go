package live

import (
	"strings"
	"sync"
)

// tail keeps the last of what is written to it.
type tail struct {
	most int // bytes

	mu   sync.Mutex
	kept []byte
	lost bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	// Cut seldom, so that a byte is moved about once.
	if len(t.kept) > 2*t.most {
		t.cut()
	}
	return len(p), nil
}

func (t *tail) cut() {
	if over := len(t.kept) - t.most; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.lost = true
	}
}

// String is what was kept, from the first whole line on where something was
// lost, without blanks around it.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cut()
	s := string(t.kept)
	if _, rest, found := strings.Cut(s, "\n"); t.lost && found {
		s = rest
	}
	return strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
}
