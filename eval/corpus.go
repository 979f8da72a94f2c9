package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/corpus"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// corpusReport is the figures of the corpus of this repository.
type corpusReport struct {
	score.Report
	ByRule []ruleCases `json:"cases"`
	// Wrong are the cases that did not come out as they must.
	Wrong []string `json:"wrong"`

	results []score.Result
}

// ruleCases is how many cases of a rule came out as they must.
type ruleCases struct {
	Rule     string `json:"rule"`
	Poisoned int    `json:"poisoned"`
	Tripped  int    `json:"tripped"`
	Benign   int    `json:"benign"`
	Quiet    int    `json:"quiet"`
}

func corpusCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "corpus", Short: "Score the corpus of this repository", Args: cobra.NoArgs,
		Long: "Score the corpus of this repository. A poisoned case must trip the rule that it names; a benign one\n" +
			"must have nothing at medium or above. Every case that came out otherwise is listed.",
		RunE: func(*cobra.Command, []string) error {
			rep, err := scoreCorpus(rules.All())
			if err != nil {
				return err
			}
			if err := o.writePage("corpus", &rep.Report, rep.results); err != nil {
				return err
			}
			if o.json {
				err = o.printJSON(rep)
			} else {
				rep.print(o.stdout)
				if o.wrong {
					score.ShowWrong(o.stdout, rep.results, o.filter())
				}
			}
			if err != nil {
				return err
			}
			return unread(rep.results)
		},
	}
}

func scoreCorpus(set *scanner.Set) (corpusReport, error) {
	cases, err := corpus.Load()
	if err != nil {
		return corpusReport{}, err
	}
	rep := corpusReport{Wrong: []string{}}
	for _, c := range cases {
		r := c.Scan(set)
		rep.results = append(rep.results, r)
		if len(rep.ByRule) == 0 || rep.ByRule[len(rep.ByRule)-1].Rule != c.Rule {
			rep.ByRule = append(rep.ByRule, ruleCases{Rule: c.Rule})
		}
		n, right := &rep.ByRule[len(rep.ByRule)-1], c.Right(&r)
		if c.Poisoned {
			n.Poisoned++
		} else {
			n.Benign++
		}
		switch {
		case !right:
			rep.Wrong = append(rep.Wrong, wrongCase(&c, &r))
		case c.Poisoned:
			n.Tripped++
		default:
			n.Quiet++
		}
	}
	rep.Report = score.Summarise(rep.results)
	return rep, nil
}

// wrongCase says what came out instead.
func wrongCase(c *corpus.Case, r *score.Result) string {
	said := "nothing"
	if len(r.Findings) > 0 {
		said = ""
		for _, x := range r.Findings {
			if c.Poisoned || x.Severity >= scanner.Medium {
				said += fmt.Sprintf(" %s %s %q", x.Severity, x.Rule.ID, x.Text)
			}
		}
	}
	if r.Err != nil {
		said = "not read: " + r.Err.Error()
	}
	if c.Poisoned {
		return fmt.Sprintf("%s: want %s or above, found %s", c.ID, c.At, said)
	}
	return fmt.Sprintf("%s: is honest, found%s", c.ID, said)
}

func (rep *corpusReport) print(w io.Writer) {
	rep.Print(w, "corpus")
	fmt.Fprintln(w)
	rows := [][]string{{"rule", "poisoned cases that trip it", "benign cases that stay quiet"}}
	var sum ruleCases
	for _, n := range rep.ByRule {
		rows = append(rows, []string{n.Rule, score.Share(n.Tripped, n.Poisoned), score.Share(n.Quiet, n.Benign)})
		sum.Tripped, sum.Poisoned = sum.Tripped+n.Tripped, sum.Poisoned+n.Poisoned
		sum.Quiet, sum.Benign = sum.Quiet+n.Quiet, sum.Benign+n.Benign
	}
	rows = append(rows, []string{"all", score.Share(sum.Tripped, sum.Poisoned), score.Share(sum.Quiet, sum.Benign)})
	score.Table(w, rows)
	if len(rep.Wrong) > 0 {
		fmt.Fprintf(w, "\n%d cases came out wrong:\n", len(rep.Wrong))
		for _, line := range rep.Wrong {
			fmt.Fprintf(w, "  %s\n", score.Escape(line))
		}
	}
}
