package baseline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
)

// TestOneFinding: the changes of one component are one finding for each rule, at
// the first in the file, as severe as the worst; each keeps its place and texts.
func TestOneFinding(t *testing.T) {
	parameter := func(name, said string) string { return fmt.Sprintf(`%q:{"description":%q}`, name, said) }
	manifest := func(description, a, b, c, title string) string {
		return "{\"tools\":[{\"name\":\"t\",\n" + title + "\"description\":\"" + description + "\",\n\"inputSchema\":{\"properties\":{\n" +
			strings.Join([]string{parameter("a", a), parameter("b", b), parameter("c", c)}, ",\n") + "}}}]}"
	}
	old := manifest("Adds.", "One.", "Two.", "Three.", "")
	for _, c := range []struct {
		name, new string
		want      []string // a line a finding
	}{
		{"one change", manifest("Adds.", "One.", "Two and more.", "Three.", ""), []string{"DIFF002 high 5: inputSchema.properties.b.description high"}},
		{"text and schema", manifest("Sums.", "First.", "Second.", "Three.", ""), []string{
			"DIFF001 high 2: description high", "DIFF002 high 4: inputSchema.properties.a.description high, 5: inputSchema.properties.b.description high"}},
		{"what blocks is alone", manifest("Sums.", "First.", "EVIL1", "Third.", ""), []string{
			"DIFF001 high 2: description high", "DIFF002 high 4: inputSchema.properties.a.description high, 6: inputSchema.properties.c.description high",
			"DIFF002 critical 5: inputSchema.properties.b.description critical"}},
		{"two that block", manifest("EVIL1", "EVIL1", "EVIL1", "Three.", ""), []string{
			"DIFF001 critical 2: description critical", "DIFF002 critical 4: inputSchema.properties.a.description critical",
			"DIFF002 critical 5: inputSchema.properties.b.description critical"}},
		{"what nobody has to read is apart", manifest("Sums.", "One.", "Two.", "Three.\n", `"title":"Add",`), []string{
			"DIFF001 low 2: title low", "DIFF001 high 2: description high", "DIFF002 low 6: inputSchema.properties.c.description low"}},
		{"as severe as the worst", manifest("Sums.", "One.", "Two.", "Three.", `"annotations":{"readOnlyHint":true},`), []string{
			"DIFF001 high 2: annotations.readOnlyHint medium, 2: description high"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range compare(t, parse(t, "old.json", old), parse(t, "new.json", c.new)) {
				var places []string
				for _, x := range f.Changes() {
					places = append(places, fmt.Sprintf("%d: %s %s", x.Location.StartLine, x.Field, x.Severity))
				}
				got = append(got, fmt.Sprintf("%s %s %s", f.Rule.ID, f.Severity, strings.Join(places, ", ")))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestGoneTogether: components that are gone from one list have one place in the new
// file, and are one finding that names each.
func TestGoneTogether(t *testing.T) {
	const left = `{"name":"stays","inputSchema":{}}`
	item := func(name string) string { return fmt.Sprintf(`{"name":%q,"description":"Finds."},`, name) }
	file := func(tools, prompts string) string {
		return "{\"tools\":[" + tools + left + "],\n\"prompts\":[" + prompts + "{\"name\":\"p\"}]}"
	}
	old := parse(t, "o.json", file(item("a")+item("b")+item("c"), item("d")+item("e")))
	for _, c := range []struct {
		name, new string
		want      []string
	}{
		{"one", file(item("a")+item("b"), item("d")+item("e")), []string{"c"}},
		{"all of one list", file("", item("d")+item("e")), []string{"a b c"}},
		{"of two lists", file(item("b"), ""), []string{"a c", "d e"}},
		{"gone and come", file(item("b")+item("f"), item("d")+item("e")), []string{"a c", "f"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range compare(t, old, parse(t, "n.json", c.new)) {
				var names []string
				for _, x := range f.Changes() {
					names = append(names, x.Component.Name)
					if x.Location.StartLine != f.Location.StartLine || x.Severity != scanner.Medium || !strings.Contains(x.Message.String(), "'"+x.Component.Name+"'") {
						t.Errorf("%s: %s", x.Component.Name, x.Message)
					}
				}
				got = append(got, strings.Join(names, " "))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestFingerprintOfSeveral: it is another one with each change more, less or
// different, also of those that are only counted, and the same in another order.
func TestFingerprintOfSeveral(t *testing.T) {
	side := func(said ...string) string {
		var p []string
		for i, s := range said {
			p = append(p, fmt.Sprintf(`"p%02d":{"description":%q}`, i, s))
		}
		return strings.Join(p, ",")
	}
	many := func(n int, said string) []string {
		var all []string
		for range n {
			all = append(all, said)
		}
		return all
	}
	with := func(said []string, at int, other string) []string {
		said = append([]string{}, said...)
		said[at] = other
		return said
	}
	print := func(t *testing.T, properties string, n int) string {
		t.Helper()
		f, err := baseline.Compare(parse(t, "o.json", schema(`{"properties":{`+side(many(n, "old")...)+`}}`)),
			parse(t, "n.json", schema(`{"properties":{`+properties+`}}`)), toys, baseline.Options{})
		if err != nil || len(f) != 1 || f[0].Severity != scanner.High {
			t.Fatal(lines(f), err)
		}
		return f[0].Fingerprint
	}
	for _, n := range []int{2, 8, 9, 30} {
		all := many(n, "new")
		seen := map[string]string{}
		see := func(name, fingerprint string) {
			if was, ok := seen[fingerprint]; ok {
				t.Errorf("%d: %q and %q have one fingerprint", n, was, name)
			}
			seen[fingerprint] = name
		}
		see("all", print(t, side(all...), n))
		for at := range n {
			see(fmt.Sprintf("another %d", at), print(t, side(with(all, at, "other")...), n))
			see(fmt.Sprintf("without %d", at), print(t, side(with(all, at, "old")...), n))
		}
		if n > 8 {
			continue // the ninth in another order is another one that is counted
		}
		whole := strings.Split(side(all...), ",")
		whole[0], whole[n-1] = whole[n-1], whole[0]
		if _, ok := seen[print(t, strings.Join(whole, ","), n)]; !ok {
			t.Errorf("%d: another order is another finding", n)
		}
	}
}
