package hubtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v4"
)

type key struct {
	private *rsa.PrivateKey
	pem     []byte
}

// appKey is one key for all Servers of a process, since making one takes long.
var appKey = sync.OnceValue(func() key {
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key{k, pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(k)})}
})

type token struct {
	installation *Installation
	repos        []int64 // nil for all
	permissions  map[string]string
	expires      time.Time
	revoked      bool
}

// mint makes a token. The format is the newer one, which is longer than 40
// characters and has dots.
func (s *Server) mint(i *Installation, repos []int64, permissions map[string]string) (string, *token) {
	var b [24]byte
	rand.Read(b[:])
	name := fmt.Sprintf("ghs_%d_%s", s.AppID, hex.EncodeToString(b[:]))
	t := &token{installation: i, repos: repos, permissions: permissions, expires: time.Now().Add(s.tokenLife)}
	s.tokens[name] = t
	return name, t
}

// RevokeTokens ends all installation tokens before their time.
func (s *Server) RevokeTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tokens {
		t.revoked = true
	}
}

// authorise checks the credentials of a call and finds its repository. It
// returns the refusal, or nil.
func (s *Server) authorise(c *call, need string) *reply {
	refuse := func(status int, message string) *reply { r := fail(status, "%s", message); return &r }
	kind, credential, _ := strings.Cut(c.Header.Get("Authorization"), " ")
	switch {
	case need == "":
		return nil
	case credential == "":
		s.violate("%s %s: no credentials", c.Method, c.URL.Path)
		return refuse(http.StatusUnauthorized, "Requires authentication")
	case need == "app":
		if err := s.checkJWT(kind, credential); err != nil {
			s.violate("%s %s: JWT: %v", c.Method, c.URL.Path, err)
			return refuse(http.StatusUnauthorized, "A JSON web token could not be decoded")
		}
		return nil
	}
	t, ok := s.tokens[credential]
	switch {
	case !ok:
		s.violate("%s %s: not an installation token", c.Method, c.URL.Path)
		return refuse(http.StatusUnauthorized, "Bad credentials")
	case t.revoked:
		return refuse(http.StatusUnauthorized, "Bad credentials") // nobody can know this before
	case !time.Now().Before(t.expires):
		s.violate("%s %s: expired token", c.Method, c.URL.Path)
		return refuse(http.StatusUnauthorized, "Bad credentials")
	case t.installation.suspended:
		return refuse(http.StatusForbidden, "This installation has been suspended")
	case t.installation.removed:
		return refuse(http.StatusUnauthorized, "Bad credentials")
	}
	c.installation = t.installation
	repo := s.repos[strings.ToLower(c.PathValue("owner")+"/"+c.PathValue("repo"))]
	if repo == nil {
		return &notFound
	}
	if !t.installation.covers(repo) || t.repos != nil && !slices.Contains(t.repos, repo.ID) {
		s.violate("%s %s: token of another repository", c.Method, c.URL.Path)
		return &notFound
	}
	c.repo = repo
	name, level, _ := strings.Cut(need, ":")
	if rank[t.permissions[name]] < rank[level] {
		s.violate("%s %s: token lacks %s", c.Method, c.URL.Path, need)
		r := refuse(http.StatusForbidden, "Resource not accessible by integration")
		r.header = map[string]string{"X-Accepted-GitHub-Permissions": name + "=" + level}
		return r
	}
	return nil
}

var rank = map[string]int{"read": 1, "write": 2, "admin": 3}

// checkJWT holds the App's token to GitHub's rules: RS256, our App as issuer,
// issued in the past, and good for at most ten minutes.
// https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
func (s *Server) checkJWT(kind, credential string) error {
	if kind != "Bearer" {
		return fmt.Errorf("sent as %q", kind)
	}
	var claims jwt.RegisteredClaims
	_, err := jwt.NewParser(jwt.WithValidMethods([]string{"RS256"})).ParseWithClaims(credential, &claims, func(*jwt.Token) (any, error) {
		return &appKey().private.PublicKey, nil
	})
	switch {
	case err != nil:
		return err
	case claims.Issuer != strconv.FormatInt(s.AppID, 10):
		return fmt.Errorf("iss %q", claims.Issuer)
	case claims.IssuedAt == nil || claims.ExpiresAt == nil:
		return fmt.Errorf("iat or exp missing")
	case claims.ExpiresAt.Sub(claims.IssuedAt.Time) > 10*time.Minute, time.Until(claims.ExpiresAt.Time) > 10*time.Minute:
		return fmt.Errorf("exp is over ten minutes ahead")
	}
	return nil
}

// Token makes a token for one repository by hand, with all that the
// installation was granted.
func (i *Installation) Token(r *Repo) string {
	i.server.mu.Lock()
	defer i.server.mu.Unlock()
	name, _ := i.server.mint(i, []int64{r.ID}, i.permissions)
	return name
}
