package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/scanner"
)

// headConfig is what --config calls the configuration of the last commit: what is
// being committed can't excuse itself.
const headConfig = "HEAD"

// configOfHead reads the configuration that the last commit has; the default where
// it has none, or where there is no commit yet.
func (a *app) configOfHead(ctx context.Context, rules *scanner.Set) (*config.Config, error) {
	r := &repo{"."}
	if r.unborn(ctx) {
		return config.Default(), nil
	}
	id, err := r.commit(ctx, "HEAD")
	if err != nil {
		return nil, fmt.Errorf("--config %s: %w", headConfig, err)
	}
	blobs := &blobReader{repo: r}
	defer blobs.Close()
	tree := &gitTree{repo: r, id: id, blob: blobs}
	for _, name := range config.Names() {
		data, err := tree.Read(ctx, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("--config %s: read %s: %w", headConfig, name, err)
		}
		return config.Parse(name, data, rules)
	}
	return config.Default(), nil
}
