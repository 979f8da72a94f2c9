package score

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/theriac/theriac/scanner"
)

// Table writes rows of cells in columns, the first row being the head. Cells
// must not hold hostile text: see [Escape].
func Table(w io.Writer, rows [][]string) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	t.Flush()
}

// Print writes a report as tables.
func (rep *Report) Print(w io.Writer, title string) {
	fmt.Fprintf(w, "%s: %d items", title, rep.Items)
	if rep.Unread > 0 {
		fmt.Fprintf(w, ", %d NOT READ", rep.Unread)
	}
	fmt.Fprint(w, "\n\n")
	rows := [][]string{{"gate", "poisoned caught", "benign quiet", "precision", "recall", "F1"}}
	for _, g := range rep.Overall {
		rows = append(rows, []string{g.Gate.String() + " and above", Share(g.Caught, g.Poisoned), Share(g.Quiet, g.Benign),
			decimal(g.Precision), decimal(g.Recall), decimal(g.F1)})
	}
	Table(w, rows)
	if len(rep.Apart) > 0 {
		printGroups(w, "counted apart", rep.Apart)
	}
	if len(rep.Classes) > 1 {
		printGroups(w, "class", rep.Classes)
	}
	if len(rep.Sources) > 1 {
		printGroups(w, "source", rep.Sources)
	}
	printRules(w, rep.Rules)
}

func printGroups(w io.Writer, kind string, all []Group) {
	fmt.Fprintln(w)
	rows := [][]string{{kind, "caught at medium", "at high", "quiet at medium", "at high"}}
	for _, g := range Worst(all) {
		m, h := g.Gates[0], g.Gates[1]
		row := []string{Escape(g.Name), "", "", "", ""}
		if m.Poisoned > 0 {
			row[1], row[2] = Share(m.Caught, m.Poisoned), Share(h.Caught, h.Poisoned)
		}
		if m.Benign > 0 {
			row[3], row[4] = Share(m.Quiet, m.Benign), Share(h.Quiet, h.Benign)
		}
		rows = append(rows, row)
	}
	Table(w, rows)
}

func printRules(w io.Writer, all []Rule) {
	fmt.Fprintln(w)
	head := []string{"rule"}
	for _, label := range []string{"poisoned", "benign"} {
		for _, s := range scanner.Severities() {
			head = append(head, label+" "+s.String())
			label = ""
		}
	}
	for i, cell := range head {
		head[i] = strings.TrimSpace(cell)
	}
	rows := [][]string{head}
	for _, r := range all {
		row := []string{r.ID}
		for _, counts := range []map[scanner.Severity]int{r.Poisoned, r.Benign} {
			for _, s := range scanner.Severities() {
				row = append(row, Count(counts[s]))
			}
		}
		rows = append(rows, row)
	}
	Table(w, rows)
}

// Count is a number, or a dot for none.
func Count(n int) string {
	if n == 0 {
		return "·"
	}
	return strconv.Itoa(n)
}

// Share is a count of a whole.
func Share(part, whole int) string { return fmt.Sprintf("%d/%d", part, whole) }

// Percent is a share of a whole in per cent; "–" of nothing.
func Percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(whole))
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }

// Escape makes manifest text safe for a terminal: control characters and those
// that show nothing become escapes.
func Escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if !unicode.IsPrint(r) || r == '\\' || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
