package rules

import (
	"net/netip"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

var _ = add(scanner.Rule{
	ID: "SCHEMA003", Name: "mismatched-link", Layer: 2,
	Severities: []scanner.Severity{scanner.High},
	CWE:        []string{"CWE-451"}, OWASP: []string{"ASI01", "ASI09"},
	Help: scanner.Help{
		Summary: "Markdown links whose text names another host than their target",
		What: "[docs.example.com](https://elsewhere.net): the visible text is a host or URL, and the link leads to another one. Plain words as link text, names " +
			"of code (Type.field), the same host, and a subdomain of it stay quiet.",
		Why:    "The reviewer reads one host, the agent follows the other: the shape of phishing.",
		Fix:    "Let the text be words, or the host that the link leads to.",
		Misses: "Hosts that differ only in look-alike letters of the target itself.",
	},
	Reads: manifest.Prose | manifest.Values | manifest.Hidden,
	Wake:  scanner.Wake{Bytes: "]"},
	Text: func(p *scanner.Passage) {
		v := p.Value
		for at := 0; ; {
			i := strings.Index(v[at:], "](")
			if i < 0 {
				return
			}
			middle := at + i
			at = middle + 2
			open := strings.LastIndexByte(v[max(0, middle-maxTag):middle], '[')
			shut := strings.IndexByte(v[at:min(len(v), at+maxTag)], ')')
			if open < 0 || shut < 0 {
				continue
			}
			open += max(0, middle-maxTag)
			said, said1 := "", false
			// Of an image with a link around it, the middle belongs to the image.
			if text := v[open+1 : middle]; namesHost(text) && !strings.Contains(text, "](") && !strings.HasSuffix(v[:open], "!") {
				said, said1 = hostOf(text, false)
			}
			goes, goes1 := hostOf(v[at:at+shut], true)
			if said1 && goes1 && !sameSite(said, goes) {
				p.Report(open, at+shut+1, scanner.High, "Link text names %s, the link leads to %s", said, goes)
			}
		}
	},
	Hits: []scanner.Sample{
		{Text: "See [docs.example.com](https://docs.example.net/x).", Match: "[docs.example.com](https://docs.example.net/x)", Severity: scanner.High},
	},
	Quiet: []scanner.Sample{
		{Text: "See [the documentation](https://docs.example.net/x)."},
		{Text: "See [example.com](https://www.example.com/x)."},
		{Text: "See [Node.js](https://nodejs.org) and [config.json](https://example.org/raw/config.json)."},
		{Text: "Call items[0](x) or a[i](https://example.org)."},
	},
})

// fileEndings are names' endings that look like a top-level domain and are
// nearly always a file's.
var fileEndings = wordSet{list: "js ts py md json yaml yml toml txt html css go rs sh rb java sql xml csv net io pdf png svg env cfg ini lock"}

// hostOf finds the host that a link's text or target names. Text must be the
// host or URL and nothing else.
func hostOf(s string, target bool) (string, bool) {
	s = strings.ToLower(strings.Trim(strings.TrimSpace(s), "`*_<>"))
	rest, scheme := s, false
	if i := strings.Index(s, "://"); i >= 0 {
		rest, scheme = s[i+3:], true
	} else if target {
		return "", false // a relative link, an anchor, mailto:
	}
	if i := strings.IndexAny(rest, "/?# "); i >= 0 {
		if rest[i] == ' ' && !target {
			return "", false
		}
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:i]
	}
	rest = strings.TrimPrefix(strings.TrimSuffix(rest, "."), "www.")
	if _, err := netip.ParseAddr(strings.Trim(rest, "[]")); err == nil {
		return rest, true
	}
	dot := strings.LastIndexByte(rest, '.')
	if dot <= 0 || strings.IndexFunc(rest, notHost) >= 0 {
		return "", false
	}
	end := rest[dot+1:]
	if len(end) < 2 || strings.Trim(end, "abcdefghijklmnopqrstuvwxyz") != "" {
		return "", false
	}
	if !scheme && fileEndings.has(end) && strings.Count(rest, ".") == 1 {
		return "", false
	}
	return rest, true
}

// endings are top-level domains that names of code do not end in. Those of countries
// do (user.id, item.to), and count only behind two dots or before a path.
var endings = wordSet{list: "com org edu gov mil int dev app info biz cloud online site shop xyz tech example test invalid"}

// namesHost reports whether a link's text names a host: it has a scheme, a path, www
// or an ending that is a domain's. Types and packages in code have dots too, and a
// code span is no host.
func namesHost(said string) bool {
	said = strings.TrimSpace(said)
	if strings.Contains(said, "://") {
		return true
	}
	if strings.HasPrefix(said, "`") || said != strings.ToLower(said) {
		return false
	}
	host, _, path := strings.Cut(said, "/")
	return path || strings.HasPrefix(host, "www.") || strings.Count(host, ".") > 1 || endings.has(host[strings.LastIndexByte(host, '.')+1:])
}

func notHost(r rune) bool {
	return r < 0x80 && r != '.' && r != '-' && !isWordByte(byte(r))
}

// sameSite reports whether one host is the other or lies below it.
func sameSite(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}
