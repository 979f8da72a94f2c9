package setup_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/setup"
	"github.com/theriac/theriac/deploy"
)

func TestSetup(t *testing.T) {
	for _, organisation := range []string{"", "octo-org"} {
		t.Run("of "+organisation, func(t *testing.T) {
			g := newGitHub(t)
			p := open(t, t.TempDir())
			p.enter()
			form := values(g)
			form.Set("organisation", organisation)
			status, confirm := p.post(form)
			if status != 200 || !strings.Contains(confirm, "https://theriac.example.com/webhook") {
				t.Fatalf("%d\n%s", status, confirm)
			}
			back := p.toGitHub(confirm)
			status, done := p.get(back.RequestURI())
			if status != 200 || !strings.Contains(done, "4711") || !strings.Contains(done, "https://github.com/apps/theriac/installations/new") {
				t.Fatalf("%d\n%s", status, done)
			}
			if err := <-p.ended; err != nil {
				t.Error(err)
			}
			if strings.Contains(done+p.out.String(), "PRIVATE KEY") || strings.Contains(done+p.out.String(), g.API.WebhookSecret) {
				t.Error("a secret is shown")
			}

			want := []made{{Owner: organisation, Manifest: appManifest{
				Name: "Our theriac", URL: "https://github.com/theriac/theriac",
				Redirect: p.at("/created"), Permissions: hubtest.Granted, Events: hubtest.Events,
			}}}
			want[0].Manifest.Hook.URL, want[0].Manifest.Hook.Active = "https://theriac.example.com/webhook", true
			got := g.apps()
			if len(got) == 1 {
				want[0].Manifest.Description = got[0].Manifest.Description // the wording is free
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}

			key := filepath.Join(p.dir, setup.KeyFile)
			if data := secret(t, key); data != string(g.API.PrivateKey) {
				t.Errorf("the key is not GitHub's: %d bytes", len(data))
			}
			env := "THERIAC_APP_ID=4711\nTHERIAC_PRIVATE_KEY_FILE=" + key + "\nTHERIAC_WEBHOOK_SECRET=\"It's a Secret to Everybody\"\nTHERIAC_GITHUB_URL=" + g.URL + "/api/v3/\n"
			if diff := cmp.Diff(env, secret(t, filepath.Join(p.dir, setup.EnvFile))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWithoutScanning(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	form := values(g)
	form.Del("scanning")
	_, confirm := p.post(form)
	p.toGitHub(confirm)
	permissions := g.apps()[0].Manifest.Permissions
	if _, asked := permissions["security_events"]; asked || len(permissions) != len(hubtest.Granted)-1 {
		t.Errorf("asks for %v", permissions)
	}
}

// A state is good for the App that it was made for, and once.
func TestState(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	refused := func(path string) {
		t.Helper()
		if status, body := p.get(path); status != http.StatusForbidden || !strings.Contains(body, "belongs to no App") {
			t.Errorf("%s: %d\n%s", path, status, body)
		}
		if n := g.API.Count("POST /app-manifests/{code}/conversions"); n != 0 {
			t.Errorf("%s: %d codes were traded", path, n)
		}
	}
	refused("/created?code=x")
	refused("/created?code=x&state=")

	_, confirm := p.post(values(g))
	back := p.toGitHub(confirm)
	wrong := *back
	wrong.RawQuery = url.Values{"code": back.Query()["code"], "state": {"wrong"}}.Encode()
	refused(wrong.RequestURI())
	refused(back.RequestURI()) // a wrong guess ends it

	_, first := p.post(values(g))
	old := p.toGitHub(first)
	_, second := p.post(values(g))
	refused(old.RequestURI()) // begun anew; and that ends the second one too
	refused(p.toGitHub(second).RequestURI())

	files, err := os.ReadDir(p.dir)
	if err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

// Whatever goes wrong at GitHub leaves no file, and can be begun again.
func TestGitHubSaysNo(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	for _, code := range []string{"unknown", "", "..%2F..%2Fapp", "a/b", strings.Repeat("x", 300)} {
		_, confirm := p.post(values(g))
		back := p.toGitHub(confirm)
		back.RawQuery = "state=" + back.Query().Get("state") + "&code=" + code
		status, body := p.get(back.RequestURI())
		if status < 400 || !strings.Contains(body, "That did not work") {
			t.Errorf("code %q: %d\n%s", code, status, body)
		}
		if files, err := os.ReadDir(p.dir); err != nil || len(files) > 0 {
			t.Errorf("code %q: left behind %v, %v", code, files, err)
		}
	}
	_, confirm := p.post(values(g))
	if status, body := p.get(p.toGitHub(confirm).RequestURI()); status != 200 {
		t.Errorf("%d\n%s", status, body)
	}
}

func TestNeverOverwrites(t *testing.T) {
	for _, name := range []string{setup.KeyFile, setup.EnvFile} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("another App's"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := runFails(t, dir); !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "not overwritten") {
			t.Error(err)
		}
	}
	if err := runFails(t, filepath.Join(t.TempDir(), "nope")); !strings.Contains(err.Error(), "nope") {
		t.Error(err)
	}

	// Files that came while the page was open stay too, and the code isn't spent.
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	_, confirm := p.post(values(g))
	back := p.toGitHub(confirm)
	env := filepath.Join(p.dir, setup.EnvFile)
	if err := os.WriteFile(env, []byte("another App's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, body := p.get(back.RequestURI()); status != http.StatusBadGateway {
		t.Errorf("%d\n%s", status, body)
	}
	if got := secret(t, env); got != "another App's" {
		t.Errorf("overwritten with %q", got)
	}
	if _, err := os.Stat(filepath.Join(p.dir, setup.KeyFile)); err == nil {
		t.Error("an empty key was left behind")
	}
	if n := g.API.Count("POST /app-manifests/{code}/conversions"); n != 0 {
		t.Error("the code was traded with nowhere to put the key")
	}
}

func runFails(t *testing.T, dir string) error {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	err = setup.Run(t.Context(), setup.Options{Manifest: deploy.AppManifest, Dir: dir, Out: io.Discard}, l)
	if err == nil {
		t.Fatal("no error")
	}
	return err
}

func TestOnlyOnLoopback(t *testing.T) {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Skip(err)
	}
	if err := setup.Run(t.Context(), setup.Options{Dir: t.TempDir(), Out: io.Discard}, l); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("%v", err)
	}
	if _, err := l.Accept(); err == nil {
		t.Error("the listener is still open")
	}
}

func TestStopped(t *testing.T) {
	p := open(t, t.TempDir())
	p.stop()
	if err := <-p.ended; err == nil || !strings.Contains(err.Error(), "no App was made") {
		t.Error(err)
	}
}
