package review_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
)

// parameters is a manifest of one tool with a parameter for each text.
func parameters(texts ...string) string {
	var p []string
	for i, s := range texts {
		p = append(p, fmt.Sprintf(`"p%02d": {"type": "string", "description": %q}`, i, s))
	}
	return `{"tools": [{"name": "find", "description": "Finds birds.", "inputSchema": {"type": "object", "properties": {` + strings.Join(p, ", ") + `}}}]}`
}

// changed are the fields that a report tells of, and those that it accepts.
func changed(r *checks.Report) (left, accepted []string) {
	for i := range r.Findings {
		for _, x := range r.Findings[i].Changes() {
			left = append(left, x.Field)
		}
	}
	for _, a := range r.Accepted {
		accepted = append(accepted, a.Finding.Field)
	}
	slices.Sort(accepted)
	return left, accepted
}

// What accepts one change of a component covers no other one, though both are told
// in one finding, and though the other one came later.
func TestAcceptOneChangeOfSeveral(t *testing.T) {
	old, first := parameters("A.", "B.", "C."), parameters("A new.", "B.", "C.")
	two, three := parameters("A new.", "B new.", "C."), parameters("A new.", "B new.", "C new.")
	field := func(i int) string { return fmt.Sprintf("inputSchema.properties.p%02d.description", i) }
	base := memory{"s.json": old}
	print := func(head string) string {
		r := run(t, base, base.with("s.json", head), nil)
		if len(r.Findings) != 1 {
			t.Fatal(lines(r))
		}
		return "fingerprint: " + r.Findings[0].Fingerprint
	}
	for _, c := range []struct {
		name, entry, head string
		left, accepted    []string
	}{
		{"the text of one", "text: A new.", first, nil, []string{field(0)}},
		{"the text of the first", "text: A new.", three, []string{field(1), field(2)}, []string{field(0)}},
		{"the text of another", "text: B new.", three, []string{field(0), field(2)}, []string{field(1)}},
		{"the fingerprint of one", print(first), first, nil, []string{field(0)}},
		{"the fingerprint of one, and more came", print(first), three, []string{field(1), field(2)}, []string{field(0)}},
		{"the fingerprint of two", print(two), two, nil, []string{field(0), field(1)}},
		{"the fingerprint of two, and one more came", print(two), three, []string{field(0), field(1), field(2)}, nil},
		{"the fingerprint of two, and one was taken back", print(two), first, []string{field(0)}, nil},
		{"the fingerprint of two, of which one is another", print(two), parameters("A new.", "B newer.", "C."), []string{field(0), field(1)}, nil},
		{"the fingerprint of two and the text of the first", print(two) + ", text: A new.", two, []string{field(0), field(1)}, nil},
		{"the component", "component: tool/find", three, nil, []string{field(0), field(1), field(2)}},
		{"another component", "component: tool/other", three, []string{field(0), field(1), field(2)}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := base.with(settingsPath, "version: 1\nfail-on: medium\naccept:\n  - {rule: DIFF002, manifest: s.json, "+c.entry+", reason: Ours.}\n")
			r := run(t, base, base.with("s.json", c.head), nil)
			left, accepted := changed(r)
			if d := cmp.Diff([][]string{c.left, c.accepted}, [][]string{left, accepted}); d != "" {
				t.Error(d)
			}
			if r.Gate.Failed != (len(left) > 0) {
				t.Errorf("gate %+v with %v left", r.Gate, left)
			}
		})
	}
}

// Changes that are counted and not told one by one are covered by no text, and by a
// fingerprint only as long as each stays what it is.
func TestAcceptCountedChanges(t *testing.T) {
	side := func(last string) string {
		texts := slices.Repeat([]string{"New."}, 20)
		texts[19] = last
		return parameters(texts...)
	}
	old := memory{"s.json": parameters(slices.Repeat([]string{"Old."}, 20)...)}
	judge := func(entry, head string) *checks.Report {
		base := old.with(settingsPath, "version: 1\naccept:\n  - {rule: DIFF002, manifest: s.json, "+entry+", reason: Ours.}\n")
		return run(t, base, base.with("s.json", head), nil)
	}
	r := judge("text: New.", side("Other."))
	if len(r.Accepted) != 8 || len(r.Findings) != 1 || r.Findings[0].Counted != 12 {
		t.Errorf("a text accepts %d changes; left: %v", len(r.Accepted), lines(r))
	}
	entry := "fingerprint: " + judge("text: none", side("New.")).Findings[0].Fingerprint
	if r := judge(entry, side("New.")); len(r.Findings) > 0 {
		t.Error("the fingerprint accepts nothing:", lines(r))
	}
	if r := judge(entry, side("Other.")); len(r.Accepted) > 0 || len(r.Findings) != 1 {
		t.Error("the fingerprint accepts another change:", lines(r))
	}
}

// Tools that are gone are one finding, of which an entry accepts the tool it names.
func TestAcceptOneOfTheGone(t *testing.T) {
	all := tools("a", "Adds.", "b", "Bins.", "c", "Counts.", "d", "Draws.")
	base := memory{"s.json": all, settingsPath: "version: 1\naccept:\n  - {rule: DIFF003, manifest: s.json, component: tool/a, reason: Ours.}\n"}
	r := run(t, base, base.with("s.json", tools("d", "Draws.")), nil)
	var left []string
	for i := range r.Findings {
		for _, x := range r.Findings[i].Changes() {
			left = append(left, x.Component.Name)
		}
	}
	if len(r.Findings) != 1 || !slices.Equal(left, []string{"b", "c"}) || len(r.Accepted) != 1 || r.Accepted[0].Finding.Component.Name != "a" {
		t.Errorf("%v are left: %v", left, lines(r))
	}
	asking := base.with(settingsPath, "version: 1\ndrift: approve\n")
	none := func(context.Context, string) (*checks.Approval, error) { return nil, nil }
	r = run(t, asking, asking.with("s.json", tools("d", "Draws.")), func(in *review.Input) { in.Approval = none })
	if !r.Waits() || r.Approval.Changes != 3 {
		t.Errorf("an approval of %+v", r.Approval)
	}
}
