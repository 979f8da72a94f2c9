package checks

import (
	"fmt"
	"io"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// Options are what the formats need beside the report.
type Options struct {
	// Title is the first line's subject in text: "static scan of MCP tool
	// metadata" where empty.
	Title string
	// Width is how many columns the text format may take; 0 for [DefaultWidth].
	Width int
	// Verbose asks the text format for all findings and all that is known of each:
	// categories, offsets, what stood there before.
	Verbose bool
	// Color asks for ANSI colours in text. The caller knows whether it writes to
	// a terminal and whether NO_COLOR is set.
	Color bool
	// Rules are the rules that ran, for SARIF: code scanning shows the ones
	// without results too.
	Rules []*scanner.Rule
	// Category tells runs of one tool on one commit apart in code scanning
	// (SARIF 2.1.0 §3.17.3, automationDetails.id): "theriac" where empty.
	Category string
	// LiveFile is the file that stands for live servers in SARIF, whose results
	// all need one: the baseline that a server is compared with. Where it is
	// empty, the server's own name is made a path.
	LiveFile string
	// OmitAccepted leaves accepted findings out of SARIF. Code scanning does not
	// read suppressions and would show them as open alerts.
	OmitAccepted bool
	// Link makes the address of lines of a file at the reviewed commit, for markdown:
	// an absolute http or https URL whose parts are percent-encoded, or empty where
	// there is none. nil for no links.
	Link func(path string, start, end int) string
	// MaxBytes bounds markdown, in bytes of UTF-8; 0 for no bound.
	MaxBytes int
	// MaxPerLevel bounds the workflow commands of each level (error, warning,
	// notice): [AnnotationsPerStep], where GitHub Actions reads them; 0 for no
	// bound.
	MaxPerLevel int
}

// format is one way to write a report.
type format struct {
	name  string
	write func(*Report, io.Writer, Options) error
}

// formats are all of them, the default first.
func formats() []format {
	return []format{
		{"text", (*Report).WriteText},
		{"json", func(r *Report, w io.Writer, _ Options) error { return r.WriteJSON(w) }},
		{"sarif", (*Report).WriteSARIF},
		{"github", (*Report).WriteWorkflow},
		{"markdown", (*Report).WriteMarkdown},
		{"html", (*Report).WriteHTML},
	}
}

// Formats names the formats that Write knows, the default first.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Write writes the report in the named format. An unknown name and a failing
// writer are its only errors.
func Write(w io.Writer, name string, r *Report, o Options) error {
	for _, f := range formats() {
		if f.name == name {
			return f.write(r, w, o)
		}
	}
	return fmt.Errorf("unknown format %q: want %s", name, strings.Join(Formats(), ", "))
}
