package hubtest

import (
	"archive/tar"
	"compress/gzip"
	"net/http"
	"path"
	"strings"
)

// archivePath stands for GitHub's other host, where archives lie.
const archivePath = "/_codeload/"

// tarball answers with an address that is good for the archive of one commit.
func tarball(c *call) reply {
	ref := c.PathValue("ref")
	sha := c.repo.resolve(ref)
	if sha == "" {
		return notFound
	}
	key := strings.ReplaceAll(c.repo.FullName(), "/", ".") + "." + sha
	return reply{http.StatusFound, nil, map[string]string{"Location": c.server.http.URL + archivePath + c.repo.FullName() + "/legacy.tar.gz/" + sha + "?token=" + key}}
}

// archive serves it. Files that the repository has marked with Ignore or Subst
// come as an attribute of git's would have them.
func (s *Server) archive(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, archivePath), "/")
	if r.Header.Get("Authorization") != "" {
		s.violate("a token was sent to the archive's host")
	}
	if len(parts) != 4 || r.URL.Query().Get("token") != parts[0]+"."+parts[1]+"."+parts[3] {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	repo := s.repos[strings.ToLower(parts[0]+"/"+parts[1])]
	s.archives++
	zipped := gzip.NewWriter(w)
	files := tar.NewWriter(zipped)
	o := repo.objects
	o.walk(o.commits[parts[3]].tree, "", func(name string, e treeEntry) {
		data := string(o.blobs[e.id])
		switch {
		case e.kind() != "blob", strings.HasPrefix(path.Base(name), "export-ignore"):
			return
		case strings.HasPrefix(path.Base(name), "export-subst"):
			data = strings.Replace(data, "$", "#", 1)
		}
		head := &tar.Header{Name: path.Join(repo.Owner+"-"+repo.Name+"-"+parts[3][:7], name), Mode: 0o644, Size: int64(len(data)), Typeflag: tar.TypeReg}
		if e.mode == "120000" {
			head.Typeflag, head.Linkname, head.Size, data = tar.TypeSymlink, data, 0, ""
		}
		if files.WriteHeader(head) == nil {
			_, _ = files.Write([]byte(data)) // the reader may have had enough
		}
	})
	_ = files.Close()
	_ = zipped.Close()
}

// Archives counts those that were downloaded.
func (s *Server) Archives() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.archives
}
