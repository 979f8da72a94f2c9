package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/corpus"
	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/overlap"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// minRun is how many words in a row are memory rather than language.
const minRun = 6

func overlapCommand(o *options) *cobra.Command {
	dir := "scanner/signals"
	c := &cobra.Command{
		Use: "overlap FILE...", Short: "List wording that rules, samples and corpus share with labelled rows", Args: cobra.MinimumNArgs(1),
		Long: fmt.Sprintf("List every run of %d or more words that a rule's pattern, a rule's sample or a case of the corpus shares\n"+
			"with a poisoned row. Patterns are read with their classes expanded and their gaps left out. Anything listed\n"+
			"makes the command fail.", minRun),
		RunE: func(_ *cobra.Command, files []string) error {
			var rows []score.Item
			for _, file := range files {
				more, err := load.RowsFile(file)
				if err != nil {
					return err
				}
				rows = append(rows, more...)
			}
			rows = slices.DeleteFunc(rows, func(i score.Item) bool { return !i.Poisoned })
			own, err := ownTexts(dir, rules.All())
			if err != nil {
				return err
			}
			runs := overlap.Find(own, rows, minRun)
			if o.json {
				err = o.printJSON(runs)
			} else {
				fmt.Fprintf(o.stdout, "runs of %d or more words that %d texts of the project share with %d rows: %d\n", minRun, len(own), len(rows), len(runs))
				for _, r := range runs {
					fmt.Fprintf(o.stdout, "  %s | %s | %s\n", score.Escape(r.Where), score.Escape(r.Item), score.Escape(r.Words))
				}
			}
			if err == nil && len(runs) > 0 {
				err = fmt.Errorf("%d runs of words are shared", len(runs))
			}
			return err
		},
	}
	c.Flags().StringVar(&dir, "signals", dir, "`folder` with the phrase files (*.phr)")
	return c
}

// ownTexts is everything that was written for the project: the patterns, the
// samples of the rules, and the cases of the corpus.
func ownTexts(dir string, set *scanner.Set) ([]overlap.Text, error) {
	sources := map[string]string{}
	shared, err := filepath.Glob(filepath.Join(dir, "*.phr"))
	if err != nil || len(shared) == 0 {
		return nil, fmt.Errorf("%s: no *.phr files there: %w", dir, os.ErrNotExist)
	}
	for _, file := range shared {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sources[filepath.Base(file)] = string(b)
	}
	var texts []overlap.Text
	for _, r := range set.Rules() {
		for i, s := range slices.Concat(r.Hits, r.Quiet) {
			texts = append(texts, overlap.Plain(fmt.Sprintf("%s sample %d", r.ID, i+1), s.Text+s.Manifest))
		}
	}
	patterns, err := overlap.Patterns(sources)
	if err != nil {
		return nil, err
	}
	cases, err := corpus.Load()
	if err != nil {
		return nil, err
	}
	for _, c := range cases {
		texts = append(texts, overlap.Plain("case "+c.ID, string(c.Manifest)))
	}
	return slices.Concat(patterns, texts), nil
}
