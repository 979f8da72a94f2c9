package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/rules"
)

// serverReport is the figures of captures that are taken to be honest.
type serverReport struct {
	Servers    int `json:"servers"`
	Components int `json:"components"`
	Tools      int `json:"tools"`
	// ComponentsAt and ToolsAt count those whose worst finding is of a severity.
	ComponentsAt map[scanner.Severity]int `json:"componentsByWorstFinding"`
	ToolsAt      map[scanner.Severity]int `json:"toolsByWorstFinding"`
	// Findings is the number of findings by rule and severity.
	Findings map[string]map[scanner.Severity]int `json:"findings"`
}

func serversCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "servers DIR", Short: "Count findings on captures of published servers", Args: cobra.ExactArgs(1),
		Long: "Count findings on captures of published servers, one JSON file a server, none of them known to be poisoned.\n" +
			"With --misses, every finding at --min or above is shown.",
		RunE: func(_ *cobra.Command, args []string) error {
			items, err := load.Captures(args[0])
			if err != nil {
				return err
			}
			results := score.ScanAll(items, rules.All())
			rep := countServers(results)
			if o.json {
				err = o.printJSON(rep)
			} else {
				rep.print(o)
				if o.wrong {
					o.showFindings(results)
				}
			}
			if err != nil {
				return err
			}
			return unread(results)
		},
	}
}

func countServers(results []score.Result) serverReport {
	rep := serverReport{
		ComponentsAt: map[scanner.Severity]int{}, ToolsAt: map[scanner.Severity]int{},
		Findings: map[string]map[scanner.Severity]int{},
	}
	for _, r := range results {
		if r.Document == nil {
			continue
		}
		rep.Servers++
		worst := map[string]scanner.Severity{}
		for _, x := range r.Findings {
			if rep.Findings[x.Rule.ID] == nil {
				rep.Findings[x.Rule.ID] = map[scanner.Severity]int{}
			}
			rep.Findings[x.Rule.ID][x.Severity]++
		}
		// A finding's pointer stands below that of its component.
		for _, c := range r.Document.Components {
			rep.Components++
			if c.Kind == manifest.Tool {
				rep.Tools++
			}
			start, end := c.Node.Range()
			found := false
			for _, x := range r.Findings {
				if x.Component.Kind == c.Kind && x.Component.Name == c.Name && (c.Kind == manifest.Server || start <= x.Start && x.End <= end) {
					worst[c.Pointer] = max(worst[c.Pointer], x.Severity)
					found = true
				}
			}
			if found {
				rep.ComponentsAt[worst[c.Pointer]]++
				if c.Kind == manifest.Tool {
					rep.ToolsAt[worst[c.Pointer]]++
				}
			}
		}
	}
	return rep
}

func (rep *serverReport) print(o *options) {
	fmt.Fprintf(o.stdout, "servers: %d, with %d components, of them %d tools\n\n", rep.Servers, rep.Components, rep.Tools)
	head := []string{""}
	for _, s := range scanner.Severities() {
		head = append(head, s.String())
	}
	rows := [][]string{head, severityRow("components, by worst finding", rep.ComponentsAt), severityRow("tools, by worst finding", rep.ToolsAt)}
	for _, id := range slices.Sorted(maps.Keys(rep.Findings)) {
		rows = append(rows, severityRow("findings of "+id, rep.Findings[id]))
	}
	score.Table(o.stdout, rows)
	loud := 0
	for s, n := range rep.ToolsAt {
		if s >= scanner.Medium {
			loud += n
		}
	}
	fmt.Fprintf(o.stdout, "\ntools at medium and above: %s (%s)\n", score.Share(loud, rep.Tools), score.Percent(loud, rep.Tools))
}

func severityRow(name string, counts map[scanner.Severity]int) []string {
	row := []string{name}
	for _, s := range scanner.Severities() {
		row = append(row, score.Count(counts[s]))
	}
	return row
}

func (o *options) showFindings(results []score.Result) {
	for _, r := range results {
		for _, x := range r.Findings {
			if x.Severity >= o.min && (o.rule == "" || o.rule == x.Rule.ID) {
				fmt.Fprintf(o.stdout, "\n%s\n", score.Escape(r.ID))
				score.ShowFinding(o.stdout, &r, x)
			}
		}
	}
}
