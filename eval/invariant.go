package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/load"
	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// referenceVerdict is what the scanner says of one reference attack.
type referenceVerdict struct {
	Tool  string            `json:"tool"`
	Worst scanner.Severity  `json:"worst"` // info also where nothing was found
	Rules []string          `json:"rules"`
	As    string            `json:"as"`
	Wrong bool              `json:"wrong"`
	Layer *scanner.Severity `json:"layer3,omitempty"`
}

func invariantCommand(o *options) *cobra.Command {
	return &cobra.Command{
		Use: "invariant DIR", Short: "Score a copy of the reference attacks", Args: cobra.ExactArgs(1),
		Long: "Score a copy of invariantlabs-ai/mcp-injection-experiments, the attacks that came with the disclosure of\n" +
			"tool poisoning. The Python files are read as text and never run. Every attack must reach high, and a\n" +
			"sleeper must be quiet before it wakes and critical in Layer 3 when it does; else the command fails.",
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := load.References(args[0])
			if err != nil {
				return err
			}
			verdicts, err := judgeReferences(all)
			if err != nil {
				return err
			}
			if o.json {
				err = o.printJSON(verdicts)
			} else {
				printReferences(o, verdicts)
			}
			if slices.ContainsFunc(verdicts, func(v referenceVerdict) bool { return v.Wrong }) {
				err = errors.Join(err, errors.New("a reference attack was not judged as it must be"))
			}
			return err
		},
	}
}

func judgeReferences(all []load.Reference) ([]referenceVerdict, error) {
	set := rules.All()
	var out []referenceVerdict
	for _, ref := range all {
		if ref.Before != nil {
			before := score.Scan(*ref.Before, set)
			if before.Err != nil {
				return nil, before.Err
			}
			v := verdictOf(&before, "sleeper, asleep")
			v.Wrong = before.Reaches(scanner.Medium)
			out = append(out, v)
		}
		now := score.Scan(ref.Item, set)
		if now.Err != nil {
			return nil, now.Err
		}
		v := verdictOf(&now, "attack")
		v.Wrong = !now.Reaches(scanner.High)
		if ref.Before != nil {
			change := score.Compare(ref.Item, ref.Before.ID, ref.Before.Manifest, set)
			if change.Err != nil {
				return nil, change.Err
			}
			worst := verdictOf(&change, "").Worst
			v.As, v.Layer = "sleeper, awake", &worst
			v.Wrong = v.Wrong || worst < scanner.Critical
		}
		out = append(out, v)
	}
	return out, nil
}

func verdictOf(r *score.Result, as string) referenceVerdict {
	v := referenceVerdict{Tool: r.ID, As: as, Rules: []string{}}
	for _, x := range r.Findings {
		v.Worst = max(v.Worst, x.Severity)
		if x.Severity >= scanner.Medium && !slices.Contains(v.Rules, x.Rule.ID) {
			v.Rules = append(v.Rules, x.Rule.ID)
		}
	}
	slices.Sort(v.Rules)
	return v
}

func printReferences(o *options, all []referenceVerdict) {
	rows := [][]string{{"tool", "as", "worst", "Layer 3", "rules at medium and above", ""}}
	for _, v := range all {
		layer, wrong := "", ""
		if v.Layer != nil {
			layer = v.Layer.String()
		}
		if v.Wrong {
			wrong = "WRONG"
		}
		rows = append(rows, []string{score.Escape(v.Tool), v.As, v.Worst.String(), layer, strings.Join(v.Rules, " "), wrong})
	}
	fmt.Fprintln(o.stdout, "reference attacks")
	fmt.Fprintln(o.stdout)
	score.Table(o.stdout, rows)
}
