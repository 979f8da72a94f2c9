package main

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"scan", "snapshot", "review", "rules", "--format", "critical", "STRUCT005", "concealment-directive"}
	for word, want := range map[string]string{
		"scna": "scan", "sacn": "scan", "snap": "snapshot", "reviwe": "review", "rule": "rules", "--formt": "--format", "crit": "critical",
		"struct05": "STRUCT005", "concealment": "concealment-directive", "bogus": "", "x": "", "": "", "scan": "scan",
	} {
		if got := nearest(word, words); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
