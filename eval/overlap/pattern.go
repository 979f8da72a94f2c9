package overlap

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Patterns reads sources of the phrase language, each with its name, and gives a
// text for every pattern: its words in order, with classes expanded and gaps
// left out. A token's shape breaks a run, since no fixed word stands there; what
// must not stand somewhere is no wording.
//
// It is a reader of its own: the compiler's keeps no words in order.
func Patterns(sources map[string]string) ([]Text, error) {
	r := reader{classes: map[string]string{}}
	type pattern struct{ where, body string }
	var all []pattern
	for name, source := range sources {
		for i, decl := range declarations(source) {
			if m := conceptDecl.FindStringSubmatch(decl); m != nil {
				// Each member is a pattern of its own.
				all = append(all, pattern{fmt.Sprintf("%s %s (declaration %d)", name, m[1], i+1), "(" + m[2] + ")"})
			} else if m := classDecl.FindStringSubmatch(decl); m != nil {
				// A class may be extended from any source, before or after its own.
				r.classes[m[1]] = strings.TrimPrefix(r.classes[m[1]]+" | "+m[2], " | ")
			} else if m := patternDecl.FindStringSubmatch(decl); m != nil {
				all = append(all, pattern{fmt.Sprintf("%s %s (declaration %d)", name, m[1], i+1), m[2]})
			} else {
				return nil, fmt.Errorf("%s: not understood: %s", name, decl)
			}
		}
	}
	var texts []Text
	for _, p := range all {
		t := Text{Where: p.where, states: [][]step{nil}}
		r.err = nil
		rest := r.alternatives(p.body, &t, 0)
		if r.err == nil && rest != "" {
			r.err = fmt.Errorf("stops at %q", rest)
		}
		if r.err != nil {
			return nil, fmt.Errorf("%s: %w", p.where, r.err)
		}
		texts = append(texts, t)
	}
	return texts, nil
}

var (
	classDecl   = regexp.MustCompile(`(?s)^class ([\w-]+) \+?= (.*)$`)
	conceptDecl = regexp.MustCompile(`(?s)^concept ([\w-]+) \+?= (.*)$`)
	patternDecl = regexp.MustCompile(`(?s)^([\w-]+): (.*)$`)
	comment     = regexp.MustCompile(`(^|\s)#.*$`)
)

// declarations joins the lines that continue one: those that begin with a blank
// and those behind a bar.
func declarations(source string) []string {
	var all []string
	open := false
	for line := range strings.Lines(source) {
		line = strings.TrimRight(line, "\r\n")
		if !strings.Contains(line, `"`) {
			line = comment.ReplaceAllString(line, "")
		} else if strings.HasPrefix(line, "#") {
			line = ""
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if len(all) > 0 && (open || line[0] == ' ' || line[0] == '\t') {
			all[len(all)-1] += " " + strings.TrimSpace(line)
		} else {
			all = append(all, strings.TrimSpace(line))
		}
		open = strings.HasSuffix(strings.TrimSpace(line), "|")
	}
	return all
}

// reader adds the states of a pattern to a text. Its methods read what they know
// from the beginning of a source and return the rest; a part begins at one state
// and ends at the text's last one.
type reader struct {
	classes map[string]string
	err     error
	depth   int
}

// join adds a state that all of some states lead to.
func (t *Text) join(ends []int) int {
	t.states = append(t.states, nil)
	last := len(t.states) - 1
	for _, e := range ends {
		t.states[e] = append(t.states[e], step{"", last})
	}
	return last
}

// alternatives reads a | b | c up to a closing bracket or the end.
func (r *reader) alternatives(s string, t *Text, from int) string {
	var ends []int
	for {
		begin := t.join([]int{from})
		end := begin
		s, end = r.sequence(s, t, begin)
		ends = append(ends, end)
		if !strings.HasPrefix(s, "|") {
			break
		}
		s = s[1:]
	}
	t.join(ends)
	return s
}

func (r *reader) sequence(s string, t *Text, at int) (rest string, end int) {
	for r.err == nil {
		s = strings.TrimLeft(s, " \t")
		if s == "" || strings.IndexByte("|)]", s[0]) >= 0 {
			return s, at
		}
		s, at = r.element(s, t, at)
	}
	return s, at
}

var (
	gap     = regexp.MustCompile(`^\.\.\d+`)
	shape   = regexp.MustCompile(`^~\w+`)
	class   = regexp.MustCompile(`^@([\w-]+)`)
	literal = regexp.MustCompile(`^"(?:[^"\\]|\\.)*"`)
	bare    = regexp.MustCompile(`^[^\s()\[\]|"@~!^]+`)
	barring = regexp.MustCompile(`^![<>]?\(`)
	braces  = regexp.MustCompile(`\{([^{}]*)\}`)
)

func (r *reader) element(s string, t *Text, at int) (rest string, end int) {
	switch {
	case s[0] == '^':
		return s[1:], at
	case gap.MatchString(s):
		return s[len(gap.FindString(s)):], at
	case shape.MatchString(s):
		t.states = append(t.states, nil) // reached by no step
		return s[len(shape.FindString(s)):], len(t.states) - 1
	case barring.MatchString(s):
		var nowhere Text
		nowhere.states = [][]step{nil}
		rest = r.alternatives(s[len(barring.FindString(s)):], &nowhere, 0)
		return r.closing(rest, ")"), at
	case s[0] == '(':
		rest = r.alternatives(s[1:], t, at)
		return r.closing(rest, ")"), len(t.states) - 1
	case s[0] == '[':
		rest = r.alternatives(s[1:], t, at)
		return r.closing(rest, "]"), t.join([]int{at, len(t.states) - 1})
	case class.MatchString(s):
		m := class.FindStringSubmatch(s)
		r.class(m[1], t, at)
		return s[len(m[0]):], len(t.states) - 1
	case literal.MatchString(s):
		m := literal.FindString(s)
		text, err := strconv.Unquote(m)
		r.err = cmp.Or(r.err, err)
		return s[len(m):], r.word(text, t, at)
	case bare.MatchString(s):
		m := bare.FindString(s)
		return s[len(m):], r.word(m, t, at)
	}
	r.err = fmt.Errorf("not understood: %q", s)
	return "", at
}

func (r *reader) closing(s, bracket string) string {
	if !strings.HasPrefix(s, bracket) && r.err == nil {
		r.err = fmt.Errorf("wants %s at %q", bracket, s)
	}
	return strings.TrimPrefix(s, bracket)
}

// maxClasses bounds classes inside classes.
const maxClasses = 20

func (r *reader) class(name string, t *Text, at int) {
	body, ok := r.classes[name]
	if r.depth++; !ok || r.depth > maxClasses {
		r.err = fmt.Errorf("class %s: unknown, or in itself", name)
		t.join([]int{at})
		return
	}
	r.alternatives(body, t, at)
	r.depth--
}

// word adds one way for each of the endings in braces: tell{,s}.
func (r *reader) word(w string, t *Text, at int) int {
	var ends []int
	for _, form := range forms(w) {
		now := at
		for _, part := range split(form) {
			t.states = append(t.states, nil)
			t.states[now] = append(t.states[now], step{part, len(t.states) - 1})
			now = len(t.states) - 1
		}
		ends = append(ends, now)
	}
	return t.join(ends)
}

func forms(w string) []string {
	m := braces.FindStringSubmatchIndex(w)
	if m == nil {
		return []string{w}
	}
	var all []string
	for ending := range strings.SplitSeq(w[m[2]:m[3]], ",") {
		for _, rest := range forms(w[m[1]:]) {
			all = append(all, w[:m[0]]+ending+rest)
		}
	}
	return all
}
