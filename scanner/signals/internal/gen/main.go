// Command gen compiles the phrase files of the folder above to static tables: to
// zz_table.go, the program, and zz_names.go, a constant for each signal and each
// concept. It reads no Go. With -check it writes nothing and fails where a file is
// not what it would write.
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
	dir := flag.String("dir", ".", "the `folder` of the phrase files")
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if err := run(*dir, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string, check bool) error {
	paths, err := filepath.Glob(filepath.Join(dir, "*.phr"))
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("%s: no phrase files", dir)
	}
	var sources []compile.Source
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sources = append(sources, compile.Source{Name: path, Text: string(data)})
	}
	program, err := compile.Compile(sources...)
	if err != nil {
		return err
	}
	var table, names bytes.Buffer
	if err := compile.Generate(&table, "signals", program); err != nil {
		return err
	}
	if err := compile.GenerateNames(&names, "signals", program); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"zz_table.go", table.Bytes()}, {"zz_names.go", names.Bytes()}} {
		path := filepath.Join(dir, f.name)
		old, _ := os.ReadFile(path)
		switch {
		case bytes.Equal(old, f.data):
		case check:
			return fmt.Errorf("%s is out of date: run go generate ./scanner/signals", path)
		default:
			if err := os.WriteFile(path, f.data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
