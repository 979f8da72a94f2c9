package rules

import (
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

var schema011 = scanner.Rule{
	ID: "SCHEMA011", Name: "look-alike-name", Layer: 2,
	Severities: []scanner.Severity{scanner.High, scanner.Medium},
	CWE:        []string{"CWE-1007"}, OWASP: []string{"ASI04", "ASI09"},
	Help: scanner.Help{
		Summary: "A name that is made to be taken for another one",
		What: "The name of a tool, a prompt or a parameter that has Latin letters and look-alikes of another alphabet in one word, that is written in look-alikes " +
			"throughout, or that looks like the name of another component of the same server by Unicode's table of confusable characters (UTS #39).",
		Why: "People approve a tool by its name, and models choose by it. Whoever reads read_file twice in a list does not see that one of them has a Cyrillic letter, " +
			"and that an approval of the one does not hold for the other.",
		Fix:    "Write the name in one alphabet.",
		Misses: "Look-alikes of tools that other servers have, and names that only sound alike.",
	},
	Reads: manifest.Name | manifest.Parameter,
	Component: func(p *scanner.Pass) {
		for i := range p.Passages {
			x := p.For(i)
			if name := x.Published.Value; x.Role().Has(manifest.Name|manifest.Parameter) && !text.Plain(name) {
				lookAlike(x, name)
			}
		}
	},
	Document: func(v *scanner.Survey) {
		seen := map[string][]*manifest.Component{} // by what they look like
		for _, c := range v.Document.Components {
			if c.Name == "" || c.Kind == manifest.Server {
				continue
			}
			look := string(c.Kind) + " " + c.Server + " " + text.Skeleton(c.Name)
			for _, other := range seen[look] {
				if other.Name == c.Name {
					continue
				}
				severity := scanner.High
				if text.Plain(c.Name) && text.Plain(other.Name) {
					severity = scanner.Medium // item1 and itemI: in one alphabet
				}
				reportName(v, c, severity, "Name that looks like that of another %s, %+q, and is another one", c.Kind, clip(other.Name, 80))
				break
			}
			seen[look] = append(seen[look], c)
		}
	},
	Hits: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"re\u0430d_file","description":"Reads.","inputSchema":{}}]}`, Match: "re\u0430d", Severity: scanner.High},
		{Manifest: `{"tools":[{"name":"copy","description":"Copies.","inputSchema":{}},{"name":"\u0441\u043e\u0440\u0443","description":"Copies.","inputSchema":{}}]}`, Match: "\u0441\u043e\u0440\u0443", Severity: scanner.High},
		{Manifest: `{"tools":[{"name":"itemI","description":"Gets.","inputSchema":{}},{"name":"item1","description":"Gets.","inputSchema":{}}]}`, Match: "item1", Severity: scanner.Medium},
	},
	Quiet: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"\u0447\u0438\u0442\u0430\u0442\u044c_file","description":"Reads.","inputSchema":{"properties":{"\u0394t":{"type":"number"},"\u65e5\u672cID":{"type":"string"}}}}]}`},
		{Manifest: `{"tools":[{"name":"read_file","description":"Reads.","inputSchema":{}},{"name":"read_files","description":"Reads.","inputSchema":{}}]}`},
	},
}

// lookAlike judges a name by itself.
func lookAlike(x *scanner.Passage, name string) {
	if from, to, ok := text.Mixed(name); ok {
		x.ReportPublished(from, to, scanner.High, "Name with Latin letters and look-alikes of another alphabet in one word")
		return
	}
	letters := 0
	for _, r := range name {
		switch {
		case text.LooksLatin(r):
			letters++
		case r >= 0x80, 'a' <= r|0x20 && r|0x20 <= 'z':
			return
		}
	}
	if letters >= minLookAlike {
		x.ReportPublished(0, len(name), scanner.Medium, "Name of another alphabet of which every letter looks like a Latin one")
	}
}

// minLookAlike is how many letters a name must have that is written in look-alikes
// throughout: short words of other languages are so by chance.
const minLookAlike = 5

// reportName reports a component's name.
func reportName(v *scanner.Survey, c *manifest.Component, s scanner.Severity, reason string, args ...any) {
	for i := range c.Texts {
		if t := &c.Texts[i]; t.Role.Has(manifest.Name) && t.Top() && t.Value == c.Name {
			start, end := t.Node().Range()
			v.Report(t.Node(), start, end, s, reason, args...)
			return
		}
	}
	// The name is a key above the component.
	start, end := c.Node.Range()
	v.Report(c.Node, start, min(end, start+1), s, reason, args...)
}
