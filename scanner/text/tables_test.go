package text_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/theriac/theriac/scanner/text/internal/foldgen"
)

func TestTablesAreGenerated(t *testing.T) {
	want, err := foldgen.Source()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("zz_fold.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("zz_fold.go is out of date: run go generate in scanner/text")
	}
}
