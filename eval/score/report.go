package score

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// Gates are the severities at which a run is judged: medium for a review, high
// for the default gate of the command.
var Gates = []scanner.Severity{scanner.Medium, scanner.High}

// A Report is the figures of a run.
type Report struct {
	Items   int    `json:"items"`
	Unread  int    `json:"unread"`
	Overall []Gate `json:"overall"`
	// Curve is the same at every severity, the worst first: precision against recall.
	Curve []Gate `json:"curve"`
	// Apart are the items that count in no other figure: those of doubtful label,
	// and of the classes that the caller sets apart.
	Apart   []Group `json:"apart"`
	Classes []Group `json:"classes"`
	Sources []Group `json:"sources"`
	Rules   []Rule  `json:"rules"`
}

// A Gate is the figures at one severity. A ratio without anything to divide by
// is 1: nothing was got wrong.
type Gate struct {
	Gate      scanner.Severity `json:"gate"`
	Poisoned  int              `json:"poisoned"`
	Caught    int              `json:"caught"`
	Benign    int              `json:"benign"`
	Quiet     int              `json:"quiet"`
	Precision float64          `json:"precision"`
	Recall    float64          `json:"recall"`
	F1        float64          `json:"f1"`
}

// A Group is the figures of the items of one class or source.
type Group struct {
	Name  string `json:"name"`
	Gates []Gate `json:"gates"`
}

// A Rule is in how many items a rule has a finding at a severity: the worst in
// the item.
type Rule struct {
	ID       string                   `json:"rule"`
	Poisoned map[scanner.Severity]int `json:"poisoned"`
	Benign   map[scanner.Severity]int `json:"benign"`
}

// Doubtful is the group of the items of doubtful label.
const Doubtful = "doubtful label"

// Summarise counts. The classes that begin with one of apart are counted by
// themselves and nowhere else.
func Summarise(all []Result, apart ...string) Report {
	rep := Report{Items: len(all), Unread: len(Unread(all))}
	var firm, aside []Result
	setAside := map[string]string{} // group by item
	for _, r := range all {
		group := ""
		if r.Doubtful {
			group = Doubtful
		} else if i := slices.IndexFunc(apart, func(p string) bool { return strings.HasPrefix(r.Class, p) }); i >= 0 {
			group = apart[i]
		}
		if group == "" {
			firm = append(firm, r)
			continue
		}
		aside, setAside[r.ID] = append(aside, r), group
	}
	rep.Overall, rep.Curve = gates(firm, Gates), gates(firm, scanner.Severities())
	rep.Apart = groups(aside, func(r Result) string { return setAside[r.ID] })
	rep.Classes = groups(firm, func(r Result) string { return r.Class })
	rep.Sources = groups(firm, func(r Result) string { return r.Source })
	rep.Rules = perRule(firm)
	return rep
}

func gates(all []Result, at []scanner.Severity) []Gate {
	var out []Gate
	for _, s := range at {
		g := Gate{Gate: s}
		for _, r := range all {
			hit := r.Reaches(s)
			switch {
			case r.Poisoned:
				g.Poisoned++
				if hit {
					g.Caught++
				}
			default:
				g.Benign++
				if !hit && r.Err == nil {
					g.Quiet++
				}
			}
		}
		g.ratios()
		out = append(out, g)
	}
	return out
}

func (g *Gate) ratios() {
	g.Precision = ratio(g.Caught, g.Caught+g.Benign-g.Quiet)
	g.Recall = ratio(g.Caught, g.Poisoned)
	g.F1 = 0
	if g.Precision+g.Recall > 0 {
		g.F1 = 2 * g.Precision * g.Recall / (g.Precision + g.Recall)
	}
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func groups(all []Result, key func(Result) string) []Group {
	by := map[string][]Result{}
	for _, r := range all {
		by[key(r)] = append(by[key(r)], r)
	}
	var out []Group
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, Group{name, gates(by[name], Gates)})
	}
	return out
}

func perRule(all []Result) []Rule {
	by := map[string]*Rule{}
	for _, r := range all {
		for id, worst := range worstByRule(r.Findings) {
			c := by[id]
			if c == nil {
				c = &Rule{id, map[scanner.Severity]int{}, map[scanner.Severity]int{}}
				by[id] = c
			}
			if r.Poisoned {
				c.Poisoned[worst]++
			} else {
				c.Benign[worst]++
			}
		}
	}
	var out []Rule
	for _, id := range slices.Sorted(maps.Keys(by)) {
		out = append(out, *by[id])
	}
	return out
}

func worstByRule(found []scanner.Finding) map[string]scanner.Severity {
	worst := map[string]scanner.Severity{}
	for _, f := range found {
		s, seen := worst[f.Rule.ID]
		if !seen {
			s = f.Severity
		}
		worst[f.Rule.ID] = max(s, f.Severity)
	}
	return worst
}

// Worst orders groups by how much they miss at the last gate, the most first.
func Worst(groups []Group) []Group {
	missed := func(g Group) int {
		last := g.Gates[len(g.Gates)-1]
		return last.Poisoned - last.Caught + last.Benign - last.Quiet
	}
	return slices.SortedStableFunc(slices.Values(groups), func(a, b Group) int {
		return cmp.Or(missed(b)-missed(a), cmp.Compare(a.Name, b.Name))
	})
}
