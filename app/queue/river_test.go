package queue_test

import (
	"os"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/theriac/theriac/app/queue"
)

// An upgrade of River is looked at by somebody: the package has SQL of its own on its tables.
func TestRiverSchema(t *testing.T) {
	data, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, r := range mod.Require {
		if r.Mod.Path == "github.com/riverqueue/river" {
			found = true
			if r.Mod.Version != queue.RiverVersion {
				t.Errorf("River is at %s: read its changes, look at river.go, and set riverVersion", r.Mod.Version)
			}
		}
	}
	if !found {
		t.Error("go.mod does not have River")
	}
	onBoth(t, func(t *testing.T, url string) {
		if err := open(t, queue.Config{URL: url}).CheckRiver(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
