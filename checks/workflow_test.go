package checks

import "testing"

func TestWorkflow(t *testing.T) {
	for name, r := range map[string]*Report{
		"add": addReport(t), "clean": cleanReport(t), "mixed": mixedReport(t), "hostile": hostileReport(t),
	} {
		golden(t, name+".github.golden", render(t, "github", r, Options{}))
	}
}
