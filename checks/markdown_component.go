package checks

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// Characters of a text that a component's part of the summary shows.
const (
	maxMarkdownText = 400
	// maxInline is up to which length of both texts together a change is shown in
	// one line; a longer one is a block of lines.
	maxInline = 300
	// maxMarkdownDiff bounds what a change shows.
	maxMarkdownDiff = 3000
)

// componentPrinter writes components for the summary.
type componentPrinter struct {
	report *Report
	link   func(path string, start, end int) string
}

// component is a component with what changed and what is wrong in it.
func (p componentPrinter) component(c *componentView) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s in %s\n\n", markdownComponent(c.Component), codeSpan(c.Source))
	for _, x := range c.problems {
		b.WriteString(p.problem(x))
	}
	for _, f := range c.changes {
		b.WriteString(p.change(c, f))
	}
	return b.String() + "\n"
}

// problem is one item: its rules, the worst one's message, and the text.
func (p componentPrinter) problem(x item) string {
	f := x.worst()
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** %s", f.Severity, codeSpan(strings.Join(x.rules(), " ")))
	seen := map[string]bool{}
	for _, f := range x {
		if m := markdownMessage(f.Message); !seen[m] {
			fmt.Fprintf(&b, "%s%s", map[bool]string{true: ": ", false: "; "}[len(seen) == 0], m)
			seen[m] = true
		}
	}
	b.WriteString(p.at(f))
	if f.Field != "" {
		fmt.Fprintf(&b, " (%s)", codeSpan(f.Field))
	}
	// Two blanks at its end break a line.
	before, part, after := clip(itemText(x), 0, maxMarkdownText)
	fmt.Fprintf(&b, "  \n  %s%s%s\n", before, codeSpan(showBlanks(part)), after)
	return b.String()
}

// itemText is the longest of the texts that an item's rules matched.
func itemText(x item) string {
	text := x[0].Text
	for _, f := range x[1:] {
		if f.Rule.Layer < 3 && len(f.Text) > len(text) {
			text = f.Text
		}
	}
	return text
}

// change is one finding of layer 3: its first change, and below it the others.
// Where a problem already says why it is critical, it has no severity of its own.
func (p componentPrinter) change(c *componentView, f *scanner.Finding) string {
	all := changesOf(f)
	first := all[0]
	var b strings.Builder
	b.WriteString("- ")
	if c.explained(f) {
		fmt.Fprintf(&b, "What changed in %s", codeSpan(f.Field))
	} else {
		fmt.Fprintf(&b, "**%s** %s: %s", f.Severity, codeSpan(f.Rule.ID), markdownMessage(first.Message))
	}
	b.WriteString(p.at(first) + markdownChange(first))
	for _, x := range all[1:] {
		said := "- " + markdownMessage(x.Message) + p.at(x) + markdownChange(x)
		b.WriteString(indent(strings.TrimSuffix(said, "\n"), "  ") + "\n")
	}
	return b.String()
}

// at links the lines of a finding at the head commit, where the caller knows how.
func (p componentPrinter) at(f *scanner.Finding) string {
	if f.Location == nil {
		return ""
	}
	line := fmt.Sprintf("line %d", f.Location.StartLine)
	if p.link != nil {
		if to := p.link(f.Source, f.Location.StartLine, f.Location.EndLine); to != "" {
			return fmt.Sprintf(", [%s](<%s>)", line, to)
		}
	}
	return ", " + line
}

// markdownChange shows the old and the new text, below the line of a list.
func markdownChange(f *scanner.Finding) string {
	if f.Baseline == nil {
		return "\n"
	}
	was, now := *f.Baseline, f.Text
	switch {
	case was == now, f.Value && (was == "" || now == ""):
		return "\n" // the message says it
	case was == "" || now == "":
		_, part, after := clip(was+now, 0, maxMarkdownText)
		return "  \n  " + codeSpan(showBlanks(part)) + after + "\n"
	case len(was)+len(now) <= maxInline && !strings.Contains(was+now, "\n"):
		return "  \n  " + markdownDiff(was, now, maxInline) + "\n"
	}
	block := fencedAs("diff", lineDiff(was, now, maxMarkdownDiff))
	return "\n\n" + indent(block, "  ") + "\n"
}

func indent(s, by string) string { return by + strings.ReplaceAll(s, "\n", "\n"+by) }

// minor is a finding in one line.
func (p componentPrinter) minor(f *scanner.Finding) string {
	s := fmt.Sprintf("- %s %s %s: ", f.Severity, codeSpan(f.Rule.ID), markdownComponent(f.Component))
	for i, x := range changesOf(f) {
		if i > 0 {
			s += "; "
		}
		s += markdownMessage(x.Message) + p.at(x)
	}
	return s + "\n"
}

// known is a component's known findings in one line.
func (p componentPrinter) known(c *componentGroup) string {
	counts := map[string]int{}
	var ids []string
	for _, f := range c.findings {
		if counts[f.Rule.ID]++; counts[f.Rule.ID] == 1 {
			ids = append(ids, f.Rule.ID)
		}
	}
	for i, id := range ids {
		ids[i] = codeSpan(id)
		if n := counts[id]; n > 1 {
			ids[i] += fmt.Sprintf(" (%d)", n)
		}
	}
	return fmt.Sprintf("- %s in %s: %s\n", markdownComponent(c.ref), codeSpan(c.source), strings.Join(ids, ", "))
}

func (p componentPrinter) accepted(a Accepted) string {
	until := ""
	if a.Expires != "" {
		until = ", until " + escapeMarkdown(a.Expires)
	}
	f := &a.Finding
	_, part, after := clip(f.Text, 0, maxInMessage)
	return fmt.Sprintf("- %s %s in %s%s, %s: %s%s  \n  accepted%s: %s\n", f.Severity, codeSpan(f.Rule.ID),
		codeSpan(f.Source), p.at(f), markdownComponent(f.Component), codeSpan(showBlanks(cmp.Or(part, " "))), after, until, escapeMarkdown(a.Reason))
}
