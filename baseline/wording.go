package baseline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// verdict is what a change of a text amounts to.
type verdict struct {
	severity scanner.Severity
	reason   string // why it is less than high
	cosmetic bool
}

// wording judges a text that was edited, added or removed, apart from what the
// rules say of it. name is that of the member that holds it.
func (w *walk) wording(name string, old, new manifest.Node) verdict {
	role, before, after := w.role(old, new), old.Text(), new.Text()
	prose := role.Has(manifest.Prose)
	switch {
	case before == "" && after == "":
		return verdict{scanner.Low, "an empty text is as good as none", true}
	case before != "" && after != "" && sameButVersions(name, before, after):
		return verdict{severity: scanner.Low, reason: onlyVersions, cosmetic: true}
	case name == "title" && (before == "" || after == "") && isLabel(before) && isLabel(after):
		return verdict{severity: scanner.Low, reason: "a short title"}
	case prose && before != "" && after != "" && sameWords(before, after):
		return verdict{severity: scanner.Low, reason: "only blanks and line breaks differ"}
	case (prose || role.Has(manifest.Default|manifest.Example)) && sameButMachine(before, after):
		return verdict{severity: scanner.Low, reason: "only a machine's own directory differs: record the baseline where CI runs to avoid it"}
	}
	return verdict{severity: scanner.High}
}

// onlyVersions is the reason for a change that a release makes.
const onlyVersions = "only a version, digest or date differs"

// maxLabel is how long a title may be, in characters, to pass for the label of a
// button. A title that is longer is prose under another name.
const maxLabel = 60

func isLabel(s string) bool {
	return utf8.RuneCountInString(s) <= maxLabel && !strings.Contains(s, "\n")
}

// sameWords reports whether two texts differ in blanks and line breaks only.
// Invisible characters are no blanks.
func sameWords(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }
