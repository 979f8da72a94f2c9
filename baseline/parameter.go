package baseline

import (
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// typed is a noun with the type that a schema gives: "optional parameter of type
// integer".
func typed(noun string, schema manifest.Node) scanner.Message {
	var types []string
	for _, t := range list1(schema.Get("type")) {
		if t.Kind() == manifest.String && t.Text() != "" {
			types = append(types, t.Text())
		}
	}
	switch {
	case len(types) > 0:
		return scanner.Say(noun+" of type %s", strings.Join(types, " or "))
	case schema.Get("enum").Valid():
		return scanner.Say(noun + " with a list of values")
	}
	return scanner.Say(noun)
}

// maxDescription is how many characters of a description a message quotes.
const maxDescription = 200

// described quotes what a schema or an argument says of itself; nothing where it
// says nothing.
func described(n manifest.Node) scanner.Message {
	d := n.Get("description")
	if d.Kind() != manifest.String || d.Text() == "" {
		return scanner.Message{}
	}
	text := []rune(d.Text())
	if len(text) > maxDescription {
		text = append(text[:maxDescription:maxDescription], '…')
	}
	return scanner.Say("%s", string(text))
}
