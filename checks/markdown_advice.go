package checks

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
)

// maxAdvice is how many findings, and how many manifests, the summary gives
// ready lines for.
const maxAdvice = 5

// An acceptEntry is an entry for the configuration that accepts one finding.
type acceptEntry struct{ rule, component, yaml string }

// acceptEntries has an entry for each of the worst findings that one could name.
// Each accepts one finding, never all of an attack.
func (r *Report) acceptEntries() []acceptEntry {
	var entries []acceptEntry
	for _, f := range worstFirst(r.Findings) {
		if len(entries) == maxAdvice {
			break
		}
		if f.Location == nil || !inRepository(f.Source) || f.Change == scanner.Known || f.Rule.Layer == 3 || f.Severity < scanner.Medium && !r.blocks(f) {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "  - rule: %s\n    manifest: %s\n", f.Rule.ID, quoteYAML(f.Source))
		component := acceptComponent(f.Component)
		if component != "" {
			fmt.Fprintf(&b, "    component: %s\n", quoteYAML(component))
		}
		// Damaged text can't be written down.
		if utf8.RuneCountInString(f.Text) <= maxAcceptText && strings.TrimSpace(f.Text) != "" && utf8.ValidString(f.Text) {
			fmt.Fprintf(&b, "    text: %s\n", quoteYAML(f.Text))
		} else {
			fmt.Fprintf(&b, "    fingerprint: %s\n", quoteYAML(f.Fingerprint))
		}
		b.WriteString("    reason: \"why this is meant\"\n    expires: " + r.expires() + "\n")
		e := acceptEntry{f.Rule.ID, component, "accept:\n" + b.String()}
		if !slices.Contains(entries, e) {
			entries = append(entries, e)
		}
	}
	return entries
}

// acceptFor is how long an entry that the summary offers holds.
const acceptFor = 180 * 24 * time.Hour

// expires is the last day of an entry that is offered, or what to fill in.
func (r *Report) expires() string {
	if r.Now.IsZero() {
		return "YYYY-MM-DD"
	}
	return r.Now.UTC().Add(acceptFor).Format(time.DateOnly)
}

// markdownAccept is one entry, to be copied.
func markdownAccept(e acceptEntry) string {
	return fmt.Sprintf("For %s in %s, if it was reviewed and is meant, in `.github/theriac.yml` on the base branch:\n\n%s\n\n",
		codeSpan(e.rule), codeSpan(e.component), fencedAs("yaml", strings.TrimSuffix(e.yaml, "\n")))
}

// maxAcceptText is the longest text, in characters, that an entry spells out.
const maxAcceptText = 80

// inRepository reports whether a name can be a path from a repository's root.
func inRepository(name string) bool {
	return fs.ValidPath(name) && name != "." && utf8.ValidString(name)
}

// acceptComponent is a component as the configuration names it: kind/name, or
// kind/server/name; empty where it can't be named.
func acceptComponent(c scanner.ComponentRef) string {
	switch {
	case c.Name == "":
		return ""
	case c.Server != "":
		return string(c.Kind) + "/" + c.Server + "/" + c.Name
	}
	return string(c.Kind) + "/" + c.Name
}

// quoteYAML is a double-quoted scalar (YAML 1.2 §7.3.1), whose escapes are those
// of a quoted string in Go.
func quoteYAML(s string) string { return quoteTerminal(s) }

// mendCommands bring baselines up to date that do not fit their manifests.
func (r *Report) mendCommands() string {
	var lines []string
	for _, path := range r.Stale {
		if len(lines) == maxAdvice {
			lines = append(lines, fmt.Sprintf("# and %d more", len(r.Stale)-maxAdvice))
			break
		}
		name, ok := shellWord(path)
		if !ok {
			name = "MANIFEST" // a name that can't be shown can't be copied either
		}
		lines = append(lines, "theriac snapshot "+name)
	}
	return strings.Join(lines, "\n")
}

// shellWord quotes s as one word for a POSIX shell. ok is false where s has
// characters that can't be shown.
func shellWord(s string) (word string, ok bool) {
	if s == "" || EscapeTerminal(s) != s {
		return "", false
	}
	if s[0] == '-' {
		s = "./" + s
	}
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == "" {
		return s, true
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'", true
}
