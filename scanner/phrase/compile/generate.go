package compile

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"regexp"
	"strings"

	"github.com/theriac/theriac/scanner/phrase"
)

// GenerateNames writes a Go file of package pkg with a constant for each signal,
// TellUser for tell-user, and for each concept, OfRank for rank.
func GenerateNames(w io.Writer, pkg string, p *phrase.Program) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated from the phrase files of this folder. DO NOT EDIT.\n\npackage %s\n\n", pkg)
	b.WriteString("import \"github.com/theriac/theriac/scanner/phrase\"\n\n")

	taken := map[string]string{}
	if len(p.Concepts) > 0 {
		b.WriteString("// The concepts that words and phrases stand for.\nconst (\n")
		for n, name := range p.Concepts {
			fmt.Fprintf(&b, "%s phrase.Concepts = 1 << %d\n", constant("Of", name), n)
		}
		b.WriteString(")\n\n")
	}
	b.WriteString("// The signals that phrases raise.\nconst (\n")
	for n, name := range p.Signals {
		if n == 0 {
			continue
		}
		c := constant("", name)
		if old, ok := taken[c]; ok {
			return fmt.Errorf("signals %s and %s would both be %s", old, name, c)
		}
		taken[c] = name
		fmt.Fprintf(&b, "%s phrase.Signal = %d\n", c, n)
	}
	b.WriteString(")\n\n")

	return write(w, b.Bytes())
}

// Generate writes a Go file of package pkg that declares the variable Program. It is
// made of constants only, so the linker lays it out and no code runs for it at
// start.
func Generate(w io.Writer, pkg string, p *phrase.Program) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated from the phrase files of this folder. DO NOT EDIT.\n\npackage %s\n\n", pkg)
	b.WriteString("import (\n\"github.com/theriac/theriac/scanner/phrase\"\n\"github.com/theriac/theriac/scanner/text\"\n)\n\n")

	b.WriteString("// Program is the compiled phrases. It is for reading only.\nvar Program = phrase.Program{\nLexicon: text.Lexicon{\n")
	list(&b, "Words: []string", p.Lexicon.Words, "%q")
	list(&b, "Keys: []uint64", p.Lexicon.Keys, "%#x")
	list(&b, "Table: []uint16", p.Lexicon.Table, "%d")
	if p.Lexicon.Foreign {
		b.WriteString("Foreign: true,\n")
	}
	b.WriteString("},\n")
	list(&b, "Signals: []string", p.Signals, "%q")
	list(&b, "Concepts: []string", p.Concepts, "%q")
	list(&b, "Raises: []phrase.Concepts", p.Raises, "%#x")
	list(&b, "Patterns: []string", p.Patterns, "%q")
	list(&b, "Origins: []uint16", p.Origins, "%d")
	list(&b, "Words: []phrase.Word", p.Words, "%+v")
	list(&b, "Anchored: []phrase.Anchored", p.Anchored, "%+v")
	list(&b, "Forms: []phrase.Form", p.Forms, "%+v")
	list(&b, "Blocks: []phrase.Block", p.Blocks, "%+v")
	list(&b, "Code: []uint16", p.Code, "%d")
	list(&b, "WordSets: []phrase.WordSet", p.WordSets, "%+v")
	list(&b, "Bits: []uint64", p.Bits, "%#x")
	b.WriteString("}\n")

	return write(w, b.Bytes())
}

// write formats a Go file and writes it.
func write(w io.Writer, source []byte) error {
	out, err := format.Source(source)
	if err != nil {
		return fmt.Errorf("the generated file does not parse: %w", err)
	}
	_, err = w.Write(out)
	return err
}

// constant is the name of the constant for a signal or concept.
func constant(prefix, name string) string {
	out := prefix
	for part := range strings.SplitSeq(name, "-") {
		if part != "" {
			out += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return out
}

// list writes a field that is a composite literal, some elements a line.
func list[E any](b *bytes.Buffer, field string, all []E, verb string) {
	fmt.Fprintf(b, "%s{", field)
	column := 1000
	for _, e := range all {
		s := zeroFields.ReplaceAllString(asLiteral.Replace(fmt.Sprintf(verb, e)), "$1")
		s = strings.ReplaceAll(s, ", }", "}")
		if column += len(s) + 2; column > 100 {
			b.WriteString("\n")
			column = len(s)
		}
		b.WriteString(s + ", ")
	}
	b.WriteString("\n},\n")
}

// zeroFields are the fields of a literal that need not be written.
var zeroFields = regexp.MustCompile(`(?:[A-Z]\w*|_):(?:0|false|phrase\.Needs\{0(?:, 0)*\})(?:, |(\}))`)

// A struct of numbers prints as {Left:1 Right:2}, and the only array in one as
// [1 2].
var asLiteral = strings.NewReplacer(" ", ", ", "[", "phrase.Needs{", "]", "}")
