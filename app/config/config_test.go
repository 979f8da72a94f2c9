package config_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/phrase"
)

// known is a small set: the reader asks it for IDs only.
var known = scanner.NewSet(&phrase.Program{},
	&scanner.Rule{ID: "SCHEMA002"}, &scanner.Rule{ID: "STRUCT005"}, &scanner.Rule{ID: "STRUCT006"})

func TestParse(t *testing.T) {
	got, err := config.Parse(".github/theriac.yml", []byte(`# A comment.
version: 1
manifests: ["mcp/*.json", 'tools/**/{a,b}.yaml']
ignore:
  - testdata/**
fail-on: medium
rules: ["-SCHEMA002"]
baselines: {"mcp/server.json": "mcp/server.baseline.json"}
drift: approve
accept:
  - rule: STRUCT006
    manifest: mcp/server.json
    component: tool/search
    text: "You MUST"
    reason: "documented precondition of our own tool"
    expires: 2027-06-30
  - {rule: STRUCT005, fingerprint: 0a1b2c, reason: Reviewed., expires: "2028-02-29"}
`), known)
	if err != nil {
		t.Fatal(err)
	}
	want := &config.Config{
		Path:      ".github/theriac.yml",
		Manifests: []string{"mcp/*.json", "tools/**/{a,b}.yaml"},
		Ignore:    []string{"testdata/**"},
		FailOn:    scanner.Medium,
		Rules:     []string{"-SCHEMA002"},
		Baselines: map[string]string{"mcp/server.json": "mcp/server.baseline.json"},
		Drift:     config.Approve,
		Accept: []config.Acceptance{
			{Rule: "STRUCT006", Manifest: "mcp/server.json", Component: "tool/search", Text: "You MUST",
				Reason: "documented precondition of our own tool", Expires: time.Date(2027, 6, 30, 0, 0, 0, 0, time.UTC), Line: 11},
			{Rule: "STRUCT005", Fingerprint: "0a1b2c", Reason: "Reviewed.",
				Expires: time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC), Line: 17},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseLeast(t *testing.T) {
	got, err := config.Parse("c.yml", []byte("version: 1\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.Path = "c.yml"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Every fault is told with its place and what would be right.
func TestFaults(t *testing.T) {
	const v = "version: 1\n"
	for _, c := range []struct{ name, yaml, want string }{
		{"empty", "", "c.yml: the file is empty: want at least `version: 1`"},
		{"comment only", "# nothing\n", "c.yml: the file is empty: want at least `version: 1`"},
		{"no mapping", "- a\n", "c.yml:1:1: the configuration: want a mapping, got a list"},
		{"no YAML", v + "ignore: [\n", "c.yml:2:1: no valid YAML: did not find expected node content"},
		{"not UTF-8", v + "# \xff", "c.yml: the file is not UTF-8"},
		{"two documents", v + "---\n" + v, "c.yml:2:1: a second YAML document: the configuration is one"},
		{"hidden line break", v + "ignore: ['a', \"b\u2028\"]\n", "c.yml:2:17: an unusual line break (a carriage return by itself, U+0085, U+2028 or U+2029): remove it"},
		{"old Mac line ends", "version: 1\rignore: [a]\r", "c.yml:1:11: an unusual line break (a carriage return by itself, U+0085, U+2028 or U+2029): remove it"},
		{"too large", v + "#" + strings.Repeat("x", config.MaxSize), "c.yml: the file has 1048588 bytes; at most 1048576 are read"},

		{"no version", "ignore: []\n", "c.yml:1:1: the configuration has no version"},
		{"other version", "version: 2\n", `c.yml:1:10: unknown version "2": want 1`},
		{"version as a list", "version: [1]\n", "c.yml:1:10: version: want a string, got a list"},
		{"unknown key", v + "fail_on: high\n", `c.yml:2:1: unknown key "fail_on" in the configuration: want version, manifests, ignore, fail-on, rules, baselines, drift, sources, accept`},
		{"key twice", v + "ignore: [a]\nignore: [b]\n", `c.yml:3:1: "ignore" stands twice in the configuration: first on line 2`},
		{"number as key", v + "1: x\n", "c.yml:2:1: a key of the configuration: want a string, got a number; put it in quotes"},
		{"merge key", v + "<<: {ignore: [a]}\n", "c.yml:2:1: a key of the configuration: want a string, got a merge key; put it in quotes"},
		{"anchor", v + "ignore: &a [x]\n", "c.yml:2:9: anchors and aliases are not supported"},
		{"alias", v + "manifests: &a [x]\nignore: *a\n", "c.yml:2:12: anchors and aliases are not supported\nc.yml:3:9: anchors and aliases are not supported"},
		{"tag", v + "fail-on: !x high\n", `c.yml:2:10: the tag "!x" is not supported`},

		{"string for a list", v + "ignore: testdata/**\n", "c.yml:2:9: ignore: want a list, got a string"},
		{"bad pattern", v + "ignore:\n  - 'a[b'\n", `c.yml:3:5: "a[b" is no valid pattern: want a path with *, **, ?, [a-z] or {a,b}`},
		{"pattern of a folder", v + "ignore: [testdata/]\n", `c.yml:2:10: the pattern "testdata/" never matches a file: for all below a folder write "testdata/**"`},
		{"pattern from the root", v + "manifests: [/mcp.json]\n", `c.yml:2:13: the pattern "/mcp.json" never matches: paths begin at the repository's root, without / or ./`},
		{"pattern from here", v + "manifests: [./mcp.json]\n", `c.yml:2:13: the pattern "./mcp.json" never matches: paths begin at the repository's root, without / or ./`},
		{"pattern upwards", v + "manifests: [a/../b]\n", `c.yml:2:13: the pattern "a/../b" leaves the repository`},
		{"empty pattern", v + "ignore: ['']\n", "c.yml:2:10: a pattern in ignore is empty"},
		{"number as pattern", v + "ignore: [1]\n", "c.yml:2:10: a pattern in ignore: want a string, got a number; put it in quotes"},

		{"bad severity", v + "fail-on: hihg\n", `c.yml:2:10: fail-on: unknown severity "hihg": want low, medium, high or critical`},
		{"info never gates", v + "fail-on: info\n", `c.yml:2:10: fail-on: unknown severity "info": want low, medium, high or critical`},
		{"severity in capitals", v + "fail-on: HIGH\n", `c.yml:2:10: fail-on: unknown severity "HIGH": want low, medium, high or critical`},
		{"drift", v + "drift: block\n", `c.yml:2:8: drift: unknown value "block": want report or approve`},
		{"drift off", v + "drift: false\n", "c.yml:2:8: drift: want a string, got a boolean; put it in quotes"},
		{"severity off", v + "fail-on: false\n", "c.yml:2:10: fail-on: want a string, got a boolean; put it in quotes"},
		{"severity missing", v + "fail-on:\n", "c.yml:2:9: fail-on: want a string, got nothing"},

		{"unknown rule", v + "rules: [STRUCT05]\n", `c.yml:2:9: unknown rule "STRUCT05": want one of SCHEMA002, STRUCT005, STRUCT006`},
		{"rule in small letters", v + "rules: [-struct005]\n", `c.yml:2:9: unknown rule "struct005": want one of SCHEMA002, STRUCT005, STRUCT006`},
		{"no rule left", v + "rules: [-STRUCT005, -STRUCT006, -SCHEMA002]\n", "c.yml:2:8: rules: no rule is left by -STRUCT005,-STRUCT006,-SCHEMA002"},

		{"baselines as a list", v + "baselines: [a]\n", "c.yml:2:12: baselines: want a mapping, got a list"},
		{"baseline upwards", v + "baselines: {a.json: ../b.json}\n", `c.yml:2:21: a baseline in baselines: "../b.json" is no path of a file from the repository's root: without / at its ends, ./ and ../`},
		{"manifest from the root", v + "baselines: {/a.json: b.json}\n", `c.yml:2:13: a manifest in baselines: "/a.json" is no path of a file from the repository's root: without / at its ends, ./ and ../`},
		{"manifest twice", v + "baselines:\n  a.json: b.json\n  a.json: c.json\n", `c.yml:4:3: "a.json" stands twice in baselines: first on line 3`},
		{"its own baseline", v + "baselines: {a.json: a.json}\n", `c.yml:2:21: "a.json" is its own baseline`},

		{"accept as a mapping", v + "accept: {rule: STRUCT005}\n", "c.yml:2:9: accept: want a list, got a mapping"},
		{"accept without a reason", v + "accept:\n  - rule: STRUCT005\n    manifest: a.json\n", "c.yml:3:5: an entry of accept has no reason"},
		{"accept with an empty reason", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, reason: ' '}\n", "c.yml:3:49: reason in accept is empty"},
		{"accept without a rule", v + "accept:\n  - {manifest: a.json, reason: x}\n", "c.yml:3:5: an entry of accept has no rule"},
		{"accept of an unknown rule", v + "accept:\n  - {rule: X, manifest: a.json, reason: x}\n", `c.yml:3:12: unknown rule "X": want one of SCHEMA002, STRUCT005, STRUCT006`},
		{"accept everywhere", v + "accept:\n  - {rule: STRUCT005, reason: x}\n", "c.yml:3:5: an entry of accept has neither manifest nor fingerprint: to switch a rule off everywhere, use rules"},
		{"unknown key in accept", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, reason: x, until: 2027-01-01}\n", `c.yml:3:52: unknown key "until" in an entry of accept: want rule, manifest, component, text, fingerprint, reason, expires`},
		{"bad component", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, component: tools/x, reason: x}\n", `c.yml:3:52: component in accept: "tools/x" is no kind/name, such as tool/search; kinds are tool, prompt, resource, resourceTemplate, server`},
		{"component without a name", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, component: tool/, reason: x}\n", `c.yml:3:52: component in accept: "tool/" is no kind/name, such as tool/search; kinds are tool, prompt, resource, resourceTemplate, server`},
		{"text is a number", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, text: 40, reason: x}\n", "c.yml:3:47: text in accept: want a string, got a number; put it in quotes"},
		{"bad date", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, reason: x, expires: 30.6.2027}\n", `c.yml:3:61: expires in accept: "30.6.2027" is no date: want YYYY-MM-DD`},
		{"no such day", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, reason: x, expires: 2027-02-29}\n", `c.yml:3:61: expires in accept: "2027-02-29" is no date: want YYYY-MM-DD`},
		{"date with a time", v + "accept:\n  - {rule: STRUCT005, manifest: a.json, reason: x, expires: 2027-02-28T10:00:00Z}\n", `c.yml:3:61: expires in accept: "2027-02-28T10:00:00Z" is no date: want YYYY-MM-DD`},

		{"columns in UTF-16", v + "\"\U0001f600\": [a]\nignore: ['\U0001f600', 1]\n", "c.yml:2:1: unknown key \"\\U0001f600\" in the configuration: want version, manifests, ignore, fail-on, rules, baselines, drift, sources, accept\n" +
			"c.yml:3:16: a pattern in ignore: want a string, got a number; put it in quotes"},
		{"all faults at once, in order", "fail-on: x\nversion: 3\nrules: y\n", `c.yml:1:10: fail-on: unknown severity "x": want low, medium, high or critical` + "\n" +
			`c.yml:2:10: unknown version "3": want 1` + "\n" + "c.yml:3:8: rules: want a list, got a string"},
		{"hostile text is escaped", v + "\"\\u001b[2J\\u202e\": 1\n", `c.yml:2:1: unknown key "\x1b[2J\u202e" in the configuration: want version, manifests, ignore, fail-on, rules, baselines, drift, sources, accept`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := config.Parse("c.yml", []byte(c.yaml), known)
			if err == nil {
				t.Fatalf("no error, but %+v", got)
			}
			if got != nil {
				t.Error("a configuration beside an error")
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
			var one *config.Error
			if !errors.As(err, &one) {
				t.Errorf("%T holds no *config.Error", err)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	c, err := config.Parse("c.yml", []byte("version: 1\nmanifests: ['mcp/*.json', '**/tools.txt']\nignore: ['testdata/**', '*.json']\nbaselines: {x.dat: y.json}\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][2]bool{ // named, ignored
		"mcp/a.json":           {true, false},
		"mcp/deep/a.json":      {false, false},
		"tools.txt":            {true, false},
		"a/b/tools.txt":        {true, false},
		"testdata/a/b/c.json":  {false, true},
		"testdata/tools.txt":   {true, true},
		"a.json":               {false, true},
		"other/testdata/x.txt": {false, false},
		"x.dat":                {true, false},
		"y.json":               {false, true},
	} {
		if got := [2]bool{c.Names(path), c.Ignores(path)}; got != want {
			t.Errorf("%s: named and ignored %v, want %v", path, got, want)
		}
	}
}

func TestExpired(t *testing.T) {
	a := config.Acceptance{Expires: time.Date(2027, 6, 30, 0, 0, 0, 0, time.UTC)}
	for at, want := range map[string]bool{
		"2027-06-29T12:00:00Z":      false,
		"2027-06-30T00:00:00Z":      false,
		"2027-06-30T23:59:59Z":      false,
		"2027-07-01T00:00:00Z":      true,
		"2027-07-01T01:00:00+02:00": false,
		"2027-06-30T23:00:00-02:00": true,
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Expired(now); got != want {
			t.Errorf("at %s: expired %v, want %v", at, got, want)
		}
	}
	if never := (&config.Acceptance{}); never.Expired(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Error("an entry without a date expired")
	}
}

// Whatever the bytes: a configuration or an error, never both or neither, and
// every place lies in the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte("version: 1\nmanifests: ['a/*.json']\nrules: [-STRUCT005]\naccept:\n  - {rule: STRUCT005, manifest: a, reason: x, expires: 2027-01-01}\n"))
	f.Add([]byte("version: 1\nbaselines: {a: b}\nignore: [&a x, *a, \"\U0001f600\"]\n"))
	f.Add([]byte("version: 2\r\n? [a]\n: b\n---\n"))
	f.Add([]byte("\ufeffversion: !!int 1\nfail-on: |\n  high\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse("c.yml", data, known)
		if (c == nil) == (err == nil) {
			t.Fatalf("configuration %v, error %v", c, err)
		}
		if err == nil {
			for _, a := range c.Accept {
				if a.Rule == "" || a.Reason == "" || a.Manifest == "" && a.Fingerprint == "" {
					t.Errorf("accepts too much: %+v", a)
				}
			}
			if _, err := known.Select(c.Rules...); err != nil {
				t.Errorf("rules that can't be selected: %v", err)
			}
			return
		}
		var all config.Errors
		if !errors.As(err, &all) || len(all) == 0 {
			t.Fatalf("error of type %T", err)
		}
		lines := strings.Split(string(data), "\n")
		for _, e := range all {
			switch {
			case e.Line == 0 && e.Column == 0:
			case e.Line < 1 || e.Line > len(lines) || e.Column < 1:
				t.Errorf("%v lies outside of the file's %d lines", e, len(lines))
			}
			if strings.TrimSpace(e.Detail) == "" {
				t.Errorf("%+v says nothing", e)
			}
		}
	})
}
