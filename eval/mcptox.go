package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner/rules"
)

func mcptoxCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "mcptox PATH", Short: "Score a copy of the MCPTox release", Args: cobra.ExactArgs(1),
		Long: "Score a copy of the MCPTox release (arXiv:2508.14925), divided by a hash of the content: rules may be\n" +
			"tuned on dev, holdout is only measured. --misses shows those of dev and never of holdout.",
		RunE: func(_ *cobra.Command, args []string) error {
			items, err := load.MCPTox(args[0])
			if err != nil {
				return err
			}
			dev, holdout := load.Split(items)
			halves := map[string]score.Report{}
			var lost []error
			for _, half := range []struct {
				name  string
				items []score.Item
			}{{"dev", dev}, {"holdout", holdout}} {
				results := score.ScanAll(half.items, rules.All())
				rep := score.Summarise(results)
				halves[half.name] = rep
				lost = append(lost, unread(results))
				if o.json {
					continue
				}
				rep.Print(o.stdout, "mcptox "+half.name)
				if o.wrong && half.name == "dev" {
					score.ShowWrong(o.stdout, results, o.filter())
				}
				fmt.Fprintln(o.stdout)
			}
			if o.json {
				lost = append(lost, o.printJSON(halves))
			}
			return errors.Join(lost...)
		},
	}
}
