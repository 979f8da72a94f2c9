package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

func (a *app) dumpCommand() *cobra.Command {
	var r running
	var output string
	var sources bool
	cmd := &cobra.Command{
		Use:   "dump --server COMMAND | --url URL | --sources PATH... [-o FILE]",
		Short: "Write what a server lists as a manifest to commit",
		Long: `Write what a server lists as a manifest to commit.

With --sources, nothing is run: the manifest holds what the code below PATH
declares, as far as it can be read. {} stands for what a description computes,
and each such description is told on stderr.

Most servers keep no manifest: what they tell the model is made when they run.
A dump in the repository is reviewed like any other file, and when a change to
the server changes what it lists, the dump's diff shows it.

The file is the same from run to run as long as the server lists the same: keys
are sorted, components stand in the server's order, invisible characters are
written as \uXXXX. Paths of this machine in it are told on stderr.`,
		Example: `  theriac dump --server "node dist/index.js" -o mcp-tools.json
  theriac dump --url https://mcp.example.com/mcp --header "Authorization: Bearer …" -o mcp-tools.json
  theriac dump --sources src -o mcp-tools.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if sources {
				return a.dumpSources(cmd, args, &r, output)
			}
			if len(args) > 0 {
				return arguments(0, 0, "--server or --url, and no path; with --sources, one")(cmd, args)
			}
			server, err := r.one(cmd, args)
			switch {
			case err != nil:
				return err
			case server == nil:
				return usagef(cmd, "nothing to dump: name a server with --server or --url")
			}
			listing, doc, err := a.list(cmd.Context(), server, &r)
			if err != nil {
				return err
			}
			if err := a.write(output, text.EscapeJSON(listing.Manifest)); err != nil {
				return fmt.Errorf("write the dump: %w", err)
			}
			a.wrote(output, checks.CountComponents(doc).String())
			for _, note := range ownPaths(doc) {
				a.complain("note: %s", note)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&sources, "sources", false, "write what the code below the paths declares")
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the manifest to `FILE` instead of stdout, which - means")
	r.flags(cmd)
	return cmd
}

// ownPaths says of every component that names a path of this machine that it
// does: such a dump looks different elsewhere.
func ownPaths(doc *manifest.Document) (notes []string) {
	var places []string
	for _, find := range []func() (string, error){os.Getwd, os.UserHomeDir} {
		// The root of the file system stands in every path.
		if p, err := find(); err == nil && filepath.Dir(p) != p {
			places = append(places, p)
		}
	}
	for c, t := range doc.All() {
		i := slices.IndexFunc(places, func(p string) bool { return names(t.Value, p) })
		if i < 0 {
			continue
		}
		note := fmt.Sprintf("%s %q names %s, a path of this machine: elsewhere the dump will differ", c.Kind, c.Name, places[i])
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// names reports whether a text holds a path, not as the beginning of a longer
// name.
func names(text, path string) bool {
	for {
		i := strings.Index(text, path)
		if i < 0 {
			return false
		}
		text = text[i+len(path):]
		if text == "" || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", rune(text[0])) {
			return true
		}
	}
}
