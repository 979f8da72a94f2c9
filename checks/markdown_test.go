package checks

import "testing"

func TestMarkdown(t *testing.T) {
	for name, r := range map[string]*Report{
		"add": addReport(t), "clean": cleanReport(t), "mixed": mixedReport(t), "hostile": hostileReport(t),
	} {
		golden(t, name+".markdown.golden", render(t, "markdown", r, Options{}))
	}
}
