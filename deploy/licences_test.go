package deploy_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the list of licences anew")

// licences are those that the programs may link, by words that only they have.
var licences = []struct{ name, words string }{
	{"MPL-2.0", "Mozilla Public License"},
	{"Apache-2.0", "Apache License"},
	{"BSD", "Redistribution and use in source and binary forms"},
	{"MIT", "Permission is hereby granted, free of charge"},
}

// TestLicences: every module in the programs has a licence that is known and allows it, and the
// list of them is up to date.
func TestLicences(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for list := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Module *struct {
				Path, Dir string
				Main      bool
			}
		}
		err := list.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m := p.Module; m != nil && !m.Main && found[m.Path] == "" {
			found[m.Path] = licence(m.Dir)
			if found[m.Path] == "" {
				t.Errorf("%s has no licence that is known", m.Path)
			}
		}
	}
	var b strings.Builder
	b.WriteString("# Modules in the programs, and their licences\n\nWritten by `go test ./deploy -run Licences -update`.\n\n| module | licence |\n| --- | --- |\n")
	for _, path := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&b, "| %s | %s |\n", path, found[path])
	}
	const name = "../docs/licences.md"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if string(read(t, name)) != b.String() {
		t.Errorf("%s is not up to date: run go test ./deploy -run Licences -update", name)
	}
}

func licence(dir string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		text := strings.Join(strings.Fields(string(data)), " ")
		for _, l := range licences {
			if strings.Contains(text, l.words) {
				return l.name
			}
		}
	}
	return ""
}
