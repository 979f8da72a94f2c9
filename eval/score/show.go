package score

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// A Filter picks results to look at.
type Filter struct {
	Min   scanner.Severity // the gate that decides what is a miss or a false hit
	Class string           // part of the class; empty for all
	Rule  string           // a rule that has a finding at the gate; empty for all
}

// ShowWrong writes every result that is wrong at the gate, with what was found
// in it: poisoned items that were not caught, and benign ones that were not
// quiet. It returns their number.
func ShowWrong(w io.Writer, all []Result, f Filter) int {
	n := 0
	for r := range wrong(all, f) {
		n++
		fmt.Fprintf(w, "\n%s %s [%s] %s\n", r.verdict(), Escape(r.ID), Escape(r.Class), Escape(r.Source))
		if r.Err != nil {
			fmt.Fprintf(w, "  not read: %s\n", Escape(r.Err.Error()))
		}
		for _, x := range r.Findings {
			if r.Poisoned || x.Severity >= f.Min {
				ShowFinding(w, r, x)
			}
		}
		if r.Poisoned {
			fmt.Fprintf(w, "  %s\n", Escape(clip(string(r.Manifest), 1200)))
		}
	}
	return n
}

// wrong is the results that are wrong at the filter's gate, or were not read.
func wrong(all []Result, f Filter) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		for i := range all {
			r := &all[i]
			isRight := r.Reaches(f.Min) == r.Poisoned && r.Err == nil
			isMeant := strings.Contains(r.Class, f.Class) && (f.Rule == "" || r.Trips(f.Rule, scanner.Info))
			if !isRight && isMeant && !yield(r) {
				return
			}
		}
	}
}

func (r *Result) verdict() string {
	verdict := "MISSED"
	if !r.Poisoned {
		verdict = "FALSE HIT"
	}
	if r.Doubtful {
		verdict += " (doubtful label)"
	}
	return verdict
}

// around is how many bytes of context a finding is shown with, to each side.
const around = 100

// ShowFinding writes a finding with the text around it.
func ShowFinding(w io.Writer, r *Result, x scanner.Finding) {
	fmt.Fprintf(w, "  %s %s %s %s: %s\n", x.Severity, x.Rule.ID, Escape(x.Component.Name), Escape(x.Field), Escape(x.Message.String()))
	text := r.Document.Source.Text()
	from, to := max(0, x.Start-around), min(len(text), x.End+around)
	fmt.Fprintf(w, "      …%s[%s]%s…\n", Escape(text[from:x.Start]), Escape(clip(text[x.Start:x.End], 300)), Escape(text[x.End:to]))
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
