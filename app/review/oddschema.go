package review

import (
	"fmt"
	"strings"

	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/manifest"
)

// oddSchemas tells of tools whose schema is none: the protocol wants an object, and
// what clients make of anything else differs. The tools are read all the same.
func oddSchemas(report *checks.Report, d *manifest.Document) {
	for _, c := range d.Components {
		if c.Kind != manifest.Tool {
			continue
		}
		for _, key := range []string{"inputSchema", "input_schema"} {
			v := c.Node.Get(key)
			what := ""
			switch v.Kind() {
			case manifest.Null:
				what = "null"
			case manifest.String:
				if strings.HasPrefix(strings.TrimSpace(v.Text()), "{") {
					continue // a schema as text, which is read
				}
				what = "a string"
			case manifest.Array:
				what = "a list"
			case manifest.Number:
				what = "a number"
			case manifest.Bool:
				what = v.Text()
			default:
				continue
			}
			start, end := v.Range()
			report.Notes = append(report.Notes, checks.Note{
				URI: d.Source.URI, Line: d.Source.Location(start, end).StartLine,
				Text: fmt.Sprintf("The %s of the tool %q is %s: the protocol wants an object.", key, c.Name, what),
			})
		}
	}
}
