package checks

import (
	"fmt"
	"net/url"
	"strings"
)

// BlobLink makes the addresses of lines of files at a commit, as GitHub's pages
// have them: SERVER/OWNER/NAME/blob/COMMIT/PATH#L1-L2. server is https://HOST.
func BlobLink(server, repository, commit string) func(path string, start, end int) string {
	base := strings.TrimSuffix(server, "/") + "/" + escapePath(repository) + "/blob/" + url.PathEscape(commit) + "/"
	return func(path string, start, end int) string {
		if end > start {
			return fmt.Sprintf("%s%s#L%d-L%d", base, escapePath(path), start, end)
		}
		return fmt.Sprintf("%s%s#L%d", base, escapePath(path), start)
	}
}

// escapePath encodes every part of a path, so that nothing but slashes, letters,
// digits and percent signs with a few marks is left: no bracket, blank or quote.
func escapePath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = strings.NewReplacer("(", "%28", ")", "%29", "'", "%27", "*", "%2A", "!", "%21", "$", "%24", "&", "%26").Replace(url.PathEscape(p))
	}
	return strings.Join(parts, "/")
}
