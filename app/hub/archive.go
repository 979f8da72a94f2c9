package hub

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/go-github/v66/github"

	"github.com/theriac/theriac/app/review"
)

// Many files come in one archive instead of a call each. GitHub hands out an
// address on another host, whose downloads do not count against its rate limit.
// https://docs.github.com/en/rest/repos/contents#download-a-repository-archive-tar
const (
	// archiveFrom is from how many files on an archive is asked for.
	archiveFrom = 40
	// archiveMax bounds what is unpacked of one, in bytes, and archiveTime how long
	// that takes. What is not found by then is read file by file.
	archiveMax  = 2 << 30
	archiveTime = 45 * time.Second
)

// Prefetch reads files of the tree that are going to be asked for, where they are
// so many that an archive is cheaper. It loses nothing by failing: Read asks for
// what is missing. The error is the context's.
func (t *Tree) Prefetch(ctx context.Context, names []string) error {
	if len(names) < archiveFrom {
		return nil
	}
	want := map[string]Entry{}
	for _, name := range names {
		e, err := t.Stat(ctx, name)
		if err != nil || e.Mode != review.ModeFile && e.Mode != review.ModeExecutable || e.Size > t.repo.hub.maxFile {
			continue // Read says why
		}
		if _, kept := t.repo.hub.blobs.get(t.repo.keepKey(e.ID)); !kept {
			want[name] = e
		}
	}
	if len(want) < archiveFrom {
		return ctx.Err()
	}
	inner, cancel := context.WithTimeout(ctx, archiveTime)
	defer cancel()
	// Whatever goes wrong: what came until then is good, each file by its own hash.
	_ = t.fetch(inner, want)
	return ctx.Err()
}

func (t *Tree) fetch(ctx context.Context, want map[string]Entry) error {
	r := t.repo
	link, _, err := r.code().Repositories.GetArchiveLink(ctx, r.ref.Owner, r.ref.Name, github.Tarball,
		&github.RepositoryContentGetOptions{Ref: t.commit}, 0)
	if err != nil {
		return r.errorf(err, "archive of %s", t.commit)
	}
	// The address carries its own key: no token goes to that host.
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", r.hub.wire.userAgent)
	client := &http.Client{Transport: r.hub.wire.next, CheckRedirect: sameHost}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("archive of %s: %s", t.commit, resp.Status)
	}
	unzipped, err := gzip.NewReader(resp.Body)
	if err != nil {
		return err
	}
	files := tar.NewReader(io.LimitReader(unzipped, archiveMax))
	for len(want) > 0 {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(head.Name, "/") // below a folder that names the commit
		e, ok := want[name]
		if !ok || head.Typeflag != tar.TypeReg || head.Size > r.hub.maxFile || e.Size >= 0 && head.Size != e.Size {
			continue
		}
		if err := r.chargeFile(name, head.Size); err != nil {
			return err
		}
		data := make([]byte, head.Size)
		if _, err := io.ReadFull(files, data); err != nil {
			return err
		}
		// Attributes of the repository can change what an archive has of a file.
		if blobID(data) != e.ID {
			continue
		}
		delete(want, name)
		t.ahead(name, data)
	}
	return nil
}

// ahead keeps a file until it is read.
func (t *Tree) ahead(name string, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fetched == nil {
		t.fetched = map[string][]byte{}
	}
	t.fetched[name] = data
}

// take gives out a file that was fetched ahead. It is let go then.
func (t *Tree) take(name string) ([]byte, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	data, ok := t.fetched[name]
	delete(t.fetched, name)
	return data, ok
}
