package checks

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWordDiff(t *testing.T) {
	for name, c := range map[string]struct {
		was, now string
		want     []segment
	}{
		"equal":    {"a b", "a b", []segment{{same, "a b"}}},
		"from":     {"", "a b", []segment{{added, "a b"}}},
		"to":       {"a b", "", []segment{{removed, "a b"}}},
		"replaced": {"adds two numbers", "adds three numbers", []segment{{same, "adds "}, {removed, "two"}, {added, "three"}, {same, " numbers"}}},
		"a phrase is one edit": {"reads the old file", "reads a new file",
			[]segment{{same, "reads "}, {removed, "the old"}, {added, "a new"}, {same, " file"}}},
		"a sentence": {"One. Three.", "One. Two. Three.",
			[]segment{{same, "One. "}, {added, "Two. "}, {same, "Three."}}},
		"blanks": {"a b", "a  b", []segment{{same, "a"}, {removed, " "}, {added, "  "}, {same, "b"}}},
	} {
		if diff := cmp.Diff(c.want, wordDiff(c.was, c.now), cmp.AllowUnexported(segment{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Both texts can be put together again from the segments, and the line that
// shows them is inert.
func FuzzWordDiff(f *testing.F) {
	for i, s := range tricky {
		f.Add(s, tricky[(i+1)%len(tricky)])
		f.Add("one two "+s+" three", "one "+s+" two three "+s)
	}
	f.Fuzz(func(t *testing.T, was, now string) {
		var a, b strings.Builder
		segments := wordDiff(was, now)
		for i, s := range segments {
			if s.change != added {
				a.WriteString(s.text)
			}
			if s.change != removed {
				b.WriteString(s.text)
			}
			if s.text == "" || i > 0 && s.change == segments[i-1].change {
				t.Errorf("segment %d of %+v", i, segments)
			}
		}
		if a.String() != was || b.String() != now {
			t.Errorf("%q to %q came back as %q to %q", was, now, a.String(), b.String())
		}
		if was == now != !slices.ContainsFunc(segments, func(s segment) bool { return s.change != same }) {
			t.Errorf("%q to %q: %v", was, now, segments)
		}
		line := markdownDiff(was, now, maxMarkdownDiff)
		_, prose := inert(t, "change: "+line+" (end)")
		for _, own := range []string{"\nchange:", "(end)", "(more changes follow)", "(empty)", ellipsis, " "} {
			prose = strings.ReplaceAll(prose, own, "")
		}
		if prose != "" {
			t.Errorf("%q leaves %q outside of code", line, prose)
		}
	})
}
