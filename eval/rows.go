package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner/rules"
)

func rowsCommand(o *options) *cobra.Command {
	var apart []string
	c := &cobra.Command{
		Use: "rows FILE...", Short: "Score labelled rows (JSON Lines)", Args: cobra.MinimumNArgs(1),
		Long: "Score rows {label, metadata, attack_class, doubtful, source}, one JSON object a line. A label is poisoned\n" +
			"or benign; metadata is a tool, prompt or resource, or a whole manifest. Rows of doubtful label, and of the\n" +
			"classes that --apart names, are counted by themselves.",
		RunE: func(_ *cobra.Command, files []string) error {
			var items []score.Item
			for _, file := range files {
				more, err := load.RowsFile(file)
				if err != nil {
					return err
				}
				items = append(items, more...)
			}
			return o.report("rows", items, apart...)
		},
	}
	c.Flags().StringSliceVar(&apart, "apart", nil, "classes to count by themselves, by how their names begin")
	return c
}

// report scans items, prints their figures, and fails if any was not read.
func (o *options) report(title string, items []score.Item, apart ...string) error {
	if len(items) == 0 {
		return fmt.Errorf("%s: nothing to score", title)
	}
	results := score.ScanAll(items, rules.All())
	rep := score.Summarise(results, apart...)
	if err := o.writePage(title, &rep, results); err != nil {
		return err
	}
	if o.json {
		if err := o.printJSON(rep); err != nil {
			return err
		}
	} else {
		rep.Print(o.stdout, title)
		if o.wrong {
			score.ShowWrong(o.stdout, results, o.filter())
		}
	}
	return unread(results)
}

func (o *options) filter() score.Filter {
	return score.Filter{Min: o.min, Class: o.class, Rule: o.rule}
}

// unread is an error that names what was not read.
func unread(results []score.Result) error {
	lost := score.Unread(results)
	if len(lost) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d items were not read; the first: %s: %w", len(lost), len(results), lost[0].ID, lost[0].Err)
}
