package checks

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
)

// maxAdvice is how many findings, and how many manifests, the summary gives
// ready lines for.
const maxAdvice = 5

// markdownAdvice says how a reviewed finding is accepted and how a change is
// approved, with lines that are ready to be copied.
func (r *Report) markdownAdvice() string {
	var b strings.Builder
	if accept := r.acceptYAML(); accept != "" {
		b.WriteString("### What to do\n\n" +
			"Change the text if the finding is right. If it was reviewed and is meant, accept it in `.github/theriac.yml` " +
			"on the base branch, where a pull request cannot reach it:\n\n" + fencedAs("yaml", accept) + "\n")
	}
	if commands := r.approveCommands(); commands != "" {
		b.WriteString("\nIf a change was reviewed and is meant, approve the new metadata by recording it, and merge the baseline first:\n\n" +
			fencedAs("sh", commands) + "\n")
	}
	return b.String()
}

// acceptYAML is an accept list for the worst findings; empty where there are
// none that an entry could name.
func (r *Report) acceptYAML() string {
	var entries []string
	for _, f := range worstFirst(r.Findings) {
		if len(entries) == maxAdvice {
			break
		}
		if f.Location == nil || !inRepository(f.Source) {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "  - rule: %s\n    manifest: %s\n", f.Rule.ID, quoteYAML(f.Source))
		if component := acceptComponent(f.Component); component != "" {
			fmt.Fprintf(&b, "    component: %s\n", quoteYAML(component))
		}
		// A changed text may be long, and damaged text can't be written down.
		if f.Baseline == nil && utf8.RuneCountInString(f.Text) <= maxAcceptText && strings.TrimSpace(f.Text) != "" && utf8.ValidString(f.Text) {
			fmt.Fprintf(&b, "    text: %s\n", quoteYAML(f.Text))
		} else {
			fmt.Fprintf(&b, "    fingerprint: %s\n", quoteYAML(f.Fingerprint))
		}
		b.WriteString("    reason: \"why this is meant\"\n")
		if !slices.Contains(entries, b.String()) {
			entries = append(entries, b.String())
		}
	}
	if entries == nil {
		return ""
	}
	return "accept:\n" + strings.Join(entries, "")
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

// approveCommands records each manifest that differs from its baseline.
func (r *Report) approveCommands() string {
	var lines []string
	seen := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Rule.Layer != 3 || f.Location == nil || seen[f.Source] || len(lines) == maxAdvice {
			continue
		}
		seen[f.Source] = true
		from, ok := shellWord(f.Source)
		to, _ := shellWord(baselineName(f.Source))
		if !ok {
			// A name that can't be shown can't be copied either.
			from, to = "MANIFEST", "MANIFEST.baseline.json"
		}
		lines = append(lines, "theriac snapshot "+from+" -o "+to)
	}
	return strings.Join(lines, "\n")
}

// baselineName is where a manifest's baseline is looked for: mcp/server.json has
// mcp/server.baseline.json.
func baselineName(manifest string) string {
	return strings.TrimSuffix(manifest, path.Ext(manifest)) + ".baseline.json"
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
