package checkrun_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/checks/checkrun"
)

// TestAnnotations posts annotations to a strict GitHub, which refuses what breaks
// its rules, and looks at what it stored.
func TestAnnotations(t *testing.T) {
	column := func(n int) *int { return &n }
	long := strings.Repeat("ä", 70_000)
	tests := []struct {
		name string
		in   checks.Annotation
		want []hubtest.Annotation
	}{
		{"one line with columns",
			checks.Annotation{Path: "mcp.json", StartLine: 2, EndLine: 2, StartColumn: 3, EndColumn: 9, Level: checks.LevelWarning, Title: "T", Message: "M", RawDetails: "R"},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 2, EndLine: 2, StartColumn: column(3), EndColumn: column(9), Level: "warning", Title: "T", Message: "M", RawDetails: "R"}}},
		{"columns only on one line",
			checks.Annotation{Path: "mcp.json", StartLine: 1, EndLine: 3, StartColumn: 3, EndColumn: 9, Level: checks.LevelNotice, Message: "M"},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 1, EndLine: 3, Level: "notice", Message: "M"}}},
		{"no line is line 1", checks.Annotation{Path: "mcp.json", Level: checks.LevelFailure, Message: "M"},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 1, EndLine: 1, Level: "failure", Message: "M"}}},
		{"end before start", checks.Annotation{Path: "mcp.json", StartLine: 3, EndLine: 1, StartColumn: 9, EndColumn: 2, Level: checks.LevelFailure, Message: "M"},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 3, EndLine: 3, StartColumn: column(9), Level: "failure", Message: "M"}}},
		{"no message", checks.Annotation{Path: "mcp.json", Level: checks.LevelFailure, Title: "T"},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 1, EndLine: 1, Level: "failure", Title: "T", Message: "T"}}},
		{"an unknown level is the worst", checks.Annotation{Path: "mcp.json", Level: "info", Message: "M"},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 1, EndLine: 1, Level: "failure", Message: "M"}}},
		{"too long", checks.Annotation{Path: "mcp.json", Level: checks.LevelFailure, Title: long, Message: long, RawDetails: long},
			[]hubtest.Annotation{{Path: "mcp.json", StartLine: 1, EndLine: 1, Level: "failure", Title: strings.Repeat("ä", 126) + "…",
				Message: strings.Repeat("ä", 32766) + "…", RawDetails: strings.Repeat("ä", 32766) + "…"}}},
		{"a path not quite clean", checks.Annotation{Path: "./sub//mcp.json", Level: checks.LevelFailure, Message: "M"},
			[]hubtest.Annotation{{Path: "sub/mcp.json", StartLine: 1, EndLine: 1, Level: "failure", Message: "M"}}},
		{"no path", checks.Annotation{Level: checks.LevelFailure, Message: "M"}, nil},
		{"absolute path", checks.Annotation{Path: "/etc/passwd", Level: checks.LevelFailure, Message: "M"}, nil},
		{"path outside", checks.Annotation{Path: "a/../../b", Level: checks.LevelFailure, Message: "M"}, nil},
		{"backslashes", checks.Annotation{Path: `a\b`, Level: checks.LevelFailure, Message: "M"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			out, err := w.open().Complete(context.Background(), checkrun.Verdict{Conclusion: checkrun.Failure, Title: "T", Summary: "S", Annotations: []checks.Annotation{tt.in}}, still)
			if err != nil {
				t.Fatal(err)
			}
			got := w.gh.CheckRuns(w.repo)[0]
			if diff := cmp.Diff(tt.want, got.Annotations); diff != "" {
				t.Errorf("annotations (-want +got):\n%s", diff)
			}
			if out.Sent != len(tt.want) || out.Shown != len(tt.want) {
				t.Errorf("outcome %+v", out)
			}
			if more := strings.Contains(got.Summary, "and 1 more without an annotation"); more != (tt.want == nil) {
				t.Errorf("summary %q", got.Summary)
			}
		})
	}
}

func marks(n int, level checks.Level) []checks.Annotation {
	var list []checks.Annotation
	for i := range n {
		list = append(list, checks.Annotation{Path: "mcp.json", StartLine: 1, Level: level, Message: fmt.Sprintf("%s %d", level, i)})
	}
	return list
}
