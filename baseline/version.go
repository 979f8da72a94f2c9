package baseline

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/theriac/theriac/scanner/manifest"
)

// A release changes versions, digests and dates and nothing else. What follows
// recognises them by their form, token by token: a changed package, host,
// command or word beside one is an edit like any other.

// Forms of the tokens. No group of a version takes free words: a sentence can be
// written with dots and hyphens too.
const (
	formNumber = `(?:0|[1-9][0-9]*)`
	// identifier is a part of a pre-release or of build metadata (Semantic
	// Versioning 2.0.0, items 9 and 10), of the words that releases use.
	formIdentifier = `(?:[0-9]+|(?:alpha|beta|rc|pre|preview|dev|canary|next|nightly|snapshot|build|post|final|ga|hotfix|patch|git|sha|exp|test)[0-9]*|[abmrgpv][0-9]+|[0-9a-f]{7,40})`
	formTail       = `(?:[-+.]?` + formIdentifier + `(?:[-.+]` + formIdentifier + `)*)?`
	// release is 1.2.3, v1.2 or 1.2.3-rc.1+build.5, or a range's 1.x and 1.2.*.
	formRelease = `[vV]?` + formNumber + `(?:\.` + formNumber + `){2}` + formTail +
		`|[vV]` + formNumber + `(?:\.` + formNumber + `)?` + formTail +
		`|` + formNumber + `(?:\.` + formNumber + `)?\.[xX*]`
	// operated is a shorter version behind the sign that package managers put before
	// it.
	formOperated = `[\^~@][vV]?` + formNumber + `(?:\.` + formNumber + `)*` + formTail
	// formRange is a range of versions: in a sentence, "<= 10" is a limit, so this is
	// for whole values.
	formRange = `(?:[\^~]|~=|[<>=!]=?|===)?[ ]?[vV]?` + formNumber + `(?:\.(?:` + formNumber + `|[xX*]))*` + formTail
	// moving are tags that name no version and move with releases.
	formMoving = `latest|stable|next|beta|alpha|rc|canary|nightly|edge|main|master|dev`
	formDigest = `sha(?:1|224|256|384|512)[:-][0-9A-Za-z+/=]{27,128}|[0-9a-f]{128}|[0-9a-f]{96}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}`
	formDate   = `[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ][0-2][0-9]:[0-5][0-9](?::[0-6][0-9](?:\.[0-9]+)?)?(?:Z|[+-][0-2][0-9]:?[0-5][0-9])?)?`
)

// tokens are the kinds, each replaced by its mark. Dates come before versions, or
// 2026-01-05 would be cut.
var tokens = sync.OnceValue(func() []tokenKind {
	const before, behind = `^|[^0-9A-Za-z_.]`, `$|[^0-9A-Za-z_.]|\.(?:$|[^0-9])`
	between := func(form string) *regexp.Regexp {
		return regexp.MustCompile(`(` + before + `)(` + form + `)(` + behind + `)`)
	}
	return []tokenKind{
		{"\x00digest\x00", between(formDigest)},
		{"\x00date\x00", between(formDate)},
		{"\x00version\x00", regexp.MustCompile(`()(` + formOperated + `)(` + behind + `)`)},
		{"\x00version\x00", between(formRelease)},
	}
})

type tokenKind struct {
	mark string
	form *regexp.Regexp
}

// authority is the host of a URL, with its port and user (RFC 3986 §3.2): what is
// contacted is never a version, however it is written.
var authority = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`://[^/?#\s"'<>]*`) })

// image is a reference to a container image with a tag: a name with a slash in
// it, or nothing else in the text.
var image = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((?:[a-z0-9][a-z0-9._-]*(?::[0-9]+)?/)?[a-z0-9][a-z0-9._/-]*):([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})(@sha256:[0-9a-f]{64})?$`)
})

// moved is a package with a tag that moves: name@latest.
var moved = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(@?[A-Za-z0-9][A-Za-z0-9@/._-]*)@(` + formMoving + `)$`)
})

// isTag reports whether an image's tag says which release it is. Any other tag is
// a word.
var isTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + formMoving + `|(?:` + formRelease + `|` + formNumber + `(?:\.` + formNumber + `)?` + formTail + `)(?:-(?:alpine|slim|bookworm|bullseye|debian|ubuntu)[0-9.]*)?)$`)
})

// isRange reports whether a whole value is a range of versions, with an operator
// or two dots: a lone number may be anything.
var isRange = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ ]*(?:[\^~<>=!]+[ ]?[vV]?` + formNumber + `|` + formRange + `\.[0-9xX*]+\.[0-9xX*]+` + formTail + `)(?:[.0-9xX*]*` + formTail + `)(?:[ ]*(?:,|\|\||[ ])[ ]*` + formRange + `)*[ ]*$`)
})

// maxVersioned is the longest text, in bytes, that is looked through. Longer ones
// count as edited.
const maxVersioned = 64 << 10

// sameButVersions reports whether two texts differ, and only in versions, digests
// and dates. name is that of the member that holds them.
func sameButVersions(name, a, b string) bool {
	if a == b || len(a) > maxVersioned || len(b) > maxVersioned || strings.Contains(a+b, "\x00") {
		return false
	}
	if isRange().MatchString(a) && isRange().MatchString(b) {
		return true
	}
	return isVersion(name, a) && isVersion(name, b) || withoutVersions(a) == withoutVersions(b)
}

// isVersion reports whether a whole value is a version because its member says
// so: such members also hold 1.0, 7 and 2.x.
func isVersion(name, s string) bool {
	name = strings.ToLower(name)
	return (strings.HasSuffix(name, "version") || name == "tag") && isTag().MatchString(strings.TrimLeft(s, "^~>=< "))
}

// withoutVersions is a text with a mark for each version, digest and date.
func withoutVersions(s string) string {
	if m := image().FindStringSubmatch(s); m != nil && isTag().MatchString(m[2]) {
		return m[1] + "\x00tag\x00"
	}
	if m := moved().FindStringSubmatch(s); m != nil {
		return m[1] + "\x00version\x00"
	}
	var b strings.Builder
	for s != "" {
		at := authority().FindStringIndex(s)
		if at == nil {
			at = []int{len(s), len(s)}
		}
		b.WriteString(marked(s[:at[0]]))
		b.WriteString(s[at[0]:at[1]])
		s = s[at[1]:]
	}
	return b.String()
}

func marked(s string) string {
	for _, k := range tokens() {
		// Twice, since neighbours share the character between them.
		for range 2 {
			s = k.form.ReplaceAllStringFunc(s, func(all string) string {
				m := k.form.FindStringSubmatch(all)
				if _, err := netip.ParseAddr(m[2]); err == nil {
					return all
				}
				return m[1] + k.mark + m[3]
			})
		}
	}
	return s
}

// isVersionNumber reports whether a member's value is a number that says which
// version it is.
func isVersionNumber(name string, old, new manifest.Node) bool {
	kinds := []manifest.Kind{manifest.Number, manifest.String}
	return slices.Contains(kinds, old.Kind()) && slices.Contains(kinds, new.Kind()) &&
		isVersion(name, old.Text()) && isVersion(name, new.Text())
}
