package scanner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// TestTogether: what Together is given, Changes gives back, whatever happens to the
// finding's source in between.
func TestTogether(t *testing.T) {
	rule := &scanner.Rule{ID: "DIFF002", Layer: 3}
	tool := scanner.ComponentRef{Kind: manifest.Tool, Name: "t"}
	change := func(i int, severity scanner.Severity) scanner.Finding {
		was, field := fmt.Sprint("was ", i), fmt.Sprint("f", i)
		return scanner.Finding{
			Rule: rule, Severity: severity, Message: scanner.Say("%s changed", field), Change: scanner.New, Source: "a.json", Component: tool,
			Field: field, Pointer: "/" + field, Text: fmt.Sprint("is ", i), Span: scanner.Span{End: i}, Start: i, End: 2 * i, Exact: i%2 == 0,
			Location: &manifest.Location{StartLine: i}, Baseline: &was, Value: i == 2, Counted: i / 3, Fingerprint: scanner.Fingerprint(rule.ID, tool, field),
		}
	}
	show := func(all []scanner.Finding) string {
		var b strings.Builder
		for _, f := range all {
			fmt.Fprintln(&b, f.Severity, f.Message, f.Change, f.Source, f.Component, f.Field, f.Pointer, f.Text, f.Span, f.Start, f.End, f.Exact,
				*f.Location, *f.Baseline, f.Value, f.Counted, f.Fingerprint, len(f.Also))
		}
		return b.String()
	}
	all := []scanner.Finding{change(1, scanner.Medium), change(2, scanner.High), change(3, scanner.Low)}
	f := scanner.Together(all)
	if !f.Several() || f.Severity != scanner.High || f.Field != "f1" || len(f.Also) != 2 || f.Also[1].Change.Field != "f3" {
		t.Errorf("together %+v", f)
	}
	if got, want := show(f.Changes()), show(all); got != want {
		t.Errorf("came back as\n%swant\n%s", got, want)
	}
	f.Source = "b.json"
	for _, x := range f.Changes() {
		if x.Source != "b.json" {
			t.Errorf("%s is in %s", x.Field, x.Source)
		}
	}
	alone := scanner.Together(all[:1])
	if alone.Several() || show(alone.Changes()) != show(all[:1]) {
		t.Errorf("alone %+v", alone)
	}
	slices.Reverse(all)
	if scanner.Together(all).Fingerprint != f.Fingerprint {
		t.Error("another order has another fingerprint")
	}
	elsewhere := change(2, scanner.High)
	elsewhere.Component.Name = "u"
	if got := scanner.Together([]scanner.Finding{all[2], elsewhere}); show(got.Changes()) != show([]scanner.Finding{all[2], elsewhere}) {
		t.Errorf("of two components %+v", got)
	}
	block := scanner.Finding{Rule: rule, Also: []scanner.Place{{Text: "</IMPORTANT>"}}}
	if got := block.Changes(); block.Several() || len(got) != 1 || len(got[0].Also) != 1 {
		t.Errorf("a block is %+v", got)
	}

	seen := map[string]string{}
	for name, part := range map[string][]scanner.Finding{
		"one": all[:1], "another": all[1:2], "two": all[:2], "other two": all[1:], "one twice": {all[0], all[0]}, "one thrice": {all[0], all[0], all[0]}, "all": all,
	} {
		print := scanner.Together(part).Fingerprint
		if was, ok := seen[print]; ok || len(print) != 32 {
			t.Errorf("%s and %s have one fingerprint, %q", was, name, print)
		}
		seen[print] = name
	}
	// No single text of a manifest can have the fingerprint of several changes.
	said := all[1].Fingerprint + all[0].Fingerprint
	if scanner.Fingerprint(rule.ID, tool, said) == scanner.Together(all[:2]).Fingerprint {
		t.Error("a text has the fingerprint of two changes")
	}
}
