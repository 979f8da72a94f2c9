package score

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/theriac/theriac/scanner"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// A point is a severity in the plot, in the units of its drawing: 400 by 400 from
// (20, 20), precision upward.
type point struct {
	X, Y, LabelY  int
	Label, Anchor string
}

// A wrongItem is a result that is wrong at the gate, as text for the page.
type wrongItem struct {
	ID, Verdict, Class, Source, Findings string
}

// WriteHTML writes a report as one page that stands alone: precision against
// recall with a point for each severity, the figures, and the results that are
// wrong at the filter's gate. Severities at which nothing was found have no
// precision, and no point; points that lie close share a label.
func (rep *Report) WriteHTML(w io.Writer, title string, all []Result, f Filter) error {
	data := struct {
		Title  string
		Report *Report
		Min    scanner.Severity
		Lines  []int
		Points []point
		Wrong  []wrongItem
	}{Title: Escape(title), Report: rep, Min: f.Min, Points: points(rep.Curve)}
	for x := 20; x <= 420; x += 100 {
		data.Lines = append(data.Lines, x)
	}
	for r := range wrong(all, f) {
		data.Wrong = append(data.Wrong, wrongItem{Escape(r.ID), r.verdict(), Escape(r.Class), Escape(r.Source), r.found()})
	}
	return page.Execute(w, data)
}

// near is how close two points lie that share a label, in the drawing's units.
const near = 40

// points draws a curve.
func points(curve []Gate) []point {
	var out []point
	labelled, labels := 0, 0 // the point that carries the last label, and how many there are
	for _, g := range curve {
		if g.Caught+g.Benign-g.Quiet == 0 {
			continue
		}
		p := point{X: 20 + int(400*g.Recall+.5), Y: 420 - int(400*g.Precision+.5), Anchor: "middle"}
		p.LabelY = p.Y + 18
		if labels%2 == 1 {
			p.LabelY = p.Y - 9
		}
		if p.X > 340 {
			p.Anchor = "end"
		}
		if len(out) > 0 && abs(p.X-out[labelled].X) < near && abs(p.Y-out[labelled].Y) < near {
			out[labelled].Label += ", " + g.Gate.String()
		} else {
			p.Label, labelled = g.Gate.String(), len(out)
			labels++
		}
		out = append(out, p)
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// found is the rules of a result's findings with their severities, or why it was
// not read.
func (r *Result) found() string {
	var out []string
	if r.Err != nil {
		out = append(out, "not read: "+Escape(r.Err.Error()))
	}
	for _, f := range r.Findings {
		out = append(out, f.Rule.ID+" "+f.Severity.String())
	}
	return strings.Join(out, ", ")
}
