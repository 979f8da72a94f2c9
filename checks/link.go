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
