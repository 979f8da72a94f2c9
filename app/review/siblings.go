package review

import (
	"context"
	"path"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// Some repositories keep each tool in a file of its own. The tools of such a folder
// know each other as those of a list do.

// Bounds of what is read for the names of siblings: files that are not named after
// their tools must be read for them.
const (
	maxSiblings    = 1000
	maxSiblingRead = 64
	maxSiblingSize = 256 << 10 // bytes
)

// A Folder gives the files of the folder that a document stands in.
type Folder struct {
	// Names are the files' names, without the folder's.
	Names []string
	// Read gives one, or nil.
	Read func(name string) []byte
}

// Siblings finds the tools that stand beside a document that is one tool: by the
// names of the files where its own is named after it, else by what is in them. f
// is asked only where the document is one tool.
func Siblings(d *manifest.Document, f func() Folder) []string {
	if len(d.Components) != 1 || d.Components[0].Kind != manifest.Tool || d.Components[0].Pointer != "" {
		return nil
	}
	own := path.Base(d.Source.URI)
	extension := path.Ext(own)
	folder := f()
	byName := plainName(strings.TrimSuffix(own, extension)) == plainName(d.Components[0].Name)
	var tools []string
	read := 0
	for _, name := range folder.Names {
		if name == own || path.Ext(name) != extension || len(tools) == maxSiblings {
			continue
		}
		if byName {
			tools = append(tools, strings.TrimSuffix(name, extension))
			continue
		}
		if read++; read > maxSiblingRead {
			break
		}
		other, err := manifest.Parse(name, folder.Read(name), manifest.Options{})
		if err == nil && len(other.Components) == 1 && other.Components[0].Kind == manifest.Tool {
			tools = append(tools, other.Components[0].Name)
		}
	}
	return tools
}

// plainName is a name without what file systems and programs write differently.
func plainName(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(s))
}

// siblings sets the siblings of a document of the head: those that stand beside it
// there, and those that stood beside it at the base. That a tree can't be listed
// takes them away, and makes findings no milder.
func (r *run) siblings(d *manifest.Document) {
	for _, t := range []Tree{r.Head, r.Base} {
		found := Siblings(d, func() Folder { return folderOf(r.ctx, t, path.Dir(d.Source.URI)) })
		d.Siblings = append(d.Siblings, found...)
	}
}

func folderOf(ctx context.Context, t Tree, folder string) Folder {
	f := Folder{Read: func(name string) []byte {
		data, err := t.Read(ctx, path.Join(folder, name))
		if err != nil {
			return nil
		}
		return data
	}}
	all, err := t.Entries(ctx)
	if err != nil {
		return f
	}
	for _, e := range all {
		if path.Dir(e.Path) == folder && regular(e.Mode) && e.Size <= maxSiblingSize {
			f.Names = append(f.Names, path.Base(e.Path))
		}
	}
	return f
}
