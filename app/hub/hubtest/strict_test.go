package hubtest_test

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v4"

	"github.com/theriac/theriac/app/hub/hubtest"
)

// A client sends what it is told to, right or wrong.
type client struct {
	t    *testing.T
	gh   *hubtest.Server
	app  *hubtest.Installation
	repo *hubtest.Repo
	pull *hubtest.Pull
	head map[string]string // more headers
}

func newClient(t *testing.T) *client {
	c := &client{t: t, gh: hubtest.New(t), head: map[string]string{}}
	c.app, c.repo = c.gh.Install("acme"), c.gh.Repo("acme", "tools")
	c.repo.Commit("main", hubtest.Files{"a.json": hubtest.Text("{}\n")})
	c.repo.Branch("change", "main")
	c.repo.Commit("change", hubtest.Files{"a.json": hubtest.Text("[]\n")})
	c.pull = c.repo.Open("main", "change")
	c.head["Authorization"] = "token " + c.app.Token(c.repo)
	return c
}

// do sends one request; {} in the path stands for the head commit.
func (c *client) do(method, path string, body any) (int, string) {
	c.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	req, err := http.NewRequest(method, c.gh.URL+strings.ReplaceAll(path, "{}", c.pull.HeadSHA()), bytes.NewReader(data))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("User-Agent", "test")
	req.Header.Set("X-GitHub-Api-Version", "2022-11-28")
	for k, v := range c.head {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

type object = map[string]any

// with is a good annotation with some members changed; nil takes one out.
func with(change object) object {
	a := object{"path": "a.json", "start_line": 1, "end_line": 1, "annotation_level": "failure", "message": "M"}
	for k, v := range change {
		a[k] = v
		if v == nil {
			delete(a, k)
		}
	}
	return a
}

func annotations(list ...object) object {
	return object{"output": object{"title": "T", "summary": "S", "annotations": list}}
}

// TestCheckRunRules breaks each rule once. Each is refused, or taken and told.
func TestCheckRunRules(t *testing.T) {
	fifty := make([]object, 50)
	for i := range fifty {
		fifty[i] = with(nil)
	}
	text := func(n int) object { return object{"output": object{"title": "T", "summary": strings.Repeat("ä", n)}} }
	tests := []struct {
		name   string
		update object
		status int
		told   string // in the violation; "" for none
	}{
		{"good", annotations(with(nil)), 200, ""},
		{"50 annotations", annotations(fifty...), 200, ""},
		{"51 annotations", annotations(append(fifty, with(nil))...), 422, "No more than 50"},
		{"65,535 characters", text(65_535), 200, ""},
		{"65,536 characters", text(65_536), 422, "Only 65535"},
		{"columns on one line", annotations(with(object{"start_column": 1, "end_column": 1})), 200, ""},
		{"columns on two lines", annotations(with(object{"end_line": 2, "start_column": 1})), 422, "columns on more than one line"},
		{"column 0", annotations(with(object{"start_column": 0})), 422, "columns start at 1"},
		{"columns the wrong way", annotations(with(object{"start_column": 3, "end_column": 2})), 422, "columns 3 to 2"},
		{"line 0", annotations(with(object{"start_line": 0})), 422, "lines 0"},
		{"lines the wrong way", annotations(with(object{"start_line": 2})), 422, "lines 2 to 1"},
		{"no message", annotations(with(object{"message": nil})), 422, "message of 0"},
		{"long message", annotations(with(object{"message": strings.Repeat("x", 65_537)})), 422, "message of 65537"},
		{"long details", annotations(with(object{"raw_details": strings.Repeat("x", 65_537)})), 422, "raw_details of 65537"},
		{"long title", annotations(with(object{"title": strings.Repeat("x", 256)})), 422, "title of 256"},
		{"another level", annotations(with(object{"annotation_level": "error"})), 422, "annotation_level"},
		{"absolute path", annotations(with(object{"path": "/a.json"})), 422, "path"},
		{"file that is not there", annotations(with(object{"path": "b.json"})), 200, "not in the head commit"},
		{"line that is not there", annotations(with(object{"end_line": 9})), 200, "line 9"},
		{"no title", object{"output": object{"summary": "S"}}, 422, "without title or summary"},
		{"completed without conclusion", object{"status": "completed"}, 422, "without a conclusion"},
		{"stale", object{"conclusion": "stale"}, 422, "stale"},
		{"unknown member", object{"colour": "red"}, 400, "colour"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t)
			status, answer := c.do("POST", "repos/acme/tools/check-runs", object{"name": "theriac", "head_sha": c.pull.HeadSHA()})
			if status != 201 {
				t.Fatalf("%d %s", status, answer)
			}
			id := c.gh.CheckRuns(c.repo)[0].ID
			status, answer = c.do("PATCH", fmt.Sprintf("repos/acme/tools/check-runs/%d", id), tt.update)
			c.wants(status, tt.status, tt.told, answer)
			if n := len(c.gh.CheckRuns(c.repo)[0].Annotations); tt.status != 200 && n > 0 {
				t.Errorf("refused, but %d annotations are there", n)
			}
		})
	}
}

func (c *client) wants(status, want int, told, answer string) {
	c.t.Helper()
	if status != want {
		c.t.Errorf("status %d, want %d: %s", status, want, answer)
	}
	got := strings.Join(c.gh.TakeViolations(), "\n")
	if told == "" && got != "" || !strings.Contains(got, told) {
		c.t.Errorf("violations %q, want %q", got, told)
	}
}

func TestRequestRules(t *testing.T) {
	tests := []struct {
		name         string
		change       func(*client)
		method, path string
		body         any
		status       int
		told         string
	}{
		{"good", nil, "GET", "repos/acme/tools/pulls/1", nil, 200, ""},
		{"no such pull request", nil, "GET", "repos/acme/tools/pulls/2", nil, 404, ""},
		{"no such endpoint", nil, "GET", "repos/acme/tools/contents/a.json", nil, 404, "no such endpoint"},
		{"no User-Agent", func(c *client) { c.head["User-Agent"] = "" }, "GET", "repos/acme/tools/pulls/1", nil, 403, "User-Agent"},
		{"no version", func(c *client) { c.head["X-GitHub-Api-Version"] = "" }, "GET", "repos/acme/tools/pulls/1", nil, 200, "X-GitHub-Api-Version"},
		{"no credentials", func(c *client) { c.head["Authorization"] = "" }, "GET", "repos/acme/tools/pulls/1", nil, 401, "no credentials"},
		{"another token", func(c *client) { c.head["Authorization"] = "token x" }, "GET", "repos/acme/tools/pulls/1", nil, 401, "not an installation token"},
		{"expired token", func(c *client) {
			c.gh.SetTokenLife(-time.Second)
			c.head["Authorization"] = "token " + c.app.Token(c.repo)
		}, "GET", "repos/acme/tools/pulls/1", nil, 401, "expired token"},
		{"another repository's token", func(c *client) { c.gh.Repo("acme", "other") }, "GET", "repos/acme/other/pulls/1", nil, 404, "token of another repository"},
		{"permission missing", func(c *client) { c.app.Grant("checks", "read") }, "POST", "repos/acme/tools/check-runs", object{}, 403, "token lacks checks:write"},
		{"suspended", func(c *client) { c.app.Suspend(true) }, "GET", "repos/acme/tools/pulls/1", nil, 403, ""},
		{"page too large", nil, "GET", "repos/acme/tools/pulls/1/files?per_page=101", nil, 200, "per_page=101"},
		{"run on no commit", nil, "POST", "repos/acme/tools/check-runs", object{"name": "n", "head_sha": strings.Repeat("ab", 20)}, 422, "No commit found"},
		{"commit by git API", nil, "GET", "repos/acme/tools/git/commits/{}", nil, 200, ""},
		{"commit", nil, "GET", "repos/acme/tools/commits/{}", nil, 200, ""},
		{"ref", nil, "GET", "repos/acme/tools/git/ref/heads/main", nil, 200, ""},
		{"no such ref", nil, "GET", "repos/acme/tools/git/ref/heads/none", nil, 404, ""},
		{"runs of a commit", nil, "GET", "repos/acme/tools/commits/{}/check-runs", nil, 200, ""},
		{"no such blob", nil, "GET", "repos/acme/tools/git/blobs/9e26dfeeb6e641a33dae4961196235bdb965b21b", nil, 404, ""},
		{"blob as base64", nil, "GET", "repos/acme/tools/git/blobs/0967ef424bce6791893e9a57bb952f80fd536e93", nil, 200, "base64"},
		{"SARIF that is none", nil, "POST", "repos/acme/tools/code-scanning/sarifs", object{"commit_sha": "x", "ref": "refs/heads/main", "sarif": "e30="}, 400, "SARIF"},
		{"SARIF for another ref", nil, "POST", "repos/acme/tools/code-scanning/sarifs", object{"commit_sha": "x", "ref": "refs/pull/1/merge", "sarif": packed(`{"version":"2.1.0"}`)}, 404, "not found"},
		{"SARIF for a commit elsewhere", nil, "POST", "repos/acme/tools/code-scanning/sarifs", object{"commit_sha": "x", "ref": "refs/pull/1/head", "sarif": packed(`{"version":"2.1.0"}`)}, 404, "is not on"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t)
			if tt.change != nil {
				tt.change(c)
			}
			// Tokens keep the permissions of their making.
			if tt.name == "permission missing" {
				c.head["Authorization"] = "token " + c.app.Token(c.repo)
			}
			status, answer := c.do(tt.method, tt.path, tt.body)
			c.wants(status, tt.status, tt.told, answer)
		})
	}
}

func packed(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// TestJWTRules: what the App signs with, and for how long.
func TestJWTRules(t *testing.T) {
	c := newClient(t)
	right, err := jwt.ParseRSAPrivateKeyFromPEM(c.gh.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	claims := func(issuer string, from, to time.Duration) jwt.RegisteredClaims {
		return jwt.RegisteredClaims{Issuer: issuer, IssuedAt: jwt.NewNumericDate(now.Add(from)), ExpiresAt: jwt.NewNumericDate(now.Add(to))}
	}
	me := fmt.Sprint(c.gh.AppID)
	tests := []struct {
		name   string
		method jwt.SigningMethod
		key    any
		claims jwt.RegisteredClaims
		status int
	}{
		{"good", jwt.SigningMethodRS256, right, claims(me, -time.Minute, 5*time.Minute), 200},
		{"another key", jwt.SigningMethodRS256, wrong, claims(me, -time.Minute, 5*time.Minute), 401},
		{"another algorithm", jwt.SigningMethodRS512, right, claims(me, -time.Minute, 5*time.Minute), 401},
		{"a shared secret", jwt.SigningMethodHS256, []byte("secret"), claims(me, -time.Minute, 5*time.Minute), 401},
		{"another App", jwt.SigningMethodRS256, right, claims("1", -time.Minute, 5*time.Minute), 401},
		{"expired", jwt.SigningMethodRS256, right, claims(me, -5*time.Minute, -time.Minute), 401},
		{"too long", jwt.SigningMethodRS256, right, claims(me, -time.Minute, 11*time.Minute), 401},
		{"of the future", jwt.SigningMethodRS256, right, claims(me, time.Minute, 5*time.Minute), 401},
		{"no times", jwt.SigningMethodRS256, right, jwt.RegisteredClaims{Issuer: me}, 401},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			signed, err := jwt.NewWithClaims(tt.method, tt.claims).SignedString(tt.key)
			if err != nil {
				t.Fatal(err)
			}
			c.head["Authorization"] = "Bearer " + signed
			status, answer := c.do("GET", "app", nil)
			told := ""
			if tt.status != 200 {
				told = "JWT"
			}
			c.wants(status, tt.status, told, answer)
		})
	}
}
