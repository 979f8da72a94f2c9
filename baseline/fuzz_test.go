package baseline_test

import (
	"reflect"
	"testing"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

func seeds() []string {
	all := []string{
		listing, before, after, "[]", `{"tools":[]}`,
		"tools:\n- &t {name: t, inputSchema: {a: 0o14, b: .inf, c: ~, d: TRUE, 1: 2, ? [x] : y}}\n- *t\n- <<: *t\n  name: u\n",
		"tools:\n- name: t\n  inputSchema: &s {items: *s}\n",
		`{"tools":[{"name":"t","name":"u","inputSchema":{"a":1,"a":2},"input_schema":{},"x":"\ud800","":{"":[[]]}}]}`,
		`{"serverInfo":{"name":"s"},"instructions":"x","tools":[null,1,{"name":"t","inputSchema":{}}]}` + "\n" + `{"tools":[{"name":"t","inputSchema":{}}]}`,
	}
	for _, c := range ladder {
		all = append(all, c.old, c.new)
	}
	return all
}

// FuzzUnchanged holds for any document: it does not differ from itself, from
// its baseline, or from the baseline that was written and read again.
func FuzzUnchanged(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, yaml bool) {
		name := "m.json"
		if yaml {
			name = "m.yaml"
		}
		d, _ := manifest.Parse(name, []byte(text), manifest.Options{Named: true})
		if d == nil {
			return
		}
		again, _ := manifest.Parse("again"+name, []byte(text), manifest.Options{Named: true})
		if f, err := baseline.Compare(d, again, toys, baseline.Options{}); err == nil && len(f) > 0 {
			t.Fatalf("differs from itself: %q: %s", lines(f), f[0].Message)
		}
		b, err := baseline.Snapshot(d)
		if err != nil {
			return // YAML aliases without end
		}
		data, err := b.Encode()
		if err != nil {
			return // as deep as the reader reads, and so too deep inside a baseline
		}
		if !baseline.IsBaseline(data) {
			t.Fatalf("what it writes is no baseline: %s", data)
		}
		loaded, err := baseline.Load("b.json", data)
		if err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		if x := sameRecord(b, loaded); x != "" {
			t.Fatal(x)
		}
		old, err := loaded.Document()
		if err != nil {
			t.Fatal(err)
		}
		if f, err := baseline.Compare(old, d, toys, baseline.Options{}); err != nil || len(f) > 0 {
			t.Fatalf("differs from its baseline: %v %q: %s", err, lines(f), data)
		}
	})
}

// FuzzCompare compares any two documents: findings stand inside the new file,
// say something, come in the same order each time, and are none if and only if
// both sides have one record.
func FuzzCompare(f *testing.F) {
	for _, c := range ladder {
		f.Add(c.old, c.new)
	}
	for _, s := range seeds() {
		f.Add(s, listing)
	}
	f.Fuzz(func(t *testing.T, was, is string) {
		old, _ := manifest.Parse("old", []byte(was), manifest.Options{Named: true})
		new, _ := manifest.Parse("new", []byte(is), manifest.Options{Named: true})
		if old == nil || new == nil {
			return
		}
		got, err := baseline.Compare(old, new, toys, baseline.Options{})
		again, _ := baseline.Compare(old, new, toys, baseline.Options{})
		if !reflect.DeepEqual(got, again) {
			t.Fatalf("%q, then %q", lines(got), lines(again))
		}
		for _, x := range each(got) {
			if x.Message.String() == "" || x.Location == nil || x.Baseline == nil || x.Fingerprint == "" || x.Source != "new" {
				t.Fatalf("half a finding: %+v", x)
			}
			if x.Start < 0 || x.End < x.Start || x.End > len(new.Source.Text()) {
				t.Fatalf("%s at %d to %d of %d bytes", x.Message, x.Start, x.End, len(new.Source.Text()))
			}
		}
		a, errA := baseline.Snapshot(old)
		b, errB := baseline.Snapshot(new)
		if err != nil || errA != nil || errB != nil || len(got) > 0 {
			return
		}
		if x := sameRecord(a, b); x != "" && !hasNull(a) && !hasNull(b) {
			t.Fatalf("no finding for %s", x)
		}
	})
}

// hasNull reports whether a top-level member is null: that and none are alike.
func hasNull(b *baseline.Baseline) bool {
	for _, c := range b.Components {
		for _, f := range c.Fields {
			if f.Value == "null" {
				return true
			}
		}
	}
	return false
}

// FuzzTamper edits a file: what loads approves what was approved.
func FuzzTamper(f *testing.F) {
	d, err := manifest.Parse("birds.json", []byte(listing), manifest.Options{})
	if err != nil {
		f.Fatal(err)
	}
	b := snapshot(f, d)
	text := encode(f, b)
	f.Add(0, 0, "")
	f.Add(100, 3, "\\u0041")
	f.Add(len(text)-3, 1, ",\"tools\":[]")
	f.Fuzz(func(t *testing.T, at, cut int, insert string) {
		if at < 0 || cut < 0 || at > len(text) || cut > len(text)-at || cut > 40 {
			return
		}
		edited := text[:at] + insert + text[at+cut:]
		approvesTheSame(t, b, []byte(edited))
	})
}

// FuzzLoad reads anything: it must not fail but with an error, and what it
// takes can be written and read again.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(encode(f, snapshot(f, mustParse(f, listing)))))
	f.Add([]byte(`{"components":[{"kind":"tool","name":"","fields":{},"sha256":{"component":"","fields":{}}}],"schema":"theriac/baseline/v1","source":""}`))
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		baseline.IsBaseline(data)
		b, err := baseline.Load("b.json", data)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a word")
			}
			return
		}
		if !baseline.IsBaseline(data) {
			t.Fatal("it loads, and is no baseline")
		}
		again, err := baseline.Load("b.json", []byte(encode(t, b)))
		if err != nil || sameRecord(b, again) != "" {
			t.Fatal(err, sameRecord(b, again))
		}
	})
}

func mustParse(t testing.TB, text string) *manifest.Document { return parse(t, "m.json", text) }

// BenchmarkCompare compares a large manifest with its baseline, of which one
// description changed.
func BenchmarkCompare(b *testing.B) {
	big := func(last string) *manifest.Document { return parse(b, "big.json", bigManifest(2000, last)) }
	old, new := recorded(b, big("Adds.")), big("Drops.")
	b.SetBytes(int64(len(new.Source.Text())))
	for b.Loop() {
		if f, err := baseline.Compare(old, new, toys, baseline.Options{}); err != nil || len(f) != 1 || f[0].Severity != scanner.High {
			b.Fatal(lines(f), err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	data := []byte(encode(b, snapshot(b, parse(b, "big.json", bigManifest(2000, "Adds.")))))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := baseline.Load("b.json", data); err != nil {
			b.Fatal(err)
		}
	}
}
