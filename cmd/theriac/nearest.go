package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// nearest is the word of a list that somebody meant, as far as one is near: two
// letters off at most, and fewer in short words, or one begins with the other.
func nearest(word string, words []string) string {
	word = strings.ToLower(word)
	best, least := "", 3
	for _, w := range words {
		low := strings.ToLower(w)
		d := distance(word, low)
		if d > len(low)/3 && d > 0 {
			d = 3
			if len(word) >= 3 && (strings.HasPrefix(low, word) || strings.HasPrefix(word, low)) {
				d = 2
			}
		}
		if d < least {
			best, least = w, d
		}
	}
	return best
}

// didYouMean is a hint for an error; empty where no word is near.
func didYouMean(word string, words []string) string {
	if w := nearest(word, words); w != "" {
		return fmt.Sprintf(": did you mean %s?", w)
	}
	return ""
}

// distance is how many letters are inserted, left out, replaced or swapped with
// their neighbour (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// maxWord keeps a hostile command line from costing the square of its length.
const maxWord = 100

// flagError says what is wrong with a flag, and which one was meant.
func flagError(cmd *cobra.Command, err error) error {
	said := err.Error()
	if name, ok := strings.CutPrefix(said, "unknown flag: --"); ok && len(name) <= maxWord {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		err = fmt.Errorf("%s%s", said, didYouMean("--"+name, names))
	}
	// "strconv.ParseFloat: parsing …" is how the program sees it, and no help.
	if m := invalidValue.FindStringSubmatch(said); m != nil {
		err = fmt.Errorf("--%s: %s is no number", m[2], m[1])
	}
	return &usageError{cmd.CommandPath(), err}
}

var invalidValue = regexp.MustCompile(`^invalid argument (".*") for ".*--([a-z-]+)" flag: strconv\.`)

// ruleIDs are the IDs of rules that somebody named by ID or name, in any case, with
// a minus sign before those that are not to run.
func ruleIDs(set *scanner.Set, names []string) ([]string, error) {
	var ids []string
	for _, name := range names {
		bare := strings.TrimPrefix(name, "-")
		r := findRule(set, bare)
		if r == nil {
			return nil, unknownRule(set, bare)
		}
		ids = append(ids, strings.TrimSuffix(name, bare)+r.ID)
	}
	return ids, nil
}

func findRule(set *scanner.Set, name string) *scanner.Rule {
	all := set.Rules()
	i := slices.IndexFunc(all, func(r *scanner.Rule) bool {
		return strings.EqualFold(r.ID, name) || strings.EqualFold(r.Name, name)
	})
	if i < 0 {
		return nil
	}
	return all[i]
}

func unknownRule(set *scanner.Set, name string) error {
	var words []string
	for _, r := range set.Rules() {
		words = append(words, r.ID, r.Name)
	}
	hint := ""
	if len(name) <= maxWord {
		hint = didYouMean(name, words)
	}
	if hint == "" {
		hint = ": theriac rules lists them all"
	}
	return fmt.Errorf("unknown rule %q%s", name, hint)
}

// unknownWord is an error about a word of a list that is short enough to be shown.
func unknownWord(what, word string, words []string) error {
	hint := ""
	if len(word) <= maxWord {
		hint = didYouMean(word, words)
	}
	return fmt.Errorf("unknown %s %q: want %s%s", what, word, strings.Join(words, ", "), hint)
}

// gates are the severities of --fail-on.
func gates() (all []string) {
	for _, s := range scanner.Severities() {
		if s > scanner.Info {
			all = append(all, s.String())
		}
	}
	slices.Reverse(all)
	return all
}

// complete makes the shell complete the values of flags.
func complete(cmd *cobra.Command) {
	values := func(name string, words func() []string) {
		cmd.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
			// Of a list, the last word is completed.
			head := begun[:strings.LastIndexByte(begun, ',')+1]
			if strings.HasPrefix(begun[len(head):], "-") {
				head += "-"
			}
			var all []string
			for _, w := range words() {
				all = append(all, head+w)
			}
			return all, cobra.ShellCompDirectiveNoFileComp
		})
	}
	values("format", checks.Formats)
	values("fail-on", gates)
	values("color", func() []string { return colors })
	values("rules", func() (ids []string) {
		for _, r := range rules.All().Rules() {
			ids = append(ids, r.ID)
		}
		return ids
	})
}

var colors = []string{"auto", "always", "never"}
