package main

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner/manifest"
)

// siblings are the tools that stand beside a file that is one tool.
func (f *input) siblings(d *manifest.Document) []string {
	if f.path == "-" {
		return nil
	}
	folder := filepath.Dir(f.path)
	return review.Siblings(d, func() review.Folder {
		found := review.Folder{Read: func(name string) []byte {
			other := input{review.Found{URI: name}, filepath.Join(folder, name)}
			data, fault := other.bytes(nil)
			if fault != nil {
				return nil
			}
			return data
		}}
		entries, err := os.ReadDir(folder)
		if err != nil {
			return found
		}
		for _, e := range entries {
			if e.Type() == fs.FileMode(0) {
				found.Names = append(found.Names, e.Name())
			}
		}
		return found
	})
}
