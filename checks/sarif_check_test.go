package checks

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// readLog is the part of SARIF that the tests look at.
type readLog struct {
	Schema string `json:"$schema"`
	Runs   []struct {
		Tool struct {
			Driver struct {
				Rules []readRule
			}
		}
		AutomationDetails struct{ ID string }
		ColumnKind        string
		Results           []readResult
		Invocations       []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level      string
				Descriptor struct{ ID string }
				Message    struct{ Text string }
			}
		}
		Taxonomies []struct {
			Name, GUID string
			Taxa       []struct{ ID, Name, GUID string }
		}
	}
}

type readRule struct {
	ID, Name                                string
	ShortDescription, FullDescription, Help struct{ Text, Markdown string }
	Properties                              map[string]any
	Relationships                           []struct {
		Target struct {
			ID, GUID      string
			ToolComponent struct{ Name, GUID string }
		}
	}
}

type readResult struct {
	RuleID              string
	RuleIndex           int
	Level               string
	Message             struct{ Text string }
	Locations           []readLocation
	RelatedLocations    []readLocation
	PartialFingerprints map[string]string
	Suppressions        []struct{ Kind, Status, Justification string }
}

type readLocation struct {
	Message          struct{ Text string }
	PhysicalLocation struct {
		ArtifactLocation struct{ URI string }
		Region           struct {
			StartLine, StartColumn, EndLine, EndColumn int
			CharOffset                                 *int
		}
	}
}

var sarifSchemaFile = func() *jsonschema.Schema {
	f, err := os.Open("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft4)
	c.AssertFormat()
	if err := c.AddResource(sarifSchema, doc); err != nil {
		panic(err)
	}
	return c.MustCompile(sarifSchema)
}()

// checkSARIF holds a log to the OASIS schema and to what GitHub asks of it.
func checkSARIF(t testing.TB, encoded []byte) readLog {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	if err := sarifSchemaFile.Validate(doc); err != nil {
		t.Errorf("invalid: %v", err)
	}
	var log readLog
	if err := json.Unmarshal(encoded, &log); err != nil {
		t.Fatal(err)
	}
	readTogether(t, encoded, &log)
	run := log.Runs[0]
	if run.Results == nil {
		t.Error("no results array")
	}
	if !strings.HasSuffix(run.AutomationDetails.ID, "/") {
		t.Errorf("automationDetails.id %q does not end in a slash", run.AutomationDetails.ID)
	}
	if run.ColumnKind != "utf16CodeUnits" {
		t.Errorf("columnKind is %q", run.ColumnKind)
	}
	taxa := map[string]bool{}
	for _, x := range run.Taxonomies {
		for _, c := range x.Taxa {
			taxa[x.Name+"/"+c.ID+"/"+x.GUID+"/"+c.GUID] = true
		}
	}
	for _, r := range run.Tool.Driver.Rules {
		for what, s := range map[string]string{
			"shortDescription": r.ShortDescription.Text, "fullDescription": r.FullDescription.Text,
			"help": r.Help.Text, "help in markdown": r.Help.Markdown,
		} {
			if strings.TrimSpace(s) == "" {
				t.Errorf("rule %s has no %s", r.ID, what)
			}
		}
		if s, _ := r.Properties["security-severity"].(string); s < "0.1" || s > "9.9" {
			t.Errorf("rule %s has security-severity %q", r.ID, s)
		}
		if tags, _ := r.Properties["tags"].([]any); len(tags) > MaxSARIFTags {
			t.Errorf("rule %s has %d tags", r.ID, len(tags))
		}
		for _, x := range r.Relationships {
			c := x.Target.ToolComponent
			if !taxa[c.Name+"/"+x.Target.ID+"/"+c.GUID+"/"+x.Target.GUID] {
				t.Errorf("rule %s refers to %s of %s, which is in no taxonomy", r.ID, x.Target.ID, c.Name)
			}
		}
	}
	seen := map[string]bool{}
	for i, r := range run.Results {
		if r.RuleIndex >= len(run.Tool.Driver.Rules) || run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("result %d: rule %s is not number %d", i, r.RuleID, r.RuleIndex)
		}
		if len(r.Locations) != 1 {
			t.Fatalf("result %d has %d locations", i, len(r.Locations))
		}
		for _, at := range slices.Concat(r.Locations, r.RelatedLocations) {
			checkURI(t, at.PhysicalLocation.ArtifactLocation.URI)
			g := at.PhysicalLocation.Region
			if g.StartLine < 1 || g.StartColumn < 0 || g.EndLine != 0 && g.EndLine < g.StartLine ||
				g.EndLine == g.StartLine && g.EndColumn < g.StartColumn || g.CharOffset != nil {
				t.Errorf("result %d has the region %+v", i, g)
			}
		}
		hash := r.PartialFingerprints["primaryLocationLineHash"]
		if hash == "" {
			t.Errorf("result %d has no primaryLocationLineHash", i)
		}
		if k := r.Locations[0].PhysicalLocation.ArtifactLocation.URI + " " + hash; seen[k] {
			t.Errorf("result %d has the fingerprint of another in its file", i)
		} else {
			seen[k] = true
		}
	}
	return log
}

// checkURI holds a URI to RFC 3986, and to the repository or to a file outside of it
// that was named by its absolute path.
func checkURI(t testing.TB, s string) {
	t.Helper()
	u, err := url.Parse(s)
	switch {
	case err != nil:
		t.Errorf("%q: %v", s, err)
	case u.Scheme == "file" && u.Host == "" && path.IsAbs(u.Path) && path.Clean(u.Path) == u.Path && u.RawQuery == "" && u.Fragment == "":
	case s == "" || u.IsAbs() || u.Host != "" || u.RawQuery != "" || u.Fragment != "" ||
		path.IsAbs(u.Path) || strings.Contains(s, `\`):
		t.Errorf("%q is no relative path", s)
	case strings.HasPrefix(path.Clean(u.Path), ".."):
		t.Errorf("%q leads out of the repository", s)
	}
}
