package checks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// minor lists what nobody has to read, a line each; info only with verbose.
func (p *textWriter) minor(findings []*scanner.Finding, texts map[string]*manifest.Source) {
	left := map[scanner.Severity]int{}
	title := false
	for _, f := range findings {
		if f.Severity < scanner.Low && !p.verbose {
			left[f.Severity]++
			continue
		}
		if !title {
			fmt.Fprintf(p, "\n%s\n", p.paint(bold, "minor"))
			title = true
		}
		for _, x := range alsoLines(f) {
			p.line(x)
			if p.verbose {
				p.more(x)
				p.quote(item{x}, texts[x.Source])
			}
		}
	}
	if n := left[scanner.Info]; n > 0 {
		fmt.Fprintf(p, "\n%s not shown (--verbose shows all)\n", plural(n, "finding of info", "findings of info"))
	}
}

// known folds what stood there before, a line a component.
func (p *textWriter) known(known []*componentGroup, texts map[string]*manifest.Source) {
	if len(known) == 0 {
		return
	}
	fmt.Fprintf(p, "\n%s\n", p.paint(bold, knownLine(known)))
	for _, c := range known {
		if p.verbose {
			for _, f := range c.findings {
				p.line(f)
			}
			continue
		}
		ids := map[string]bool{}
		for _, f := range c.findings {
			ids[f.Rule.ID] = true
		}
		p.wrap(EscapeTerminal(fmt.Sprintf("%s in %s: %s", componentTitle(c.ref), c.source, strings.Join(slices.Sorted(maps.Keys(ids)), ", "))), "  ")
	}
}
