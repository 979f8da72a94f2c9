package checks

import (
	"path"
	"strings"
)

// relativeURI makes a source's name a relative reference (RFC 3986 §4.2) that
// code scanning accepts: a path below the repository's root, percent-encoded,
// without a scheme, a leading slash or dot segments. A path that leads out of
// the root is taken as if the root were its top, because one result that code
// scanning can't place makes it reject the whole file. An absolute path is
// a file outside of the repository, and stays one.
func relativeURI(name string) string {
	if _, rest, found := strings.Cut(name, "://"); found {
		name = rest
	}
	if path.IsAbs(name) {
		return "file://" + escapePath(path.Clean(name))
	}
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if name == "" {
		name = "unnamed"
	}
	return escapePath(name)
}

// escapePath percent-encodes a path.
func escapePath(name string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
