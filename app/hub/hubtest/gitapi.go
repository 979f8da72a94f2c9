package hubtest

import (
	"net/http"
	"strings"
)

func (s *Server) gitRoutes() {
	const repo = "/repos/{owner}/{repo}"
	s.route("GET "+repo+"/git/trees/{sha}", "contents:read", getTree)
	s.route("GET "+repo+"/git/blobs/{sha}", "contents:read", getBlob)
	s.route("GET "+repo+"/git/commits/{sha}", "contents:read", func(c *call) reply {
		if _, ok := c.repo.objects.commits[c.PathValue("sha")]; !ok {
			return notFound
		}
		return ok(c.repo.commitJSON(c.PathValue("sha"))["commit"])
	})
	s.route("GET "+repo+"/git/ref/{ref...}", "contents:read", func(c *call) reply {
		sha := c.repo.branches[strings.TrimPrefix(c.PathValue("ref"), "heads/")]
		if sha == "" {
			return notFound
		}
		return ok(m{"ref": "refs/" + c.PathValue("ref"), "object": m{"type": "commit", "sha": sha}})
	})
	s.route("GET "+repo+"/commits/{ref}", "contents:read", func(c *call) reply {
		sha := c.repo.resolve(c.PathValue("ref"))
		switch {
		case sha == "":
			return fail(http.StatusUnprocessableEntity, "No commit found for SHA: %s", c.PathValue("ref"))
		case strings.Contains(c.Header.Get("Accept"), "sha"):
			return reply{http.StatusOK, []byte(sha), map[string]string{"Content-Type": "application/vnd.github.sha"}}
		}
		return ok(c.repo.commitJSON(sha))
	})
	s.route("GET "+repo+"/compare/{basehead}", "contents:read", compare)
	s.route("GET "+repo+"/tarball/{ref...}", "contents:read", tarball)
}

func getTree(c *call) reply {
	o, id := c.repo.objects, c.PathValue("sha")
	if sha := c.repo.resolve(id); sha != "" {
		id = o.commits[sha].tree
	}
	if _, ok := o.trees[id]; !ok {
		return notFound
	}
	recursive := c.URL.Query().Has("recursive")
	list, cut := []m{}, false
	add := func(name string, e treeEntry) {
		if recursive && len(list) >= c.repo.treeMax {
			cut = true
			return
		}
		item := m{"path": name, "mode": e.mode, "type": e.kind(), "sha": e.id}
		if e.kind() == "blob" {
			item["size"] = len(o.blobs[e.id])
		}
		list = append(list, item)
	}
	if recursive {
		o.walk(id, "", add)
	} else {
		for _, e := range o.trees[id] {
			add(e.name, e)
		}
	}
	return ok(m{"sha": id, "tree": list, "truncated": cut})
}

func getBlob(c *call) reply {
	data, ok := c.repo.objects.blobs[c.PathValue("sha")]
	if !ok {
		return notFound
	}
	if !strings.Contains(c.Header.Get("Accept"), "raw") {
		c.violate("blob asked for as base64, which is a third longer")
	}
	return reply{http.StatusOK, data, map[string]string{"Content-Type": "application/vnd.github.raw; charset=utf-8"}}
}

func (r *Repo) commitJSON(sha string) m {
	c := r.objects.commits[sha]
	parents := []m{}
	for _, p := range c.parents {
		parents = append(parents, m{"sha": p})
	}
	return m{"sha": sha, "parents": parents, "commit": m{"sha": sha, "message": "commit", "tree": m{"sha": c.tree}, "parents": parents}}
}

// compareFilesMax is how many files a comparison lists.
// https://docs.github.com/en/rest/commits/commits#compare-two-commits
const compareFilesMax = 300

func compare(c *call) reply {
	from, to, ok3 := strings.Cut(c.PathValue("basehead"), "...")
	base, head := c.repo.resolve(from), c.repo.resolve(to)
	if !ok3 || base == "" || head == "" {
		return notFound
	}
	o := c.repo.objects
	shared := o.mergeBase(base, head)
	if shared == "" {
		return fail(http.StatusNotFound, "No common ancestor between %s and %s.", from, to)
	}
	files := filesJSON(o.diff(o.commits[shared].tree, o.commits[head].tree))
	return ok(m{
		"base_commit": c.repo.commitJSON(base), "merge_base_commit": c.repo.commitJSON(shared),
		"status": "ahead", "commits": []m{c.repo.commitJSON(head)}, "files": files[:min(len(files), compareFilesMax)],
	})
}

func filesJSON(changes []change) []m {
	list := make([]m, 0, len(changes))
	for _, f := range changes {
		item := m{"filename": f.name, "status": f.status, "sha": f.id, "additions": 1, "deletions": 0, "changes": 1}
		if f.old != "" {
			item["previous_filename"] = f.old
		}
		list = append(list, item)
	}
	return list
}
