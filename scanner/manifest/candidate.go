package manifest

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Candidacy is what a path alone says about whether a file holds MCP metadata.
type Candidacy uint8

const (
	// Unlikely files are not looked into: other formats, dependencies, build
	// output.
	Unlikely Candidacy = iota
	// AnyText files have a name that says nothing: no extension, or one that
	// belongs to nothing else that is known. They are looked into where they begin as
	// JSON does; that one can't be read says nothing.
	AnyText
	// ByContent files are JSON or YAML under any name: worth parsing where
	// [Sniff] finds something in them.
	ByContent
	// Possible files are named like MCP metadata, and like much else:
	// manifest.json, server.json, tools.yaml. They are always parsed; that one is
	// something else says nothing.
	Possible
	// Probable files are named like nothing else: mcp-tools.json. That one is
	// something else is worth a word.
	Probable
)

// skippedFolders hold what others wrote or a program made: no pull request's
// author answers for their text.
var skippedFolders = []string{".git", "node_modules", "vendor", "dist"}

// SkipFolder reports whether a folder of that name is not looked into.
func SkipFolder(name string) bool { return slices.Contains(skippedFolders, name) }

// Candidate judges a slash-separated path, relative to the repository's root.
//
// The names come from counts over public repositories: a name is Probable where
// nearly all files with it were MCP metadata or configuration.
func Candidate(p string) Candidacy {
	if slices.ContainsFunc(cutPath(p).folders, SkipFolder) {
		return Unlikely
	}
	return NameSays(p)
}

// NameSays is [Candidate] without regard to folders that are not looked into: for
// a path that reaches above the folder that is.
func NameSays(p string) Candidacy {
	f := cutPath(p)
	if slices.Contains(lockFiles, f.name) {
		return Unlikely
	}
	says := Unlikely
	switch extension := path.Ext(f.name); {
	case slices.Contains(extensions, extension):
		says = ByContent
	case f.name == "":
	case extension == f.name, !slices.Contains(otherExtensions, extension):
		says = AnyText
	}
	for _, s := range shapes {
		says = max(says, s.named(f))
	}
	return says
}

var (
	extensions = []string{".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".yaml", ".yml", ".snap", ".toml"}
	// otherExtensions are of files that are surely something else: programs, pages,
	// pictures, archives.
	otherExtensions = strings.Fields(`.go .py .pyi .pyc .js .mjs .cjs .jsx .ts .mts .cts .tsx .java .kt .kts .scala .clj .c .h .cc .hh .cpp .hpp
		.cxx .cs .fs .vb .rs .rb .php .swift .m .mm .dart .lua .pl .pm .r .jl .ex .exs .erl .hs .ml .zig .nim .sol .asm .s .sh .bash .zsh
		.fish .ps1 .bat .cmd .sql .html .htm .xhtml .css .scss .sass .less .vue .svelte .astro .md .mdx .rst .adoc .tex .png .jpg .jpeg .gif
		.webp .avif .svg .ico .bmp .tif .tiff .psd .pdf .doc .docx .xls .xlsx .ppt .pptx .zip .gz .tgz .tar .xz .bz2 .zst .7z .rar .jar .war
		.class .so .dll .dylib .exe .o .a .lib .wasm .bin .dat .db .sqlite .sqlite3 .parquet .npy .pkl .pt .onnx .safetensors .gguf .woff
		.woff2 .ttf .otf .eot .mp3 .mp4 .mov .avi .mkv .webm .wav .ogg .flac .csv .tsv .ipynb .xml .xsd .xsl .proto .map .sum .mod .pem .crt
		.cer .key .p12 .po .pot .mo .patch .diff .geojson .gltf .glb .dae .obj .stl .vsix .whl .egg .nupkg .gem .deb .rpm .apk .dmg .iso`)
	// lockFiles are those of package managers.
	lockFiles = []string{"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "packages.lock.json", "deno.lock", "bun.lock"}
)

// Sniff reports whether a file's bytes are worth parsing as MCP metadata: every
// shape that occurs under any name has a word that gives it away. It says yes too
// often rather than too seldom: to files in UTF-16, and to those that spell ASCII
// letters as escapes, as one may to keep a key from being found.
func Sniff(data []byte) bool {
	data = lowerASCII(data)
	for _, s := range shapes {
		for _, word := range s.words {
			if bytes.Contains(data, []byte(strings.ToLower(word))) {
				return true
			}
		}
	}
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) ||
		beginsList(data) && bytes.Contains(data, []byte("description")) || escapesASCII(data)
}

// beginsList reports whether a file begins with a list, as a list of tools
// without anything around it does.
func beginsList(data []byte) bool {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n-#")
	return bytes.HasPrefix(data, []byte("[")) || bytes.HasPrefix(data, []byte("name:")) || bytes.HasPrefix(data, []byte("description:")) ||
		bytes.HasPrefix(data, []byte("/"))
}

// lowerASCII is a copy with small letters: keys are compared without regard to
// case, since encoding/json does not mind it either.
func lowerASCII(data []byte) []byte {
	lower := make([]byte, len(data))
	for i, c := range data {
		if c-'A' < 26 {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	return lower
}

// HasKey reports whether the bytes of a file that can't be parsed hold a key of
// the protocol's: that it is broken is then worth a word.
func HasKey(data []byte) bool {
	data = lowerASCII(data)
	for _, word := range []string{"inputschema", "input_schema", "mcpservers", "static_responses", "languagemodeltools", "remotemcpserver", `"jsonrpc"`} {
		if bytes.Contains(data, []byte(word)) {
			return true
		}
	}
	if !bytes.Contains(data, []byte("description")) {
		return false
	}
	for _, word := range []string{`"tools"`, `"prompts"`, `"resourcetemplates"`, "\ntools:", "\nprompts:", "\nresourcetemplates:"} {
		if bytes.Contains(data, []byte(word)) || word[0] == '\n' && bytes.HasPrefix(data, []byte(word[1:])) {
			return true
		}
	}
	return false
}

// escapesASCII looks for \u0041 to \u007A in JSON and YAML, and for YAML's \x41.
// Two-digit escapes begin with 4 to 7 for every letter.
func escapesASCII(data []byte) bool {
	letter := func(at int) bool { return at < len(data) && data[at] >= '4' && data[at] <= '7' }
	for at := 0; ; {
		i := bytes.IndexByte(data[at:], '\\')
		if i < 0 || at+i+1 >= len(data) {
			return false
		}
		at += i + 1
		rest := data[at:]
		if bytes.HasPrefix(rest, []byte("u00")) && letter(at+3) || rest[0] == 'x' && letter(at+1) {
			return true
		}
		at++
	}
}
