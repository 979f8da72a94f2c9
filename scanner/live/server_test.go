package live

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A server's environment is a few variables of ours, and what is given.
func TestEnviron(t *testing.T) {
	for _, name := range append(unixEnviron, windowsEnviron...) {
		t.Setenv(name, "")
	}
	t.Setenv("PATH", "/bin")
	t.Setenv("HOME", "() { :; }")
	t.Setenv("GITHUB_TOKEN", "s3cret")
	s, err := Command("a", "X=1=2", "GITHUB_TOKEN", "PATH=/usr/bin", "X=3", "EMPTY=")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range s.dialer.(*stdio).env {
		if name, value, _ := strings.Cut(e, "="); value != "" || name == "EMPTY" {
			got = append(got, e)
		}
	}
	if diff := cmp.Diff([]string{"GITHUB_TOKEN=s3cret", "PATH=/usr/bin", "X=3", "EMPTY="}, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "=x", "THERIAC_NOT_SET_ANYWHERE", "A=\x00"} {
		if _, err := Command("a", bad); err == nil {
			t.Errorf("--env %q was taken", bad)
		} else if strings.Contains(err.Error(), "\x00") {
			t.Errorf("%q", err)
		}
	}
}

func TestURL(t *testing.T) {
	for address, want := range map[string]string{
		"https://mcp.example.com/mcp":                   "https://mcp.example.com/mcp",
		"http://127.0.0.1:8080":                         "http://127.0.0.1:8080",
		"https://me:s3cret@mcp.example.com/a b?key=x#y": "https://mcp.example.com/a%20b",
		"HTTPS://mcp.example.com/?":                     "https://mcp.example.com/",
	} {
		s, err := URL(address)
		if err != nil || s.Name != want || !s.HTTP() {
			t.Errorf("%s is called %v (%v), want %s", address, s, err, want)
		}
	}
	for _, address := range []string{"", "mcp.example.com/mcp", "ftp://s3cret@x/", "https://", "https://x/\x7f?key=s3cret", "file:///etc/passwd", "https:mcp"} {
		if s, err := URL(address); err == nil {
			t.Errorf("%q was taken: %s", address, s.Name)
		} else if address != "ftp://s3cret@x/" && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q", err)
		}
	}
	for _, h := range []string{"", "Authorization", ": x", "A B: x", "A: x\r\nB: y", "Größe: 1"} {
		if _, err := URL("https://x/", h); err == nil {
			t.Errorf("the header %q was taken", h)
		}
	}
}

func TestSame(t *testing.T) {
	make := func(line string) *Server {
		s, err := Command(line)
		if strings.HasPrefix(line, "http") {
			s, err = URL(line)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a 'b c'", `a  b\ c`, true}, {"a b c", "a 'b c'", false}, {"a", "https://a", false},
		{"https://a/?k=1", "https://a/?k=2", false}, {"https://a/", "https://a/", true}, {"https://a", "a", false},
	} {
		if make(c.a).Same(make(c.b)) != c.same {
			t.Errorf("%s and %s: same should be %v", c.a, c.b, c.same)
		}
	}
}

func TestTail(t *testing.T) {
	for _, c := range []struct {
		writes []string
		want   string
	}{
		{nil, ""},
		{[]string{"one\n", "two\n"}, "one\ntwo"},
		{[]string{"0123456789"}, "0123456789"},
		{[]string{"0123456789", "ab"}, "23456789ab"},
		{[]string{"first line\n", "a\nb\n"}, "a\nb"},
		{[]string{strings.Repeat("x", 1000), "\nlast"}, "last"},
		{[]string{"a\xffb"}, "a\uFFFDb"},
	} {
		tail := tail{most: 10}
		for _, w := range c.writes {
			if n, err := tail.Write([]byte(w)); n != len(w) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := tail.String(); got != c.want {
			t.Errorf("%q: %q, want %q", c.writes, got, c.want)
		}
	}
}
