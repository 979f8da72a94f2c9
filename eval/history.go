package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// historyReport is what Layer 3 says of consecutive honest releases.
type historyReport struct {
	Pairs int `json:"pairs"`
	// PairsAt counts the pairs by their worst finding; Same those without any.
	PairsAt  map[scanner.Severity]int            `json:"pairsByWorstFinding"`
	Same     int                                 `json:"pairsWithoutFinding"`
	Findings map[string]map[scanner.Severity]int `json:"findings"`
}

// compared is one pair's outcome.
type compared struct {
	load.Pair
	result score.Result
}

func historyCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "history DIR...", Short: "Compare consecutive versions of published servers", Args: cobra.MinimumNArgs(1),
		Long: "Compare consecutive versions of published servers, captures named PACKAGE@VERSION.json, through Layer 3.\n" +
			"With --misses, every finding at --min or above is shown.",
		RunE: func(_ *cobra.Command, dirs []string) error {
			pairs, err := load.History(dirs...)
			if err != nil {
				return err
			}
			if len(pairs) == 0 {
				return errors.New("no package has two versions")
			}
			all := compareAll(pairs)
			rep := countHistory(all)
			if o.json {
				err = o.printJSON(rep)
			} else {
				rep.print(o)
				if o.wrong {
					o.showPairs(all)
				}
			}
			results := make([]score.Result, len(all))
			for i, c := range all {
				results[i] = c.result
			}
			return errors.Join(err, unread(results))
		},
	}
}

func compareAll(pairs []load.Pair) []compared {
	set := rules.All()
	all := make([]compared, len(pairs))
	for i, p := range pairs {
		all[i] = compared{p, comparePair(p, set)}
	}
	return all
}

func comparePair(p load.Pair, set *scanner.Set) score.Result {
	return score.Compare(score.Item{ID: p.New.File, Source: p.Package, Manifest: p.New.Data}, p.Old.File, p.Old.Data, set)
}

func countHistory(all []compared) historyReport {
	rep := historyReport{Pairs: len(all), PairsAt: map[scanner.Severity]int{}, Findings: map[string]map[scanner.Severity]int{}}
	for _, c := range all {
		worst := scanner.Info
		for _, x := range c.result.Findings {
			if rep.Findings[x.Rule.ID] == nil {
				rep.Findings[x.Rule.ID] = map[scanner.Severity]int{}
			}
			rep.Findings[x.Rule.ID][x.Severity]++
			worst = max(worst, x.Severity)
		}
		if len(c.result.Findings) == 0 {
			rep.Same++
		} else {
			rep.PairsAt[worst]++
		}
	}
	return rep
}

func (rep *historyReport) print(o *options) {
	fmt.Fprintf(o.stdout, "history: %d pairs of consecutive versions, %d without any finding\n\n", rep.Pairs, rep.Same)
	head := []string{""}
	for _, s := range scanner.Severities() {
		head = append(head, s.String())
	}
	rows := [][]string{head, severityRow("pairs, by worst finding", rep.PairsAt)}
	for _, id := range slices.Sorted(maps.Keys(rep.Findings)) {
		rows = append(rows, severityRow("findings of "+id, rep.Findings[id]))
	}
	score.Table(o.stdout, rows)
}

func (o *options) showPairs(all []compared) {
	for _, c := range all {
		for _, x := range c.result.Findings {
			if x.Severity >= o.min && (o.rule == "" || o.rule == x.Rule.ID) {
				fmt.Fprintf(o.stdout, "\n%s, before: %s\n", score.Escape(c.New.File), score.Escape(c.Old.Version))
				score.ShowFinding(o.stdout, &c.result, x)
			}
		}
	}
}
