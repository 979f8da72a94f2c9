//go:build ignore

// This program writes zz_fold.go.
package main

import (
	"log"
	"os"

	"github.com/theriac/theriac/scanner/text/internal/foldgen"
)

func main() {
	source, err := foldgen.Source()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("zz_fold.go", source, 0o644); err != nil {
		log.Fatal(err)
	}
}
