package config_test

import (
	"strings"
	"testing"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/scanner/rules"
)

func TestSources(t *testing.T) {
	for _, tc := range []struct {
		yaml, path string
		may, named bool
	}{
		{"", "src/app.py", true, false},
		{"sources: auto", "src/app.py", true, false},
		{"sources: auto", "tests/app.py", false, false},
		{"sources: auto", "src/app.rb", false, false},
		{"sources: off", "src/app.py", false, false},
		{"sources: [\"lib/**\"]", "lib/tests/app.py", true, true},
		{"sources: [\"lib/**\"]", "src/app.py", false, false},
		{"sources: [\"lib/**\"]", "lib/app.json", false, false},
	} {
		c, err := config.Parse("c.yml", []byte("version: 1\n"+tc.yaml+"\n"), rules.All())
		if err != nil {
			t.Fatal(err)
		}
		if may, named := c.Sources.Reads(tc.path); may != tc.may || named != tc.named {
			t.Errorf("%s: %s: %t, %t", tc.yaml, tc.path, may, named)
		}
	}
	for _, bad := range []string{"sources: on", "sources: 3", "sources: {a: b}", "sources: [/a]"} {
		if _, err := config.Parse("c.yml", []byte("version: 1\n"+bad+"\n"), rules.All()); err == nil || !strings.Contains(err.Error(), "c.yml:2:") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
