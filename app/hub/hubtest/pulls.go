package hubtest

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (s *Server) pullRoutes() {
	const repo = "/repos/{owner}/{repo}"
	s.route("GET "+repo+"/pulls/{number}", "pull_requests:read", func(c *call) reply {
		p := c.pull()
		if p == nil {
			return notFound
		}
		return ok(p.json())
	})
	s.route("GET "+repo+"/pulls/{number}/files", "pull_requests:read", func(c *call) reply {
		p := c.pull()
		if p == nil {
			return notFound
		}
		page, header := paged(c, filesJSON(p.changes()), c.repo.filesMax)
		return reply{http.StatusOK, page, header}
	})
	s.route("GET "+repo+"/pulls", "pull_requests:read", func(c *call) reply {
		return c.pullList(func(p *Pull) bool { return p.state == "open" })
	})
	s.route("GET "+repo+"/commits/{sha}/pulls", "pull_requests:read", func(c *call) reply {
		sha := c.PathValue("sha")
		if c.repo.resolve(sha) == "" {
			return fail(http.StatusUnprocessableEntity, "No commit found for SHA: %s", sha)
		}
		return c.pullList(func(p *Pull) bool {
			return !p.unlinked && c.repo.objects.ancestors(p.headSHA)[sha] && !c.repo.objects.ancestors(p.baseSHA)[sha]
		})
	})
	s.route("GET "+repo+"/collaborators/{login}/permission", "metadata:read", func(c *call) reply {
		login := c.PathValue("login")
		permission, known := c.repo.permissions[login]
		if !known {
			permission = "none"
		}
		return ok(m{"permission": permission, "role_name": permission, "user": m{"login": login}})
	})
}

func (c *call) pull() *Pull {
	n, _ := strconv.Atoi(c.PathValue("number"))
	if n < 1 || n > len(c.repo.pulls) {
		return nil
	}
	p := c.repo.pulls[n-1]
	if p.openAfter > 0 {
		p.openAfter--
		return nil
	}
	return p
}

func (c *call) pullList(keep func(*Pull) bool) reply {
	list := []m{}
	for _, p := range slices.Backward(c.repo.pulls) {
		if keep(p) && p.openAfter == 0 {
			o := p.json()
			delete(o, "changed_files") // only the pull request itself has it
			list = append(list, o)
		}
	}
	page, header := paged(c, list, 0)
	return reply{http.StatusOK, page, header}
}

func (p *Pull) changes() []change {
	o := p.repo.objects
	shared := o.mergeBase(p.baseSHA, p.headSHA)
	return o.diff(o.commits[shared].tree, o.commits[p.headSHA].tree)
}

func (p *Pull) json() m {
	owner, branch, fork := strings.Cut(p.Head, ":")
	if !fork {
		owner, branch = p.repo.Owner, p.Head
	}
	var headRepo any
	if !p.forkGone {
		id := p.repo.ID
		if fork {
			id = -id // another repository than ours
		}
		headRepo = m{"id": id, "name": p.repo.Name, "full_name": owner + "/" + p.repo.Name, "fork": fork, "owner": m{"login": owner}}
	}
	return m{
		"number": p.Number, "state": p.state, "draft": p.draft, "title": "Change", "user": m{"login": cmp.Or(p.author, owner)},
		"head":       m{"ref": branch, "sha": p.headSHA, "label": owner + ":" + branch, "repo": headRepo},
		"base":       m{"ref": p.Base, "sha": p.baseSHA, "label": p.repo.Owner + ":" + p.Base, "repo": p.repo.json()},
		"updated_at": p.updated.Format(time.RFC3339), "changed_files": len(p.changes()),
	}
}

func (r *Repo) json() m {
	return m{"id": r.ID, "name": r.Name, "full_name": r.FullName(), "private": true, "default_branch": "main", "size": r.size, "owner": m{"login": r.Owner}}
}
