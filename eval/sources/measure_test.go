package sources_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/theriac/theriac/eval/sources"
)

// TestMeasure counts what is identical, and each reason for what is not.
func TestMeasure(t *testing.T) {
	got, err := sources.Measure("testdata/server", "testdata/listing.json")
	if err != nil {
		t.Fatal(err)
	}
	want := &sources.Result{
		Files: 1,
		Tools: sources.Count{Listed: 3, Found: 1, Missed: map[string]int{
			"no declaration of that name": 1, "the description is computed": 1}},
		Parameters: sources.Count{Listed: 4, Found: 1, Missed: map[string]int{
			"no parameter of that name": 1, "the parameter's description differs": 1, "the parameter has no description in the source": 1}},
		Extra: []string{"beside"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(sources.Result{}, "Bytes", "Misses", "Documents", "Faults")); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	if len(got.Misses) != 5 {
		t.Errorf("misses: %q", got.Misses)
	}
}

// TestNoListing wants an error from a listing without tools: its figures would
// look like good ones.
func TestNoListing(t *testing.T) {
	for _, name := range []string{"testdata/none.json", "testdata/server/app.py"} {
		if _, err := sources.Measure("testdata/server", name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
