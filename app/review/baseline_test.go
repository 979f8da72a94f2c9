package review_test

import (
	"strings"
	"testing"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner"
)

// The notes and messages that tests compare with.
const (
	comparedWith = "note mcp/s.json: Compared with the base branch's approved baseline mcp/s.baseline.json."
	newBaseline  = "low BASE001 mcp/s.baseline.json server/mcp/s.baseline.json"
)

func TestBaselines(t *testing.T) {
	was, now, bad := tools("add", honest), tools("add", another), tools("add", poison)
	approve := func(data string) string { return approved(t, "mcp/s.json", data) }
	tampered := strings.Replace(approve(was), honest, another, 1)
	if tampered == approve(was) {
		t.Fatal("nothing was tampered with")
	}
	base := memory{"mcp/s.json": was, "mcp/s.baseline.json": approve(was)}
	configured := memory{"mcp/s.json": was, "approved/s": approve(was),
		".github/theriac.yml": "version: 1\nbaselines: {mcp/s.json: approved/s}\n"}

	for _, c := range []struct {
		name       string
		base, head memory
		want       []string
	}{
		{"the approved text counts, not the base's", base.with("mcp/s.json", now), base.with("mcp/s.json", now+" "), []string{
			"high DIFF001 mcp/s.json tool/add", comparedWith,
		}},
		{"back to the approved text", base.with("mcp/s.json", bad), base, []string{comparedWith}},
		{"by the configuration", configured, configured.with("mcp/s.json", now), []string{
			"high DIFF001 mcp/s.json tool/add",
			"note mcp/s.json: Compared with the base branch's approved baseline approved/s.",
		}},
		{"configured and missing", configured.with("approved/s", ""), configured.with("approved/s", "", "mcp/s.json", now), []string{
			"medium DIFF001 mcp/s.json tool/add",
			"unread approved/s unreadable",
		}},
		{"under the old name of a renamed manifest", base, base.with("mcp/s.json", "", "mcp/t.json", now), []string{
			"high BASE001 mcp/t.json server/mcp/t.json",
			"high DIFF001 mcp/t.json tool/add",
			"note mcp/t.json: Compared with the base branch's approved baseline mcp/s.baseline.json.",
			"note mcp/t.json: This manifest was mcp/s.json.",
		}},

		{"edited with its manifest", base, base.with("mcp/s.json", now, "mcp/s.baseline.json", approve(now)), []string{
			"medium BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
			"medium DIFF001 mcp/s.json tool/add", comparedWith,
		}},
		{"poison that brings its approval", base, base.with("mcp/s.json", bad, "mcp/s.baseline.json", approve(bad)), []string{
			"critical DIFF001 mcp/s.json tool/add",
			"critical STRUCT005 mcp/s.json tool/add",
			"medium BASE001 mcp/s.baseline.json server/mcp/s.baseline.json", comparedWith,
		}},
		{"brought up to the merged manifest", base.with("mcp/s.json", now), base.with("mcp/s.json", now, "mcp/s.baseline.json", approve(now)), []string{
			"low BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
		}},
		{"approves poison beforehand", base, base.with("mcp/s.baseline.json", approve(bad)), []string{
			"critical STRUCT005 mcp/s.baseline.json tool/add",
			"high BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
		}},
		{"added", base.with("mcp/s.baseline.json", ""), base, []string{newBaseline}},
		{"added beside a new manifest", memory{}, base, []string{newBaseline, "low DIFF003 mcp/s.json server/mcp/s.json"}},
		{"added, and approves something else", base.with("mcp/s.baseline.json", ""), base.with("mcp/s.baseline.json", approve(now)), []string{
			"high BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
		}},
		{"removed", base, base.with("mcp/s.baseline.json", ""), []string{"high BASE001 mcp/s.baseline.json server/mcp/s.baseline.json"}},
		{"removed, and the manifest edited", base, base.with("mcp/s.baseline.json", "", "mcp/s.json", now), []string{
			"high BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
			"high DIFF001 mcp/s.json tool/add", comparedWith,
		}},
		{"removed with its manifest", base, memory{}, []string{
			"medium BASE003 mcp/s.json server/mcp/s.json",
			"note mcp/s.baseline.json: The baseline is removed together with its manifest.",
		}},
		{"moved with its manifest", base, memory{"api/s.json": was, "api/s.baseline.json": approve(was)}, []string{
			"note api/s.json: This manifest was mcp/s.json.",
			"note api/s.json: Compared with the base branch's approved baseline mcp/s.baseline.json.",
			"note api/s.baseline.json: This baseline was mcp/s.baseline.json.",
		}},
		{"becomes a manifest", base, base.with("mcp/s.baseline.json", bad), []string{
			"unread mcp/s.baseline.json unparsable",
		}},
		{"moved away", base, base.with("mcp/s.baseline.json", "", "old/approved.json", approve(was)), []string{
			"high BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
		}},

		{"tampered at the base", base.with("mcp/s.baseline.json", tampered), base.with("mcp/s.baseline.json", tampered, "mcp/s.json", now), []string{
			"critical BASE002 mcp/s.baseline.json tool/add",
			"medium DIFF001 mcp/s.json tool/add",
			"unread mcp/s.baseline.json tampered",
		}},
		{"tampered by the change", base, base.with("mcp/s.baseline.json", tampered), []string{
			"critical BASE002 mcp/s.baseline.json tool/add",
			"unread mcp/s.baseline.json tampered",
		}},
		{"repaired by the change", base.with("mcp/s.baseline.json", tampered), base, []string{
			"low BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
		}},
		{"broken by the change", base, base.with("mcp/s.baseline.json", "{"), []string{
			"unread mcp/s.baseline.json unparsable",
		}},
		{"became a link", base, base.with("mcp/s.baseline.json", "link:x"), []string{
			"unread mcp/s.baseline.json not-regular",
		}},
		{"another kind of baseline", base, base.with("perf.baseline.json", `{"ms": 3}`), []string{untouched}},
		{"a manifest under a baseline's name", base, base.with("x.baseline.json", bad), []string{
			"critical STRUCT005 x.baseline.json tool/add",
			"low DIFF003 x.baseline.json server/x.baseline.json",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, run(t, c.base, c.head, nil), c.want...)
		})
	}
}

// A change can't hide a manifest behind a file that it is said to be renamed from.
func TestRenamesBetweenKinds(t *testing.T) {
	was, bad := tools("add", honest), tools("add", poison)
	base := memory{"mcp/s.json": was, "mcp/s.baseline.json": approved(t, "mcp/s.json", was), ".theriac.yml": "version: 1\n"}
	for _, c := range []struct {
		name     string
		from, to string
		content  string
		want     []string
	}{
		{"configuration to manifest", ".theriac.yml", "x.json", bad, []string{
			"critical STRUCT005 x.json tool/add",
			"low DIFF003 x.json server/x.json",
			"note .theriac.yml: This change removes the configuration. That takes effect after the merge; this review uses the base branch's.",
		}},
		{"baseline to manifest", "mcp/s.baseline.json", "x.json", bad, []string{
			"critical STRUCT005 x.json tool/add",
			"high BASE001 mcp/s.baseline.json server/mcp/s.baseline.json",
			"low DIFF003 x.json server/x.json",
		}},
		{"manifest to configuration", "mcp/s.json", ".github/theriac.yml", "version: 1\n", []string{
			"medium BASE003 mcp/s.json server/mcp/s.json",
			"note .github/theriac.yml: This change edits the configuration. The edit takes effect after the merge; this review uses the base branch's.",
			"unread .theriac.yml unparsable",
		}},
		{"manifest to baseline", "mcp/s.json", "mcp/t.baseline.json", base["mcp/s.baseline.json"], []string{
			"medium BASE003 mcp/s.json server/mcp/s.json",
			"note mcp/t.baseline.json: No manifest lies beside this baseline: nothing is compared with it.",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			head := base.with(c.from, "", c.to, c.content)
			check(t, run(t, base, head, func(in *review.Input) {
				in.Changes = []review.Change{{Path: c.to, OldPath: c.from}}
			}), c.want...)
		})
	}
}

// The base branch has moved on since the change began: its tip has the baseline
// and the configuration that count, the merge base the manifest.
func TestTipAndBase(t *testing.T) {
	base := memory{"mcp/s.json": tools("add", honest)}
	tip := memory{
		"mcp/s.json":          tools("add", another),
		"mcp/s.baseline.json": approved(t, "mcp/s.json", tools("add", another)),
		".github/theriac.yml": "version: 1\nfail-on: low\n",
	}
	head := memory{"mcp/s.json": tools("add", reflow)}
	r := run(t, base, head, func(in *review.Input) { in.Tip = tip })
	check(t, r, "high DIFF001 mcp/s.json tool/add", comparedWith)
	if r.Gate.FailOn != scanner.Low {
		t.Errorf("gate at %s, not where the tip's configuration has it", r.Gate.FailOn)
	}

	r = run(t, base, head, func(in *review.Input) { in.Tip = memory{} })
	check(t, r, "low DIFF001 mcp/s.json tool/add")
}
