package hubtest

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// An Upload is a SARIF log that code scanning took.
type Upload struct {
	ID, Repo, CommitSHA, Ref, Tool string
	Log                            []byte
}

// Uploads returns what code scanning took, oldest first.
func (s *Server) Uploads() []Upload {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Upload
	for _, u := range s.uploads {
		list = append(list, *u)
	}
	return list
}

// SetScanning sets what becomes of an upload: "ok", "pending" or "failed" for
// one that is taken, or a status with which it is refused, such as "403".
func (s *Server) SetScanning(mode string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scanning = mode
}

func (s *Server) scanningRoutes() {
	const sarifs = "/repos/{owner}/{repo}/code-scanning/sarifs"
	s.route("POST "+sarifs, "security_events:write", s.takeSARIF)
	s.route("GET "+sarifs+"/{id}", "security_events:read", func(c *call) reply {
		for _, u := range s.uploads {
			if u.ID == c.PathValue("id") && u.Repo == c.repo.FullName() {
				state := map[string]string{"pending": "pending", "failed": "failed"}[s.scanning]
				if state == "" {
					state = "complete"
				}
				return ok(m{"processing_status": state})
			}
		}
		return notFound
	})
}

func (s *Server) takeSARIF(c *call) reply {
	var b struct {
		CommitSHA string `json:"commit_sha"`
		Ref       string `json:"ref"`
		SARIF     string `json:"sarif"`
		ToolName  string `json:"tool_name"`
	}
	if r := c.decode(&b); r != nil {
		return *r
	}
	log, err := unpack(b.SARIF)
	if err != nil {
		s.violate("SARIF: %v", err)
		return fail(http.StatusBadRequest, "Invalid SARIF: %v", err)
	}
	if err := c.checkRef(b.Ref, b.CommitSHA); err != nil {
		s.violate("SARIF: %v", err)
		return fail(http.StatusNotFound, "%v", err)
	}
	if code, err := strconv.Atoi(s.scanning); err == nil {
		return fail(code, "Code scanning is not enabled for this repository.")
	}
	u := &Upload{ID: fmt.Sprintf("sarif-%d", s.next()), Repo: c.repo.FullName(), CommitSHA: b.CommitSHA, Ref: b.Ref, Tool: b.ToolName, Log: log}
	s.uploads = append(s.uploads, u)
	return reply{status: http.StatusAccepted, body: m{"id": u.ID, "url": s.URL + "repos/" + u.Repo + "/code-scanning/sarifs/" + u.ID}}
}

// checkRef wants the commit to be on the ref.
func (c *call) checkRef(ref, sha string) error {
	tip := ""
	if n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(ref, "refs/pull/"), "/head")); err == nil && n >= 1 && n <= len(c.repo.pulls) {
		tip = c.repo.pulls[n-1].headSHA
	} else if name, ok := strings.CutPrefix(ref, "refs/heads/"); ok {
		tip = c.repo.branches[name]
	}
	switch {
	case tip == "":
		return fmt.Errorf("ref %q not found", ref)
	case !c.repo.objects.ancestors(tip)[sha]:
		return fmt.Errorf("commit %s is not on %s", sha, ref)
	}
	return nil
}

// unpack undoes base64 and gzip and wants a SARIF log of the version GitHub
// takes.
func unpack(s string) ([]byte, error) {
	packed, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, err
	}
	if len(packed) > 10<<20 {
		return nil, fmt.Errorf("%d bytes compressed", len(packed))
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	log, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	var v struct{ Version string }
	if err := json.Unmarshal(log, &v); err != nil {
		return nil, err
	}
	if v.Version != "2.1.0" {
		return nil, fmt.Errorf("version %q", v.Version)
	}
	return log, nil
}
