// Command gen compiles the phrases of all rules and lists the rules. It reads
// the Go files of the folder above without compiling them, so it works before
// its own output exists.
//
// It writes zz_phrases.go, the program with a constant for each signal, and
// zz_rules.go, the list of rules by ID. With -check it writes nothing and fails
// where a file is not what it would write.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/theriac/theriac/scanner/phrase/compile"
)

func main() {
	dir := flag.String("dir", ".", "the `folder` of the rules")
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if err := run(*dir, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string, check bool) error {
	rules, sources, err := read(dir)
	if err != nil {
		return err
	}
	program, err := compile.Compile(sources...)
	if err != nil {
		return err
	}
	var phrases bytes.Buffer
	if err := compile.Generate(&phrases, "rules", program); err != nil {
		return err
	}
	list, err := ruleList(rules)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"zz_phrases.go", phrases.Bytes()}, {"zz_rules.go", list}} {
		path := filepath.Join(dir, f.name)
		old, _ := os.ReadFile(path)
		switch {
		case bytes.Equal(old, f.data):
		case check:
			return fmt.Errorf("%s is out of date: run go generate ./scanner/rules", path)
		default:
			if err := os.WriteFile(path, f.data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
