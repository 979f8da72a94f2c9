package checks

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// These tests hold every format to one promise: nothing that a manifest says
// acts on whoever reads the report, be it a person, a terminal, GitHub or the
// runner of an action.

func TestHostileIsInert(t *testing.T) {
	checkInert(t, hostileReport(t))
}

func FuzzInert(f *testing.F) {
	for i, s := range tricky {
		f.Add(s, tricky[(i+7)%len(tricky)], tricky[(i+31)%len(tricky)], int16(i), int16(2*i))
	}
	f.Fuzz(func(t *testing.T, name, said, was string, start, end int16) {
		r := Report{
			Sources: []Source{{URI: name, Kind: File, Counts: Counts{Tools: 1}, Text: source(said)}},
			Findings: []scanner.Finding{
				{Rule: toys[1].Rule, Severity: scanner.Critical, Message: scanner.Say("Says %s here", said), Source: name,
					Component: scanner.ComponentRef{Kind: manifest.Tool, Name: said, Server: was}, Field: was, Pointer: name, Text: said,
					Location: &manifest.Location{StartLine: 1, StartColumn: int(start), EndLine: 1, EndColumn: int(end)},
					Start:    int(start), End: int(end), Exact: true, Fingerprint: was},
				{Rule: toys[4].Rule, Severity: scanner.Low, Message: scanner.Say("%s", was), Source: said,
					Component: scanner.ComponentRef{Kind: manifest.Prompt, Name: name}, Text: said, Baseline: &was},
				scanner.Together([]scanner.Finding{
					{Rule: toys[4].Rule, Severity: scanner.High, Message: scanner.Say("%s", said), Source: was, Field: name, Text: was, Baseline: &said},
					{Rule: toys[4].Rule, Severity: scanner.Low, Message: scanner.Say("%s", name), Source: was, Field: said, Text: said, Baseline: &was,
						Pointer: name, Fingerprint: said, Location: &manifest.Location{StartLine: int(end), StartColumn: int(start)}},
				}),
			},
			Accepted:    []Accepted{{Finding: scanner.Finding{Rule: toys[0].Rule, Message: scanner.Say("%s", name), Source: was, Text: was}, Reason: said, Expires: name}},
			NotAnalysed: []NotAnalysed{{URI: said, Reason: manifest.Reason(name), Line: int(start), Column: int(end), Detail: was}},
			Notes:       []Note{{URI: name, Line: int(end), Text: said}, {Text: was}},
		}
		r.Finish(scanner.High)
		checkInert(t, &r)
	})
}

// source is a file with that text, whatever the text is.
func source(text string) *manifest.Source {
	d, err := manifest.Parse("s.json", fmt.Appendf(nil, `{"tools": [{"name": "a", "inputSchema": {}, "description": %s}]}`, quoteJSON(text)), manifest.Options{})
	if err != nil {
		return nil
	}
	return d.Source
}

func quoteJSON(s string) []byte {
	b, _ := json.Marshal(s)
	return b
}

func checkInert(t *testing.T, r *Report) {
	t.Helper()
	rendered := map[string]string{}
	for _, name := range Formats() {
		out := string(render(t, name, r, Options{Rules: toyRules()}))
		rendered[name] = out
		safeForTerminal(t, name, out, "\n")
		commands := 0
		for line := range strings.Lines(out) {
			if _, ok := parseCommand(line); ok {
				commands++
			}
		}
		want := 0
		if name == "github" {
			want = len(r.Annotations())
		}
		if commands != want {
			t.Errorf("%s has %d workflow commands, want %d:\n%s", name, commands, want, out)
		}
	}
	// Colours, and nothing else that a terminal obeys.
	colored := string(render(t, "text", r, Options{Color: true}))
	if got := style.ReplaceAllString(colored, ""); got != rendered["text"] {
		t.Errorf("without its colours the text is another one:\n%q\n%q", got, rendered["text"])
	}
	checkJSON(t, r, rendered["json"])
	checkSARIFMessages(t, rendered["sarif"])
	checkCommands(t, r, rendered["github"])
	checkMarkdown(t, r, rendered["markdown"])
	checkHTML(t, rendered["html"])
}

var style = regexp.MustCompile("\x1b\\[[0-9;]*m")

// command is what the runner reads in a line: its name, properties and data.
type command struct {
	name, data string
	properties map[string]string
}

// parseCommand reads a line as the runner does (actions/runner,
// ActionCommand.TryParseV2).
func parseCommand(line string) (command, bool) {
	line = strings.TrimSpace(line)
	rest, ok := strings.CutPrefix(line, "::")
	if !ok {
		return command{}, false
	}
	info, data, ok := strings.Cut(rest, "::")
	if !ok {
		return command{}, false
	}
	name, properties, _ := strings.Cut(info, " ")
	c := command{name: name, properties: map[string]string{},
		data: strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data)}
	for p := range strings.SplitSeq(properties, ",") {
		k, v, _ := strings.Cut(p, "=")
		c.properties[k] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(v)
	}
	return c, true
}

// checkCommands reads the commands back and compares them with the annotations.
func checkCommands(t *testing.T, r *Report, out string) {
	t.Helper()
	annotations := r.Annotations()
	for line := range strings.Lines(out) {
		c, ok := parseCommand(line)
		if !ok || len(annotations) == 0 {
			continue
		}
		a := annotations[0]
		annotations = annotations[1:]
		if c.name != workflowNames[a.Level] || c.data != a.Message || c.properties["title"] != a.Title {
			t.Errorf("%q is read as %+v, not as %+v", line, c, a)
		}
		if a.Path != "" && (c.properties["file"] != EscapeTerminal(a.Path) || c.properties["line"] != fmt.Sprint(a.StartLine)) {
			t.Errorf("%q is read as %+v, not as %+v", line, c, a)
		}
		if a.StartLine < 1 || a.EndLine < a.StartLine || a.StartLine != a.EndLine && a.StartColumn != 0 ||
			a.StartColumn < 0 || a.EndColumn < a.StartColumn || len(a.Title) > MaxTitleBytes {
			t.Errorf("annotation %+v is not one that GitHub takes", a)
		}
		safeForTerminal(t, "an annotation's message", a.Message, "\n")
		safeForTerminal(t, "an annotation's details", a.RawDetails, "\n")
	}
}

// checkJSON decodes the report and compares every text with its finding's.
func checkJSON(t *testing.T, r *Report, out string) {
	t.Helper()
	var back jsonReport
	if err := json.Unmarshal([]byte(out), &back); err != nil {
		t.Fatal(err)
	}
	if back.Summary != r.Summary || back.Gate != r.Gate || len(back.Findings) != len(r.Findings) {
		t.Errorf("JSON has the counts %+v %+v", back.Summary, back.Gate)
	}
	for i, f := range r.Findings {
		got := back.Findings[i]
		for _, pair := range [][2]string{
			{f.Text, got.Text}, {wholeMessage(&f).String(), got.Message}, {f.Source, got.Source}, {f.Field, got.Field},
			{f.Component.Name, got.Component.Name}, {f.Component.Server, got.Component.Server},
		} {
			if utf8.ValidString(pair[0]) && pair[0] != pair[1] {
				t.Errorf("%q came back as %q", pair[0], pair[1])
			}
		}
		if len(got.Also) != len(f.Also) {
			t.Errorf("%d further places came back as %d", len(f.Also), len(got.Also))
			continue
		}
		for i, p := range f.Also {
			if c := p.Change; c != nil && utf8.ValidString(p.Text+c.Field+*c.Baseline) &&
				(got.Also[i].Text != p.Text || got.Also[i].Field != c.Field || got.Also[i].Baseline.Text != *c.Baseline) {
				t.Errorf("%+v came back as %+v", p, got.Also[i])
			}
		}
	}
}

func checkSARIFMessages(t *testing.T, out string) {
	t.Helper()
	for _, run := range checkSARIF(t, []byte(out)).Runs {
		for _, res := range run.Results {
			readMessage(t, res.Message.Text)
			safeForTerminal(t, "a SARIF message", res.Message.Text, "")
			for _, at := range res.RelatedLocations {
				readMessage(t, at.Message.Text)
				safeForTerminal(t, "a SARIF message", at.Message.Text, "")
			}
		}
		for _, inv := range run.Invocations {
			for _, n := range inv.ToolExecutionNotifications {
				readMessage(t, n.Message.Text)
				safeForTerminal(t, "a SARIF notification", n.Message.Text, "")
			}
		}
	}
}

// checkMarkdown parses the summary, and reads the accept list in it back.
func checkMarkdown(t *testing.T, r *Report, out string) {
	t.Helper()
	inert(t, out)
	for _, e := range r.acceptEntries() {
		var list struct{ Accept []map[string]string }
		if err := yaml.Unmarshal([]byte(e.yaml), &list); err != nil || len(list.Accept) != 1 {
			t.Fatalf("%v:\n%s", err, e.yaml)
		}
		if !strings.Contains(out, markdownAccept(e)) {
			t.Errorf("the entry is not in the summary:\n%s\n%s", e.yaml, out)
		}
		entry := list.Accept[0]
		fits := func(f scanner.Finding) bool {
			return entry["rule"] == f.Rule.ID && entry["manifest"] == f.Source && entry["reason"] != "" &&
				(entry["text"] == f.Text || entry["fingerprint"] == f.Fingerprint) &&
				(entry["component"] == acceptComponent(f.Component) || !utf8.ValidString(f.Component.Name+f.Component.Server))
		}
		found := false
		for _, f := range r.Findings {
			found = found || fits(f) || !utf8.ValidString(f.Fingerprint)
		}
		if !found {
			t.Errorf("%v accepts no finding", entry)
		}
	}
}
