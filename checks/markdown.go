package checks

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// WriteMarkdown writes what a check run's summary shows: the verdict, then each
// component with something to read: what changed in it and what is wrong with it.
// All the rest is folded: what stood there before, what is minor, how to accept a
// finding, how the comparison was made. Nothing of a manifest acts as markdown in
// it. With Options.MaxBytes it leaves out what does not fit, the least severe
// first, and says how much.
func (r *Report) WriteMarkdown(w io.Writer, o Options) error {
	limit := o.MaxBytes
	if limit <= 0 {
		limit = math.MaxInt
	}
	v := r.overview()
	m := &markdownWriter{left: limit}
	m.text("**" + markdownMessage(r.Headline()) + ".**\n\n")
	m.text(r.read() + ".\n\n")

	// Shares of what is left, so that no section starves the ones below it.
	unread, skipped := r.split()
	m.section(list("Not analysed", "file", 4, unread, markdownNotAnalysed))
	if mend := r.mendCommands(); mend != "" {
		m.text("The baseline does not fit the manifest. If the change is meant, record it in the same pull request:\n\n" + fencedAs("sh", mend) + "\n\n")
	}
	m.text(r.markdownApproval())
	p := componentPrinter{report: r, link: o.Link}
	rest := min(m.left/4, roomForFolds)
	m.left -= rest
	m.section(list("", "component", 1, v.components, p.component))
	m.left += rest
	m.section(list("What is minor", "finding", 3, v.minor, p.minor).fold(plural(len(v.minor), "minor finding", "minor findings")))
	m.section(list("What stood there before", "component", 3, v.known, p.known).fold(knownLine(v.known)))
	accepts := r.acceptEntries()
	m.section(list("How to accept a finding", "entry", 3, accepts, markdownAccept).fold("How to accept a finding"))
	m.section(list("Accepted", "accepted finding", 2, r.Accepted, p.accepted).fold(plural(len(r.Accepted), "accepted finding", "accepted findings")))
	m.section(list("Notes", "note", 2, r.Notes, markdownNote).fold("How this was judged"))
	m.section(list("Skipped", "file", 1, skipped, markdownNotAnalysed).fold(plural(len(skipped), "file", "files") + " skipped"))
	_, err := io.WriteString(w, Clip(strings.TrimRight(m.b.String(), "\n")+"\n", limit))
	return err
}

// roomForFolds is how many bytes of a bounded summary are kept for what is folded.
const roomForFolds = 16 << 10

// read says what was read and what came of it, in one line.
func (r *Report) read() string {
	var c Counts
	for _, s := range r.Sources {
		c = c.plus(s.Counts)
	}
	parts := []string{"No MCP metadata was read"}
	if len(r.Sources) > 0 {
		parts[0] = fmt.Sprintf("Read: %s in %s", c, plural(len(r.Sources), "source", "sources"))
	}
	parts = append(parts, "findings: "+r.Summary.String())
	if n := r.unread(); n > 0 {
		parts = append(parts, "not analysed: "+plural(n, "source", "sources"))
	}
	if n := len(r.Accepted); n > 0 {
		parts = append(parts, fmt.Sprintf("accepted: %d", n))
	}
	return strings.Join(parts, "; ")
}

// markdownApproval says what an approval is asked for, or who gave it.
func (r *Report) markdownApproval() string {
	switch a := r.Approval; {
	case a == nil:
		return ""
	case a.Given():
		by := "by the button of the check run"
		if a.How == "review" {
			by = "by a review"
		}
		return fmt.Sprintf("Approved by %s %s on %s: %s. The approval is about exactly what is shown here; another edit asks again.\n\n",
			codeSpan(a.By), by, codeSpan(a.At.UTC().Format("2006-01-02 15:04 UTC")), plural(a.Changes, "change", "changes"))
	case !a.Refused.Equal(scanner.Message{}):
		return markdownMessage(a.Refused) + "\n\n" + howToApprove
	case r.Gate.Failed:
		return "An approval can't help here: what fails has to be mended or accepted first.\n\n"
	}
	return howToApprove
}

const howToApprove = "Read the changes below. If they are meant, somebody who can write to this repository and did not open the pull request approves them: " +
	"with the button **Approve** of this check, or by an approving review of this commit.\n\n"

// knownLine is what a fold over known findings says of them.
func knownLine(known []*componentGroup) string {
	n := 0
	for _, c := range known {
		n += len(c.findings)
	}
	return plural(n, "finding", "findings") + " on text that stood there before this change"
}

func markdownComponent(c scanner.ComponentRef) string {
	s := string(c.Kind)
	if c.Name != "" {
		s += " " + codeSpan(c.Name)
	}
	if c.Server != "" {
		s += " of server " + codeSpan(c.Server)
	}
	return s
}

func markdownNote(n Note) string {
	return "- " + markdownPlace(n.URI, n.Line, 0) + escapeMarkdown(n.Text) + "\n"
}

func markdownNotAnalysed(n NotAnalysed) string {
	return fmt.Sprintf("- %s%s (%s)\n", markdownPlace(n.URI, n.Line, n.Column),
		escapeMarkdown(n.Detail), escapeMarkdown(string(n.Reason)))
}

func markdownPlace(uri string, line, column int) string {
	if uri == "" {
		return ""
	}
	return codeSpan(strings.TrimSuffix(prefix(uri, line, column), ": ")) + ": "
}
