//go:build ignore

// This program writes zz_confusables.go out of a copy of Unicode's confusables.txt:
//
//	go run generate_confusables.go confusables.txt
package main

import (
	"log"
	"os"

	"github.com/theriac/theriac/scanner/text/internal/skelgen"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run generate_confusables.go confusables.txt")
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	source, err := skelgen.Source(string(data))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("zz_confusables.go", source, 0o644); err != nil {
		log.Fatal(err)
	}
}
