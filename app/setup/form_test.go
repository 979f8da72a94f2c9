package setup

import (
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub"
)

func TestForm(t *testing.T) {
	good := form{Name: "theriac", Hook: "https://example.com/", GitHub: "https://github.com"}
	for name, c := range map[string]struct {
		change            func(*form)
		create, api, hook string   // empty: as for the good form
		wrong             []string // fields
	}{
		"as it is":             {func(*form) {}, "", "", "", nil},
		"blanks around":        {func(f *form) { f.Name, f.Hook, f.GitHub = " t ", " https://example.com ", " https://github.com/ " }, "", "", "", nil},
		"organisation":         {func(f *form) { f.Organisation = "octo-org" }, "https://github.com/organizations/octo-org/settings/apps/new", "", "", nil},
		"enterprise server":    {func(f *form) { f.GitHub = "https://git.example.com:8443" }, "https://git.example.com:8443/settings/apps/new", "https://git.example.com:8443/api/v3/", "", nil},
		"data residency":       {func(f *form) { f.GitHub = "https://octo.ghe.com" }, "https://octo.ghe.com/settings/apps/new", "https://api.octo.ghe.com/", "", nil},
		"a path of one's own":  {func(f *form) { f.Hook = "https://example.com/a/b?c=d" }, "", "", "https://example.com/a/b?c=d", nil},
		"no name":              {func(f *form) { f.Name = " " }, "", "", "", []string{"Name"}},
		"long name":            {func(f *form) { f.Name = strings.Repeat("ä", 35) }, "", "", "", []string{"Name"}},
		"name as long as can":  {func(f *form) { f.Name = strings.Repeat("ä", 34) }, "", "", "", nil},
		"plain http":           {func(f *form) { f.Hook, f.GitHub = "http://example.com", "http://git.example.com" }, "", "", "", []string{"GitHub", "Hook"}},
		"no address":           {func(f *form) { f.Hook, f.GitHub = "example.com", "" }, "", "", "", []string{"GitHub", "Hook"}},
		"credentials":          {func(f *form) { f.Hook, f.GitHub = "https://u:p@example.com", "https://u@github.com" }, "", "", "", []string{"GitHub", "Hook"}},
		"a page of GitHub":     {func(f *form) { f.GitHub = "https://github.com/octo-org" }, "", "", "", []string{"GitHub"}},
		"a header's semicolon": {func(f *form) { f.GitHub = "https://x;script-src'unsafe-inline'" }, "", "", "", []string{"GitHub"}},
		"a script":             {func(f *form) { f.GitHub = "javascript:alert(1)" }, "", "", "", []string{"GitHub"}},
		"organisation's path":  {func(f *form) { f.Organisation = "../settings" }, "", "", "", []string{"Organisation"}},
		"no organisation":      {func(f *form) { f.Organisation = "https://github.com/octo-org" }, "", "", "", []string{"Organisation"}},
		"loopback":             {func(f *form) { f.GitHub = "http://127.0.0.1:99" }, "http://127.0.0.1:99/settings/apps/new", "http://127.0.0.1:99/api/v3/", "", nil},
	} {
		f := good
		c.change(&f)
		got, wrong := f.check()
		if diff := cmp.Diff(c.wrong, slices.Sorted(maps.Keys(wrong))); diff != "" {
			t.Errorf("%s: mistakes: %s", name, diff)
		}
		if len(c.wrong) > 0 || len(wrong) > 0 {
			continue
		}
		or := func(s, otherwise string) string {
			if s == "" {
				return otherwise
			}
			return s
		}
		want := []string{or(c.create, "https://github.com/settings/apps/new"), or(c.api, hub.DefaultURL), or(c.hook, "https://example.com/webhook")}
		if diff := cmp.Diff(want, []string{got.create.String(), got.api, got.hook}); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What a shell makes of the file is what was written into it.
func TestEnvironmentInAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	for _, secret := range []string{"abc123", "It's $HOME `id` \"quoted\" \\ back", "$(id)", "a b"} {
		f, err := reserve(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.fill(hub.Credentials{AppID: 1, PrivateKey: "key", WebhookSecret: secret}, hub.DefaultURL); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(sh, "-c", `. "$0"; printf %s "$THERIAC_APP_ID|$THERIAC_PRIVATE_KEY_FILE|$THERIAC_WEBHOOK_SECRET|${THERIAC_GITHUB_URL-none}"`, f.env.Name()).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		key, err := filepath.Abs(f.key.Name())
		if err != nil {
			t.Fatal(err)
		}
		if want := "1|" + key + "|" + secret + "|none"; string(out) != want {
			t.Errorf("%q, want %q", out, want)
		}
	}
}
