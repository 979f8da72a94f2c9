// Command eval measures theriac: on its own corpus, against disguises, and on
// collections that a person obtained. Each command prints a table, or JSON with
// --json. A collection that could not be read whole exits with 2.
//
//	go run ./eval corpus              the corpus of this repository
//	go run ./eval mutations           the same, disguised
//	go run ./eval rows FILE...        labelled rows
//	go run ./eval servers DIR         captures of published servers
//	go run ./eval honest PATH...      false alarms by branch of a rule
//	go run ./eval history DIR...      consecutive versions, through Layer 3
//	go run ./eval invariant PATH      a copy of the reference attacks
//	go run ./eval mcptox PATH         a copy of the MCPTox release
//	go run ./eval overlap FILE...     wording that rules share with rows
//	go run ./eval sources DIR LISTING tools in source against what a server lists
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
)

func main() {
	if err := command(os.Stdout).Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(2)
	}
}

// options are the flags that all commands share.
type options struct {
	json   bool
	html   string // the file of the page; empty for none
	wrong  bool
	min    scanner.Severity
	class  string
	rule   string
	stdout io.Writer
}

func command(stdout io.Writer) *cobra.Command {
	o := &options{min: scanner.High, stdout: stdout}
	root := &cobra.Command{
		Use: "eval", Short: "Measure theriac's precision and recall",
		SilenceUsage: true, SilenceErrors: true,
	}
	f := root.PersistentFlags()
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.StringVar(&o.html, "html", "", "of corpus and rows: also write the figures and a precision-recall plot to this file")
	f.BoolVar(&o.wrong, "misses", false, "also show what was missed, or hit without need, with the findings")
	f.TextVar(&o.min, "min", scanner.High, "gate that decides what --misses shows")
	f.StringVar(&o.class, "class", "", "show only classes that contain this")
	f.StringVar(&o.rule, "rule", "", "show only what this rule has a finding in")
	root.AddCommand(corpusCommand(o), mutationsCommand(o), rowsCommand(o), serversCommand(o), honestCommand(o), historyCommand(o),
		invariantCommand(o), mcptoxCommand(o), overlapCommand(o), sourcesCommand(o))
	root.SetOut(stdout)
	return root
}

// matches reports whether --class and --rule let something be shown.
func (o *options) matches(class, rule string) bool {
	return strings.Contains(class, o.class) && (o.rule == "" || o.rule == rule)
}

// writePage writes the page that --html asks for.
func (o *options) writePage(title string, rep *score.Report, all []score.Result) error {
	if o.html == "" {
		return nil
	}
	var page bytes.Buffer
	if err := rep.WriteHTML(&page, title, all, o.filter()); err != nil {
		return err
	}
	return os.WriteFile(o.html, page.Bytes(), 0o644)
}

func (o *options) printJSON(v any) error {
	e := json.NewEncoder(o.stdout)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
