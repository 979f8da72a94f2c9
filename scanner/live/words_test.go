//go:build !windows

package live

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for line, want := range map[string][]string{
		`npx -y @modelcontextprotocol/server-memory`: {"npx", "-y", "@modelcontextprotocol/server-memory"},
		`  a   b	c  `:                       {"a", "b", "c"},
		`'a b' "c d" e\ f`:                  {"a b", "c d", "e f"},
		`a'b'"c"d`:                          {"abcd"},
		`a '' ""`:                           {"a", "", ""},
		`a "x\"y\\z\n" 'x\y'`:               {"a", `x"y\z\n`, `x\y`},
		`sh -c 'a && b | c > $d; e'`:        {"sh", "-c", "a && b | c > $d; e"},
		`a *.json {x,y} [ab]?`:              {"a", "*.json", "{x,y}", "[ab]?"},
		`a --url=postgres://u:p@h/db?x=1#y`: {"a", "--url=postgres://u:p@h/db?x=1#y"},
		`a ~/b '~/c' d~`:                    {"a", "/home/me/b", "~/c", "d~"},
		`node server.js --name=größe`:       {"node", "server.js", "--name=größe"},
		"a \\\n b":                          {"a", "b"},
	} {
		got, err := split(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
	}
	for line, want := range map[string]string{
		``:                 "want a command",
		` # comment`:       "want a command",
		`a 'b`:             "without closing quote",
		`a "b`:             "without closing quote",
		`a && b`:           "without a shell",
		`a | b`:            "without a shell",
		`a; b`:             "without a shell",
		`a &`:              "without a shell",
		`a > b`:            "without a shell",
		"a\nb":             "without a shell",
		`(a)`:              "without a shell",
		`! a`:              "without a shell",
		`TOKEN=x a`:        "set variables with --env",
		`a $HOME`:          "no shell runs the command",
		`a "$(rm -rf)"`:    "no shell runs the command",
		"a `b`":            "no shell runs the command",
		`if a; then b; fi`: "without a shell",
	} {
		got, err := split(line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v; want an error with %q", line, got, err, want)
		}
	}
}

// FuzzSplit compares with the shell: a line that is taken means there what it
// means here.
func FuzzSplit(f *testing.F) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		f.Skip("no sh")
	}
	for _, s := range []string{`a b`, `'a b' "c\"d" e\ f`, `a''b ""`, `"\a\\\$"`, `a\#b #c`, `a=b`, `"a` + "\n" + `b"`, `é "ü"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\x00~*?[\x7f") || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }) {
			return // ~ and patterns depend on the machine; shells drop some controls
		}
		words, err := split("x " + line)
		if err != nil {
			return
		}
		// The shell runs a function of its own and nothing else.
		c := exec.Command(sh, "-c", "x() { printf '%s\\0' \"$@\"; }\nx "+line)
		c.Env = []string{"PATH=/nowhere"}
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		want := []string{}
		if len(words) > 1 {
			want = strings.SplitAfter(string(out), "\x00")
			want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
		}
		for i := range want {
			want[i] = strings.TrimSuffix(want[i], "\x00")
		}
		if diff := cmp.Diff(want, words[1:]); diff != "" {
			t.Errorf("%q (-sh +split):\n%s", line, diff)
		}
	})
}
