// Package rates has the law by which severity is earned, and the table of what
// each branch of a rule has earned.
//
// A branch is a rule's reason with a severity. It may report at high or critical
// only if it hits at most one honest provider in [HighOneIn], at medium one in
// [MediumOneIn]. Low and info need no figure: they reach no gate.
package rates

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// The law. High fails a build: a provider who is hit without cause once in two
// thousand is about one false red build in a year of a large organisation's
// reviews. Medium is shown and fails nothing.
const (
	HighOneIn   = 2000
	MediumOneIn = 200
)

// A Branch is one way for a rule to report.
type Branch struct {
	Rule     string           `json:"rule"`
	Severity scanner.Severity `json:"severity"`
	Reason   string           `json:"reason"`
}

// Of is the branch of a finding, and false for one that needs no figure.
func Of(f scanner.Finding) (Branch, bool) {
	return Branch{f.Rule.ID, f.Severity, f.Reason}, f.Severity >= scanner.Medium && f.Reason != ""
}

// A Row is what a branch was seen to hit of honest metadata.
type Row struct {
	Branch
	Tools     int `json:"tools"`
	Providers int `json:"providers"`
	// Seed tells that the branch keeps its severity whatever its figure, since the
	// rule table of the system that theriac goes back to gives it.
	Seed bool `json:"seed"`
}

// A Table is the rates of all branches over one sample.
type Table struct {
	Tools     int   `json:"tools"`     // in the sample
	Providers int   `json:"providers"` // who published them
	Rows      []Row `json:"rows"`
}

// Allowed is the worst severity that a branch has earned with so many hits among
// so many providers.
func Allowed(hits, providers int) scanner.Severity {
	switch {
	case hits*HighOneIn <= providers:
		return scanner.Critical
	case hits*MediumOneIn <= providers:
		return scanner.Medium
	}
	return scanner.Low
}

// Row is the row of a branch.
func (t *Table) Row(b Branch) (Row, bool) {
	for _, r := range t.Rows {
		if r.Branch == b {
			return r, true
		}
	}
	return Row{Branch: b}, false
}

// Check lists what is wrong with a branch: it has no figure, or claims more than
// it earned.
func (t *Table) Check(b Branch) error {
	r, ok := t.Row(b)
	allowed := Allowed(r.Providers, t.Providers)
	switch {
	case !ok:
		return fmt.Errorf("%s at %s has no figure: %q", b.Rule, b.Severity, b.Reason)
	case b.Severity > allowed && !r.Seed:
		return fmt.Errorf("%s claims %s and hits %d of %d honest providers, which allows %s: %q", b.Rule, b.Severity, r.Providers, t.Providers, allowed, b.Reason)
	}
	return nil
}

// Sort puts rows into the order of the file: by rule, the worst severity first.
func (t *Table) Sort() {
	slices.SortFunc(t.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.Reason, b.Reason))
	})
}

const head = `# What each branch of a rule hits of honest metadata: written by
# go run ./eval honest PATH... --write, and held against the rules by a test.
# High is for at most 1 provider in 2000, medium for 1 in 200; "seed" keeps a
# severity that the rule table of the system before this one gives.
# rule	severity	tools	providers	seed	reason
`

// Write writes the table's file.
func (t *Table) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%ssample\t%d tools\t%d providers\n", head, t.Tools, t.Providers)
	for _, r := range t.Rows {
		seed := "-"
		if r.Seed {
			seed = "seed"
		}
		fmt.Fprintf(b, "%s\t%s\t%d\t%d\t%s\t%s\n", r.Rule, r.Severity, r.Tools, r.Providers, seed, strconv.Quote(r.Reason))
	}
	return b.Flush()
}

// Read reads it. An error names the line.
func Read(r io.Reader) (*Table, error) {
	t := &Table{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		if _, err := fmt.Sscanf(line, "sample\t%d tools\t%d providers", &t.Tools, &t.Providers); err == nil {
			continue
		}
		row, err := readRow(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		t.Rows = append(t.Rows, row)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if t.Providers == 0 {
		return nil, fmt.Errorf("no line says how large the sample is")
	}
	return t, nil
}

func readRow(fields []string) (row Row, err error) {
	if len(fields) != 6 || fields[4] != "seed" && fields[4] != "-" {
		return row, fmt.Errorf("want rule, severity, tools, providers, seed or -, and a reason, between tabs")
	}
	row.Rule, row.Seed = fields[0], fields[4] == "seed"
	if err := row.Severity.UnmarshalText([]byte(fields[1])); err != nil {
		return row, err
	}
	if row.Tools, err = strconv.Atoi(fields[2]); err != nil {
		return row, err
	}
	if row.Providers, err = strconv.Atoi(fields[3]); err != nil {
		return row, err
	}
	row.Reason, err = strconv.Unquote(fields[5])
	return row, err
}
