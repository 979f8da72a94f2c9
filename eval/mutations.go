package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/corpus"
	"github.com/theriac/theriac/eval/mutate"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// disguiseCount is how a disguise fared. Of the cases that their rule catches
// undisguised, Scored are those that it applies to.
type disguiseCount struct {
	Disguise string `json:"disguise"`
	Scored   int    `json:"scored"`
	// Same counts those that the same rule still catches at the same gate, Any
	// those that anything does.
	Same int `json:"sameRule"`
	Any  int `json:"anyRule"`
	// Missed are the cases that the same rule no longer catches.
	Missed []string `json:"missed"`

	lost []mutate.Trial
}

func mutationsCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "mutations", Short: "Score the corpus of this repository in disguise", Args: cobra.NoArgs,
		Long: "Disguise every poisoned case of the corpus that its rule catches, and scan it again. A disguise is\n" +
			"scored only where an independent decoder reads the same words in it. With --misses, what was lost\n" +
			"is shown; --class selects disguises by name and --rule the rule of the case.",
		RunE: func(*cobra.Command, []string) error {
			all, err := scoreMutations(rules.All())
			switch {
			case err != nil:
				return err
			case o.json:
				return o.printJSON(all)
			}
			printMutations(o.stdout, all)
			if o.wrong {
				o.showLost(all)
			}
			return nil
		},
	}
}

func scoreMutations(set *scanner.Set) ([]disguiseCount, error) {
	cases, err := corpus.Load()
	if err != nil {
		return nil, err
	}
	type caught struct {
		result score.Result
		rule   string
	}
	var all []caught
	for _, c := range cases {
		if !c.Poisoned || c.Before != nil {
			continue // a change is no words: Layer 3 sees it in any disguise
		}
		if r := c.Scan(set); c.Right(&r) {
			all = append(all, caught{r, c.Rule})
		}
	}
	var counts []disguiseCount
	for _, d := range mutate.All() {
		n := disguiseCount{Disguise: d.Name, Missed: []string{}}
		for _, c := range all {
			t, ok := mutate.Try(&d, c.result, c.rule, set)
			if !ok {
				continue
			}
			if t.Err != nil {
				return nil, fmt.Errorf("%s in %s: %w", t.ID, d.Name, t.Err)
			}
			n.Scored++
			if t.Any() {
				n.Any++
			}
			if t.Same() {
				n.Same++
			} else {
				n.Missed = append(n.Missed, t.ID)
				n.lost = append(n.lost, t)
			}
		}
		counts = append(counts, n)
	}
	return counts, nil
}

func printMutations(w io.Writer, all []disguiseCount) {
	fmt.Fprintln(w, "Share of the poisoned cases still caught in disguise, at the gate that they reached without it")
	fmt.Fprintln(w)
	rows := [][]string{{"disguise", "cases", "by the same rule", "by any rule"}}
	var sum disguiseCount
	row := func(n disguiseCount) []string {
		return []string{n.Disguise, score.Count(n.Scored), score.Percent(n.Same, n.Scored), score.Percent(n.Any, n.Scored)}
	}
	for _, n := range all {
		rows = append(rows, row(n))
		sum.Scored, sum.Same, sum.Any = sum.Scored+n.Scored, sum.Same+n.Same, sum.Any+n.Any
	}
	sum.Disguise = "overall"
	score.Table(w, append(rows, row(sum)))
}

func (o *options) showLost(all []disguiseCount) {
	for _, n := range all {
		for _, t := range n.lost {
			if !o.matches(n.Disguise, t.Rule) {
				continue
			}
			fmt.Fprintf(o.stdout, "\nLOST %s in %s: want %s of %s\n", t.ID, n.Disguise, t.Gate, t.Rule)
			for _, x := range t.Findings {
				score.ShowFinding(o.stdout, &t.Result, x)
			}
			fmt.Fprintf(o.stdout, "  %s\n", score.Escape(string(t.Manifest)))
		}
	}
}
