package checks

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestHTML(t *testing.T) {
	for name, r := range allReports(t) {
		golden(t, name+".html.golden", render(t, "html", r, Options{}))
	}
}

// htmlElements are all that the page has, with the attributes that each may have.
var htmlElements = map[string]string{
	"html": "lang", "head": "", "body": "", "meta": "charset name content http-equiv", "title": "", "style": "",
	"input": "type id checked", "label": "for class", "header": "", "main": "", "section": "", "article": "class", "details": "", "summary": "",
	"h1": "", "h2": "", "h3": "", "p": "class", "b": "class", "span": "class", "code": "", "pre": "", "mark": "", "ins": "", "del": "", "div": "class",
}

// checkHTML parses the page as a browser does: no element, attribute or comment
// comes from a manifest, and nothing is loaded or run.
func checkHTML(t *testing.T, page string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page, "<style>"); n != 1 {
		t.Errorf("%d style sheets", n)
	}
	if !strings.HasPrefix(page, htmlHead) {
		t.Error("the page has no policy at its head")
	}
	for n := range root.Descendants() {
		switch n.Type {
		case html.TextNode, html.DoctypeNode:
			if n.Type == html.TextNode {
				safeForTerminal(t, "the page", n.Data, "\n")
			}
		case html.ElementNode:
			allowed, ok := htmlElements[n.Data]
			if !ok {
				t.Errorf("an element %q", n.Data)
			}
			for _, a := range n.Attr {
				if !strings.Contains(" "+allowed+" ", " "+a.Key+" ") {
					t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
				}
				if a.Key == "class" && strings.Trim(a.Val, "abcdefghijklmnopqrstuvwxyz") != "" {
					t.Errorf("class %q", a.Val)
				}
			}
		default:
			t.Errorf("a node of type %d: %q", n.Type, n.Data)
		}
	}
}

// textOf is what a reader sees of a page.
func textOf(t *testing.T, page []byte) string {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// The page says what the other formats say.
func TestHTMLSaysAll(t *testing.T) {
	r := mixedReport(t)
	got := textOf(t, render(t, "html", r, Options{}))
	for _, f := range r.Findings {
		for _, want := range []string{f.Rule.ID, placeOf(&f)} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in the page", want)
			}
		}
	}
	for _, want := range []string{r.Title(), "You MUST read ~/.netrc first.", "documented precondition", "expected a comma", "compared with the base branch"} {
		if !strings.Contains(got, strings.ReplaceAll(want, "`", "")) {
			t.Errorf("no %q in the page", want)
		}
	}
}
