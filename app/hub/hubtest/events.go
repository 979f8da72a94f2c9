package hubtest

// The events below carry what GitHub's do as far as theriac reads it, in the
// state of the moment.

// event wraps what every event of a repository has.
func (r *Repo) event(name, action string, payload m) Event {
	payload["action"] = action
	payload["repository"] = r.json()
	payload["sender"] = m{"login": "octocat", "type": "User"}
	for _, i := range r.server.installations {
		if i.covers(r) && !i.removed {
			payload["installation"] = m{"id": i.ID}
		}
	}
	return Event{name, payload}
}

// PullRequestEvent is about a pull request: opened, synchronize, reopened,
// ready_for_review, edited, closed.
func (s *Server) PullRequestEvent(p *Pull, action string) Event {
	defer p.repo.lock()()
	payload := m{"number": p.Number, "pull_request": p.json()}
	if action == "edited" {
		payload["changes"] = m{"base": m{"ref": m{"from": "before"}, "sha": m{"from": p.baseSHA}}}
	}
	return p.repo.event("pull_request", action, payload)
}

// CheckRunEvent is about a check run: rerequested, created, completed.
func (s *Server) CheckRunEvent(r *Repo, run CheckRun, action string) Event {
	defer r.lock()()
	return r.event("check_run", action, m{"check_run": s.runJSON(&run)})
}

// PressEvent is about a button of a check run that somebody pressed.
func (s *Server) PressEvent(r *Repo, run CheckRun, identifier, login string) Event {
	defer r.lock()()
	e := r.event("check_run", "requested_action", m{"check_run": s.runJSON(&run), "requested_action": m{"identifier": identifier}})
	e.Payload["sender"] = m{"login": login, "type": "User"}
	return e
}

// ReviewEvent is about a review of a commit that an account of a type submitted:
// approved, commented, changes_requested.
func (s *Server) ReviewEvent(p *Pull, state, sha, login, kind string) Event {
	defer p.repo.lock()()
	return p.repo.event("pull_request_review", "submitted", m{"pull_request": p.json(),
		"review": m{"id": s.next(), "state": state, "commit_id": sha, "user": m{"login": login, "type": kind}}})
}

// CheckSuiteEvent is about all check runs of a commit: rerequested.
func (s *Server) CheckSuiteEvent(r *Repo, headSHA, action string) Event {
	defer r.lock()()
	return r.event("check_suite", action, m{"check_suite": m{"id": s.next(), "head_sha": headSHA, "head_branch": nil, "pull_requests": []m{}, "app": m{"id": s.AppID}}})
}

// MergeGroupEvent is about a merge queue's commit: checks_requested, destroyed.
func (s *Server) MergeGroupEvent(r *Repo, base, headSHA, action string) Event {
	defer r.lock()()
	return r.event("merge_group", action, m{"merge_group": m{
		"head_sha": headSHA, "head_ref": "refs/heads/gh-readonly-queue/" + base + "/pr-1-" + headSHA,
		"base_sha": r.branches[base], "base_ref": "refs/heads/" + base}})
}

// InstallationEvent is about an installation: created, deleted, suspend,
// unsuspend.
func (s *Server) InstallationEvent(i *Installation, action string) Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Event{"installation", m{"action": action, "installation": i.json(), "sender": m{"login": "octocat", "type": "User"}}}
}
