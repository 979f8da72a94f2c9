package checks

import (
	"testing"

	"github.com/theriac/theriac/scanner"
)

func TestRebase(t *testing.T) {
	r := &Report{
		Sources:     []Source{{URI: "a.json", Kind: File}, {URI: "server", Kind: Stdio}},
		Findings:    []scanner.Finding{{Source: "a.json"}, {Source: "server"}},
		NotAnalysed: []NotAnalysed{{URI: "b.json"}},
		Notes:       []Note{{URI: "a.json"}, {Text: "about nothing"}},
	}
	got := r.Rebase(func(uri string) string { return "sub/" + uri })
	for _, c := range [][2]string{
		{got.Sources[0].URI, "sub/a.json"}, {got.Sources[1].URI, "server"}, {got.Findings[0].Source, "sub/a.json"}, {got.Findings[1].Source, "server"},
		{got.NotAnalysed[0].URI, "sub/b.json"}, {got.Notes[0].URI, "sub/a.json"}, {got.Notes[1].URI, ""},
		{r.Sources[0].URI, "a.json"}, {r.Findings[0].Source, "a.json"}, {r.NotAnalysed[0].URI, "b.json"}, {r.Notes[0].URI, "a.json"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}
