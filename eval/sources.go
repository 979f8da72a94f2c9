package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/sources"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// sourcesReport is what was read of one server's sources.
type sourcesReport struct {
	*sources.Result
	// Findings is the number of findings by severity, over all that was read.
	Findings map[scanner.Severity]int `json:"findings"`
}

func sourcesCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "sources DIR LISTING", Short: "Compare tools in source with what their server lists", Args: cobra.ExactArgs(2),
		Long: "Compare the tools that a server's sources declare with what the running server lists.\n\n" +
			"DIR is a copy of the server's sources, LISTING a JSON file with its tools. A description counts as found\n" +
			"where it is identical but for blanks at its ends. With --misses, each one that was missed is shown, and\n" +
			"every finding at --min or above.",
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := sources.Measure(args[0], args[1])
			if err != nil {
				return err
			}
			rep := sourcesReport{r, map[scanner.Severity]int{}}
			var shown []scanner.Finding
			for _, d := range r.Documents {
				found, err := scanner.Scan(d, rules.All())
				if err != nil {
					return err
				}
				for _, f := range found {
					rep.Findings[f.Severity]++
					if f.Severity >= o.min {
						shown = append(shown, f)
					}
				}
			}
			if o.json {
				return o.printJSON(rep)
			}
			rep.print(o, shown)
			return nil
		},
	}
}

func (r sourcesReport) print(o *options, shown []scanner.Finding) {
	fmt.Fprintf(o.stdout, "%d files, %d bytes\n", r.Files, r.Bytes)
	for _, row := range []struct {
		name  string
		count sources.Count
	}{{"tools", r.Tools}, {"parameters", r.Parameters}} {
		share := 100.0
		if row.count.Listed > 0 {
			share = 100 * float64(row.count.Found) / float64(row.count.Listed)
		}
		fmt.Fprintf(o.stdout, "%-12s %5d listed  %5d identical  %5.1f %%\n", row.name, row.count.Listed, row.count.Found, share)
		for _, why := range slices.Sorted(maps.Keys(row.count.Missed)) {
			fmt.Fprintf(o.stdout, "%18d  %s\n", row.count.Missed[why], why)
		}
	}
	fmt.Fprintf(o.stdout, "%-12s %5d declared in the source and not listed\n", "beside", len(r.Extra))
	for _, f := range r.Faults {
		fmt.Fprintf(o.stdout, "not read to the end: %v\n", f)
	}
	for _, s := range []scanner.Severity{scanner.Critical, scanner.High, scanner.Medium, scanner.Low, scanner.Info} {
		fmt.Fprintf(o.stdout, "%-12s %5d findings\n", s, r.Findings[s])
	}
	if !o.wrong {
		return
	}
	for _, m := range r.Misses {
		fmt.Fprintln(o.stdout, "MISSED", m)
	}
	for _, f := range shown {
		fmt.Fprintf(o.stdout, "%s %s %s %s %s: %q\n", f.Severity, f.Rule.ID, f.Source, f.Component.Name, f.Field, f.Text)
	}
}
