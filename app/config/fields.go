package config

import (
	"io/fs"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v3"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// config reads the root.
func (r *reader) config(root *yaml.Node, c *Config) {
	r.members(root, "the configuration", []field{
		{"version", true, r.version},
		{"manifests", false, func(n *yaml.Node) { c.Manifests = r.patterns(n, "manifests") }},
		{"ignore", false, func(n *yaml.Node) { c.Ignore = r.patterns(n, "ignore") }},
		{"fail-on", false, func(n *yaml.Node) { c.FailOn = r.severity(n) }},
		{"rules", false, func(n *yaml.Node) { c.Rules = r.rules(n) }},
		{"baselines", false, func(n *yaml.Node) { c.Baselines = r.baselines(n) }},
		{"drift", false, func(n *yaml.Node) { c.Drift = r.drift(n) }},
		{"sources", false, func(n *yaml.Node) { c.Sources = r.sources(n) }},
		{"accept", false, func(n *yaml.Node) {
			r.each(n, "accept", func(e *yaml.Node) { c.Accept = append(c.Accept, r.acceptance(e)) })
		}},
	})
}

func (r *reader) version(n *yaml.Node) {
	if r.is(n, yaml.ScalarNode, "version") && n.Value != Version {
		r.fault(n, "unknown version %s: want %s", show(n.Value), Version)
	}
}

func (r *reader) patterns(n *yaml.Node, what string) []string {
	var all []string
	r.each(n, what, func(e *yaml.Node) {
		if !r.filled(e, "a pattern in "+what) {
			return
		}
		switch p := e.Value; {
		case !doublestar.ValidatePattern(p):
			r.fault(e, "%s is no valid pattern: want a path with *, **, ?, [a-z] or {a,b}", show(p))
		case strings.HasPrefix(p, "/") || strings.HasPrefix(p, "./"):
			r.fault(e, "the pattern %s never matches: paths begin at the repository's root, without / or ./", show(p))
		case strings.HasSuffix(p, "/"):
			r.fault(e, "the pattern %s never matches a file: for all below a folder write %s", show(p), show(p+"**"))
		case strings.Contains(p, ".."+"/"):
			r.fault(e, "the pattern %s leaves the repository", show(p))
		default:
			all = append(all, p)
		}
	})
	return all
}

func (r *reader) severity(n *yaml.Node) scanner.Severity {
	if !r.scalar(n, "fail-on") {
		return scanner.High
	}
	s, err := Gate(n.Value)
	if err != nil {
		r.fault(n, "fail-on: %v", err)
	}
	return s
}

func (r *reader) drift(n *yaml.Node) Drift {
	if !r.scalar(n, "drift") {
		return Report
	}
	switch d := Drift(n.Value); d {
	case Report, Approve:
		return d
	}
	r.fault(n, "drift: unknown value %s: want %s or %s", show(n.Value), Report, Approve)
	return Report
}

func (r *reader) rules(n *yaml.Node) []string {
	var ids []string
	faults := len(r.errs)
	r.each(n, "rules", func(e *yaml.Node) {
		if r.filled(e, "a rule in rules") && r.rule(e, strings.TrimPrefix(e.Value, "-")) {
			ids = append(ids, e.Value)
		}
	})
	if len(r.errs) == faults {
		if _, err := r.known.Select(ids...); err != nil {
			r.fault(n, "rules: %v", err)
		}
	}
	return ids
}

// rule reports, and complains, whether there is a rule with that ID.
func (r *reader) rule(n *yaml.Node, id string) bool {
	if r.known.Rule(id) != nil {
		return true
	}
	var all []string
	for _, k := range r.known.Rules() {
		all = append(all, k.ID)
	}
	r.fault(n, "unknown rule %s: want one of %s", show(id), strings.Join(all, ", "))
	return false
}

func (r *reader) baselines(n *yaml.Node) map[string]string {
	if !r.is(n, yaml.MappingNode, "baselines") {
		return nil
	}
	all := map[string]string{}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		// Both are looked at, so that both faults are told.
		ok := r.file(key, "a manifest in baselines")
		if !r.file(value, "a baseline in baselines") || !ok {
			continue
		}
		if line, twice := lines[key.Value]; twice {
			r.fault(key, "%s stands twice in baselines: first on line %d", show(key.Value), line)
			continue
		}
		if key.Value == value.Value {
			r.fault(value, "%s is its own baseline", show(key.Value))
			continue
		}
		all[key.Value], lines[key.Value] = value.Value, key.Line
	}
	return all
}

// file reads the path of one file of the repository.
func (r *reader) file(n *yaml.Node, what string) bool {
	if !r.filled(n, what) {
		return false
	}
	if !fs.ValidPath(n.Value) || n.Value == "." {
		r.fault(n, "%s: %s is no path of a file from the repository's root: without / at its ends, ./ and ../", what, show(n.Value))
		return false
	}
	return true
}

func (r *reader) acceptance(n *yaml.Node) Acceptance {
	a := Acceptance{Line: n.Line}
	text := func(key string, to *string) field {
		return field{key: key, read: func(v *yaml.Node) {
			if r.filled(v, key+" in accept") {
				*to = v.Value
			}
		}}
	}
	reason := text("reason", &a.Reason)
	reason.required = true
	faults := len(r.errs)
	r.members(n, "an entry of accept", []field{
		{"rule", true, func(v *yaml.Node) {
			if r.filled(v, "rule in accept") && r.rule(v, v.Value) {
				a.Rule = v.Value
			}
		}},
		{"manifest", false, func(v *yaml.Node) {
			if r.file(v, "manifest in accept") {
				a.Manifest = v.Value
			}
		}},
		{"component", false, func(v *yaml.Node) { a.Component = r.component(v) }},
		text("text", &a.Text),
		text("fingerprint", &a.Fingerprint),
		reason,
		{"expires", false, func(v *yaml.Node) { a.Expires = r.date(v) }},
	})
	if len(r.errs) == faults && a.Manifest == "" && a.Fingerprint == "" {
		// A rule alone would accept it in every manifest there will ever be.
		r.fault(n, "an entry of accept has neither manifest nor fingerprint: to switch a rule off everywhere, use rules")
	}
	return a
}

var componentKinds = []manifest.ComponentKind{
	manifest.Tool, manifest.Prompt, manifest.Resource, manifest.ResourceTemplate, manifest.Server,
}

func (r *reader) component(n *yaml.Node) string {
	if !r.filled(n, "component in accept") {
		return ""
	}
	kind, name, _ := strings.Cut(n.Value, "/")
	var kinds []string
	for _, k := range componentKinds {
		// A server may be without a name, nothing else.
		if string(k) == kind && (name != "" || k == manifest.Server) {
			return n.Value
		}
		kinds = append(kinds, string(k))
	}
	r.fault(n, "component in accept: %s is no kind/name, such as tool/search; kinds are %s", show(n.Value), strings.Join(kinds, ", "))
	return ""
}

// date reads a day. YAML knows dates, so both 2027-06-30 and "2027-06-30" come.
func (r *reader) date(n *yaml.Node) time.Time {
	if !r.is(n, yaml.ScalarNode, "expires in accept") {
		return time.Time{}
	}
	d, err := time.Parse(time.DateOnly, n.Value)
	if err != nil {
		r.fault(n, "expires in accept: %s is no date: want YYYY-MM-DD", show(n.Value))
	}
	return d
}
