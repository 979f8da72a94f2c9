package deploy_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/theriac/theriac/app"
)

// known reports whether the program reads a variable: it complains, by name, that
// it is missing or that there is nonsense in it.
func known(variable string) bool {
	for _, environ := range [][]string{nil, {variable + "=\x00 no value of any variable \x00"}} {
		_, err := app.Load(environ)
		var faults app.Faults
		if errors.As(err, &faults) && faults.Of(variable) {
			return true
		}
	}
	return false
}

// settings holds a file's variables to the program: it knows all of them that are
// its own, and starts with them once the three secret ones are added.
func settings(t *testing.T, variables map[string]string) {
	t.Helper()
	environ := []string{"THERIAC_APP_ID=1", "THERIAC_WEBHOOK_SECRET=secret"}
	for name, value := range variables {
		if !strings.HasPrefix(name, "THERIAC_") {
			continue
		}
		if !known(name) {
			t.Errorf("the program knows no variable %s", name)
		}
		environ = append(environ, name+"="+value)
	}
	_, err := app.Load(environ)
	var faults app.Faults
	if err != nil && !errors.As(err, &faults) {
		t.Fatal(err)
	}
	for _, f := range faults {
		// The key is a file on another machine.
		if f.Variable != "THERIAC_PRIVATE_KEY_FILE" {
			t.Errorf("the program refuses it: %v", f)
		}
	}
}

func TestKnown(t *testing.T) {
	if !known("THERIAC_WEBHOOK_SECRET") || !known("THERIAC_LISTEN") || !known("THERIAC_DATABASE_URL") || known("THERIAC_LISTENS") {
		t.Error("can't tell what the program knows")
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
