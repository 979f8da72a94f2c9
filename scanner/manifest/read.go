package manifest

import (
	"path"
	"strings"
)

// readTrees reads a source as what its name says it is; one without a name, or
// with a name that says nothing, as what it begins like. What is JSON never goes
// through the reader of YAML, which refuses some of JSON's escapes and changes
// U+0085 in strings.
//
// Where the error is not nil, the trees are the documents before the broken one.
func readTrees(src *Source) (trees []*Tree, irregular []Irregularity, err error) {
	switch extension(src.URI) {
	case ".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".snap":
		return parseJSON(src)
	case ".toml":
		return parseTOML(src)
	case ".yaml", ".yml":
		// JSON that is named as YAML is read as JSON only where both readings
		// agree: what JSONC takes for a comment may be text in YAML.
		if beginsJSON(src.text) {
			if trees, irregular, err := parseJSON(src); err == nil && plainJSON(trees, irregular) {
				return trees, irregular, nil
			}
		}
		return parseYAML(src)
	}
	if beginsJSON(src.text) {
		return parseJSON(src)
	}
	return parseYAML(src)
}

func plainJSON(trees []*Tree, irregular []Irregularity) bool {
	for _, i := range irregular {
		if i.Kind != DuplicateKey {
			return false
		}
	}
	return len(trees) == 1
}

func extension(uri string) string { return strings.ToLower(path.Ext(uri)) }

// isLines reports whether the name promises one JSON document a line.
func isLines(uri string) bool {
	e := extension(uri)
	return e == ".jsonl" || e == ".ndjson"
}

// Peek is how many bytes of a file are looked at first where its name says
// nothing: enough for the comments above a document.
const Peek = 4096

// BeginsJSON reports whether a file's bytes begin as JSON does. It says yes to
// files in UTF-16.
func BeginsJSON(data []byte) bool {
	head := string(data[:min(len(data), Peek)])
	return strings.HasPrefix(head, "\xff\xfe") || strings.HasPrefix(head, "\xfe\xff") ||
		beginsJSON(strings.TrimPrefix(head, "\ufeff")) || len(head) == Peek && strings.Trim(head, " \t\r\n") == ""
}

// beginsJSON reports whether the text begins with an object or an array, after
// comments as JSON with comments has them.
func beginsJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	for _, begin := range []string{"{", "[", "//", "/*"} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return false
}
