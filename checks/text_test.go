package checks

import "testing"

func TestText(t *testing.T) {
	for name, r := range allReports(t) {
		golden(t, name+".text.golden", render(t, "text", r, Options{}))
	}
	golden(t, "mixed.color.golden", render(t, "text", mixedReport(t), Options{Color: true}))
}
