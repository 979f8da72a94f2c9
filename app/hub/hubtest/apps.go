package hubtest

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Granted are the permissions that theriac asks for at its installation.
var Granted = map[string]string{
	"metadata": "read", "contents": "read", "pull_requests": "read", "checks": "write",
	"merge_queues": "read", "security_events": "write",
}

// Events are those that theriac subscribes to.
var Events = []string{"check_run", "check_suite", "merge_group", "pull_request", "pull_request_review"}

// An Installation is the App on one account.
type Installation struct {
	ID      int64
	Account string

	server      *Server
	permissions map[string]string
	suspended   bool
	removed     bool
}

func (i *Installation) covers(r *Repo) bool { return strings.EqualFold(i.Account, r.Owner) }

// Install installs the App on all repositories of an account.
func (s *Server) Install(account string) *Installation {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := &Installation{ID: s.next(), Account: account, server: s, permissions: maps.Clone(Granted)}
	s.installations = append(s.installations, i)
	return i
}

// Suspend suspends the installation, or lets it go on.
func (i *Installation) Suspend(suspended bool) { i.set(func() { i.suspended = suspended }) }

// Remove uninstalls the App.
func (i *Installation) Remove() { i.set(func() { i.removed = true }) }

// Grant changes one permission; level "" takes it away.
func (i *Installation) Grant(permission, level string) {
	i.set(func() {
		i.permissions[permission] = level
		if level == "" {
			delete(i.permissions, permission)
		}
	})
}

func (i *Installation) set(f func()) {
	i.server.mu.Lock()
	defer i.server.mu.Unlock()
	f()
}

func (i *Installation) json() m {
	o := m{"id": i.ID, "app_id": i.server.AppID, "account": m{"login": i.Account, "type": "Organization"},
		"permissions": i.permissions, "events": Events, "repository_selection": "all", "suspended_at": nil}
	if i.suspended {
		o["suspended_at"] = time.Now().UTC().Format(time.RFC3339)
	}
	return o
}

func (s *Server) appRoutes() {
	s.route("GET /app", "app", func(c *call) reply {
		return ok(m{"id": s.AppID, "slug": "theriac", "name": "theriac", "permissions": Granted, "events": Events})
	})
	s.route("GET /app/installations", "app", func(c *call) reply {
		page, header := paged(c, s.installations, 0)
		list := make([]m, 0, len(page))
		for _, i := range page {
			list = append(list, i.json())
		}
		return reply{http.StatusOK, list, header}
	})
	s.route("POST /app/installations/{id}/access_tokens", "app", s.accessToken)
	s.route("GET /app/hook/deliveries", "app", s.listDeliveries)
	s.route("POST /app/hook/deliveries/{id}/attempts", "app", s.redeliver)
	s.route("POST /app-manifests/{code}/conversions", "", s.convert)
}

func (s *Server) accessToken(c *call) reply {
	id, _ := strconv.ParseInt(c.PathValue("id"), 10, 64)
	at := slices.IndexFunc(s.installations, func(i *Installation) bool { return i.ID == id && !i.removed })
	if at < 0 {
		return notFound
	}
	i := s.installations[at]
	if i.suspended {
		return fail(http.StatusForbidden, "This installation has been suspended")
	}
	var ask struct {
		RepositoryIDs []int64           `json:"repository_ids"`
		Permissions   map[string]string `json:"permissions"`
	}
	if r := c.decode(&ask); r != nil {
		return *r
	}
	if len(ask.RepositoryIDs) != 1 || len(ask.Permissions) == 0 {
		// GitHub allows it. theriac must not.
		s.violate("token for %d repositories and %d permissions", len(ask.RepositoryIDs), len(ask.Permissions))
	}
	for _, id := range ask.RepositoryIDs {
		if r := s.repoByID(id); r == nil || !i.covers(r) {
			return fail(http.StatusUnprocessableEntity, "There is at least one repository that does not exist or is not accessible to the parent installation.")
		}
	}
	for name, level := range ask.Permissions {
		if rank[level] > rank[i.permissions[name]] {
			return fail(http.StatusUnprocessableEntity, "The permissions requested are not granted to this installation.")
		}
	}
	granted := maps.Clone(ask.Permissions)
	granted["metadata"] = cmp.Or(granted["metadata"], "read") // always part of it
	name, t := s.mint(i, ask.RepositoryIDs, granted)
	return reply{status: http.StatusCreated, body: m{"token": name, "expires_at": t.expires.UTC().Format(time.RFC3339), "permissions": granted}}
}

// NewManifestCode returns a code as GitHub hands it over after somebody made an
// App from a manifest.
func (s *Server) NewManifestCode() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	code := "code" + strconv.FormatInt(s.next(), 10)
	s.conversions[code] = true
	return code
}

func (s *Server) convert(c *call) reply {
	code := c.PathValue("code")
	if !s.conversions[code] {
		return notFound
	}
	delete(s.conversions, code) // good for one use
	return reply{status: http.StatusCreated, body: m{"id": s.AppID, "slug": "theriac", "name": "theriac", "html_url": "https://github.com/apps/theriac",
		"client_id": "Iv1.0", "client_secret": "unused", "pem": string(s.PrivateKey), "webhook_secret": s.WebhookSecret}}
}
