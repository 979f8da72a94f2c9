package hubtest

import (
	"fmt"
	"maps"
	"strings"
	"time"
)

// A Repo is a repository and the network of its forks. A branch of a fork is
// written as "owner:branch".
type Repo struct {
	ID          int64
	Owner, Name string

	server      *Server
	size        int // KB, as GitHub tells it
	objects     objects
	branches    map[string]string
	pulls       []*Pull
	permissions map[string]string // of users
	treeMax     int               // entries of a recursive tree before it is cut
	filesMax    int
}

// Repo makes a repository, or returns the one that is there.
func (s *Server) Repo(owner, name string) *Repo {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := strings.ToLower(owner + "/" + name)
	if r := s.repos[full]; r != nil {
		return r
	}
	r := &Repo{ID: s.next(), Owner: owner, Name: name, server: s, objects: newObjects(), branches: map[string]string{},
		permissions: map[string]string{}, treeMax: 100_000, filesMax: 3000, size: 100}
	s.repos[full] = r
	return r
}

func (s *Server) repoByID(id int64) *Repo {
	for _, r := range s.repos {
		if r.ID == id {
			return r
		}
	}
	return nil
}

func (r *Repo) lock() func() {
	r.server.mu.Lock()
	return r.server.mu.Unlock
}

// FullName is owner/name.
func (r *Repo) FullName() string { return r.Owner + "/" + r.Name }

// Commit puts a commit on a branch: what was there, with the files changed. It
// makes the branch if need be, without history. It returns the commit's SHA.
func (r *Repo) Commit(branch string, files Files) string {
	defer r.lock()()
	now := Files{}
	var parents []string
	if tip := r.branches[branch]; tip != "" {
		parents, now = []string{tip}, r.objects.files(r.objects.commits[tip].tree)
	}
	maps.Copy(now, files)
	maps.DeleteFunc(now, func(_ string, f File) bool { return f.Mode == "" })
	sha := r.objects.writeCommit(r.objects.writeTree(now), parents, r.server.next())
	r.branches[branch] = sha
	return sha
}

// Branch makes a branch at a commit, given by SHA or branch, or moves it there.
func (r *Repo) Branch(name, at string) string {
	defer r.lock()()
	sha := r.resolve(at)
	if sha == "" {
		panic(fmt.Sprintf("hubtest: no %q in %s", at, r.FullName()))
	}
	r.branches[name] = sha
	return sha
}

// Tip returns the commit of a branch.
func (r *Repo) Tip(branch string) string {
	defer r.lock()()
	return r.branches[branch]
}

func (r *Repo) resolve(ref string) string {
	if _, ok := r.objects.commits[ref]; ok {
		return ref
	}
	return r.branches[strings.TrimPrefix(ref, "refs/heads/")]
}

// SetPermission sets what a user may do: admin, write, read or none.
func (r *Repo) SetPermission(login, permission string) {
	defer r.lock()()
	r.permissions[login] = permission
}

// SetLimits makes GitHub's limits small enough to test: how many entries a
// recursive tree lists, how many files a pull request does, and the size in KB
// that the repository says it has.
func (r *Repo) SetLimits(tree, files, size int) {
	defer r.lock()()
	r.treeMax, r.filesMax, r.size = tree, files, size
}

// A Pull is a pull request.
type Pull struct {
	Number     int
	Base, Head string // branches

	repo      *Repo
	state     string
	draft     bool
	headSHA   string
	baseSHA   string
	updated   time.Time
	forkGone  bool
	unlinked  bool
	author    string // login; empty for the owner of the head
	openAfter int    // requests for it that are answered with 404 first
}

// Open opens a pull request from one branch into another.
func (r *Repo) Open(base, head string) *Pull {
	defer r.lock()()
	p := &Pull{Number: len(r.pulls) + 1, Base: base, Head: head, repo: r, state: "open"}
	p.sync()
	r.pulls = append(r.pulls, p)
	return p
}

// sync takes the branches' commits in. Times have whole seconds, as GitHub's.
func (p *Pull) sync() {
	p.headSHA, p.baseSHA = p.repo.branches[p.Head], p.repo.branches[p.Base]
	if p.headSHA == "" || p.baseSHA == "" {
		panic(fmt.Sprintf("hubtest: no branch %q or %q in %s", p.Head, p.Base, p.repo.FullName()))
	}
	p.updated = time.Now().UTC().Truncate(time.Second)
}

// Sync makes the pull request notice what was committed to its branches.
func (p *Pull) Sync() { defer p.repo.lock()(); p.sync() }

// Retarget changes the base branch.
func (p *Pull) Retarget(base string) { defer p.repo.lock()(); p.Base = base; p.sync() }

// Close closes it.
func (p *Pull) Close() { defer p.repo.lock()(); p.state = "closed" }

// SetDraft makes it a draft, or ready.
func (p *Pull) SetDraft(draft bool) { defer p.repo.lock()(); p.draft = draft }

// DeleteFork makes head.repo null.
func (p *Pull) DeleteFork() { defer p.repo.lock()(); p.forkGone = true }

// Unlink keeps it out of the list of a commit's pull requests, as happens to
// those of forks.
func (p *Pull) Unlink() { defer p.repo.lock()(); p.unlinked = true }

// NotYet lets the API deny a few times that the pull request is there.
func (p *Pull) NotYet(times int) { defer p.repo.lock()(); p.openAfter = times }

// SetAuthor changes who opened the pull request.
func (p *Pull) SetAuthor(login string) { defer p.repo.lock()(); p.author = login }

// HeadSHA is the head as GitHub has it.
func (p *Pull) HeadSHA() string { defer p.repo.lock()(); return p.headSHA }

// UpdatedAt is its updated_at.
func (p *Pull) UpdatedAt() time.Time { defer p.repo.lock()(); return p.updated }
