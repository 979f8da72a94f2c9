package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/corpus"
	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/rates"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/rules"
)

// ratesFile is the committed table, from the top of the repository.
const ratesFile = "scanner/rules/rates.tsv"

// honestReport is the false alarms on honest metadata.
type honestReport struct {
	rates.Table
	Kinds []kindRate `json:"kinds"`
	// HighPerThousand and MediumPerThousand are tools with a finding there or
	// above, per 1,000 tools.
	HighPerThousand   float64 `json:"highPerThousand"`
	MediumPerThousand float64 `json:"mediumPerThousand"`
	Unread            int     `json:"unread"`
}

// kindRate is the figures of one kind of item.
type kindRate struct {
	Kind   string `json:"kind"`
	Tools  int    `json:"tools"`
	High   int    `json:"high"`
	Medium int    `json:"mediumAndAbove"`
}

func honestCommand(o *options) *cobra.Command {
	write := false
	c := &cobra.Command{
		Use: "honest PATH...", Short: "Rate the false alarms of each branch of a rule", Args: cobra.MinimumNArgs(1),
		Long: "Rate the false alarms of each branch of a rule on metadata that is taken to be honest: parts of a sample\n" +
			"(JSON Lines in gzip of {kind, group, unit, tool}) and folders of captures. A branch is a rule's reason with a\n" +
			"severity; it may be high where it hits at most 1 provider in 2000, medium where 1 in 200. Prose is counted\n" +
			"apart and earns nothing. --write makes these figures the committed ones, in " + ratesFile + ".\n" +
			"With --misses, every finding at --min or above is shown.",
		RunE: func(_ *cobra.Command, paths []string) error {
			var results []score.Result
			for _, path := range paths {
				items, err := load.HonestPath(path)
				if err != nil {
					return err
				}
				results = append(results, score.ScanAll(items, rules.All())...)
			}
			rep, err := rateHonest(results)
			if err != nil {
				return err
			}
			if o.json {
				err = o.printJSON(rep)
			} else {
				rep.print(o)
				if o.wrong {
					o.showFindings(slices.DeleteFunc(slices.Clone(results), func(r score.Result) bool { return r.Class == load.Prose }))
				}
			}
			if err != nil {
				return err
			}
			if err := unread(results); err != nil || !write {
				return err
			}
			return writeRates(&rep.Table)
		},
	}
	c.Flags().BoolVar(&write, "write", false, "make these figures the committed ones")
	return c
}

func rateHonest(results []score.Result) (*honestReport, error) {
	type tool struct{ unit, name string }
	rep := &honestReport{}
	known, err := claimed()
	if err != nil {
		return nil, err
	}
	tools, groups := map[rates.Branch]map[tool]bool{}, map[rates.Branch]map[string]bool{}
	for b := range known {
		tools[b], groups[b] = map[tool]bool{}, map[string]bool{}
	}
	providers := map[string]bool{}
	kinds := map[string]*kindRate{}
	for _, r := range results {
		k := kinds[r.Class]
		if k == nil {
			k = &kindRate{Kind: r.Class}
			kinds[r.Class] = k
		}
		k.Tools += toolsOf(&r)
		prose := r.Class == load.Prose
		if !prose {
			providers[r.Source] = true
		}
		worst := map[string]scanner.Severity{}
		for _, f := range r.Findings {
			worst[f.Component.Name] = max(worst[f.Component.Name], f.Severity)
			b, counts := rates.Of(f)
			if !counts || prose {
				continue
			}
			if tools[b] == nil {
				tools[b], groups[b] = map[tool]bool{}, map[string]bool{}
			}
			tools[b][tool{r.ID, f.Component.Name}] = true
			groups[b][r.Source] = true
		}
		for _, s := range worst {
			if s >= scanner.High {
				k.High++
			}
			if s >= scanner.Medium {
				k.Medium++
			}
		}
	}
	for _, k := range kinds {
		rep.Kinds = append(rep.Kinds, *k)
		if k.Kind != load.Prose {
			rep.Tools += k.Tools
			rep.HighPerThousand += float64(k.High)
			rep.MediumPerThousand += float64(k.Medium)
		}
	}
	slices.SortFunc(rep.Kinds, func(a, b kindRate) int { return b.Tools - a.Tools })
	rep.HighPerThousand *= 1000 / float64(max(1, rep.Tools))
	rep.MediumPerThousand *= 1000 / float64(max(1, rep.Tools))
	rep.Providers, rep.Unread = len(providers), len(score.Unread(results))
	for b := range tools {
		rep.Rows = append(rep.Rows, rates.Row{Branch: b, Tools: len(tools[b]), Providers: len(groups[b])})
	}
	rep.Sort()
	return rep, nil
}

// toolsOf is how many tools a result has that are whole.
func toolsOf(r *score.Result) int {
	if r.Sampled > 0 || r.Document == nil {
		return r.Sampled
	}
	n := 0
	for _, c := range r.Document.Components {
		if c.Kind == manifest.Tool {
			n++
		}
	}
	return n
}

// claimed are the branches that the rules are known to have: those that their
// samples and this repository's corpus show.
func claimed() (map[rates.Branch]string, error) {
	all := map[rates.Branch]string{}
	see := func(id string, found []scanner.Finding) {
		for _, f := range found {
			if b, counts := rates.Of(f); counts && all[b] == "" {
				all[b] = id
			}
		}
	}
	set := rules.All()
	for _, r := range set.Rules() {
		for _, s := range slices.Concat(r.Hits, r.Quiet) {
			x := score.Scan(score.Item{ID: r.ID, Manifest: s.Bytes()}, set)
			if x.Err != nil {
				return nil, fmt.Errorf("sample of %s: %w", r.ID, x.Err)
			}
			see("a sample of "+r.ID, x.Findings)
		}
	}
	cases, err := corpus.Load()
	if err != nil {
		return nil, err
	}
	for _, c := range cases {
		see("case "+c.ID, c.Scan(set).Findings)
	}
	return all, nil
}

// readRates reads the committed table; dir is the top of the repository.
func readRates(dir string) (*rates.Table, error) {
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(ratesFile)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := rates.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ratesFile, err)
	}
	return t, nil
}

// writeRates writes the committed table. What the seed insists on was decided by a
// person, and is kept.
func writeRates(t *rates.Table) error {
	if old, err := readRates("."); err == nil {
		for i := range t.Rows {
			was, _ := old.Row(t.Rows[i].Branch)
			t.Rows[i].Seed = was.Seed
		}
	} else if !os.IsNotExist(err) {
		return err
	}
	f, err := os.Create(filepath.FromSlash(ratesFile))
	if err != nil {
		return err
	}
	if err := t.Write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func (rep *honestReport) print(o *options) {
	lines := [][]string{{"kind", "tools", "high and above", "per 1,000", "medium and above", "per 1,000"}}
	for _, k := range rep.Kinds {
		lines = append(lines, []string{k.Kind, fmt.Sprint(k.Tools), score.Count(k.High), perThousand(k.High, k.Tools),
			score.Count(k.Medium), perThousand(k.Medium, k.Tools)})
	}
	score.Table(o.stdout, lines)
	lines = [][]string{{"rule", "claims", "tools", "providers", "one in", "allowed", "reason"}}
	for _, r := range rep.Rows {
		if r.Tools == 0 || o.rule != "" && o.rule != r.Rule {
			continue
		}
		allowed := rates.Allowed(r.Providers, rep.Providers)
		verdict := min(allowed, r.Severity).String()
		if allowed < r.Severity {
			verdict += " <"
		}
		lines = append(lines, []string{r.Rule, r.Severity.String(), fmt.Sprint(r.Tools), fmt.Sprint(r.Providers),
			fmt.Sprint(rep.Providers / r.Providers), verdict, r.Reason})
	}
	fmt.Fprintln(o.stdout)
	score.Table(o.stdout, lines)
	fmt.Fprintf(o.stdout, "\n%d honest tools of %d providers: high %.2f per 1,000, medium and above %.1f per 1,000; unread %d\n",
		rep.Tools, rep.Providers, rep.HighPerThousand, rep.MediumPerThousand, rep.Unread)
}

func perThousand(n, of int) string { return fmt.Sprintf("%.2f", 1000*float64(n)/float64(max(1, of))) }
