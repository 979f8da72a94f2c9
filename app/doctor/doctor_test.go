package doctor_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/doctor"
	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/deploy"
)

// environ is a whole and right one.
func environ(t *testing.T, gh *hubtest.Server) []string {
	t.Helper()
	return []string{
		fmt.Sprintf("THERIAC_APP_ID=%d", gh.AppID), "THERIAC_PRIVATE_KEY=" + string(gh.PrivateKey),
		"THERIAC_WEBHOOK_SECRET=" + gh.WebhookSecret, "THERIAC_GITHUB_URL=" + gh.URL,
		"THERIAC_DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "theriac.db"),
	}
}

// examine runs the doctor and returns its lines without the blanks.
func examine(t *testing.T, environ []string) (healthy bool, lines []string) {
	t.Helper()
	var out strings.Builder
	healthy = doctor.Run(t.Context(), environ, &out)
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return healthy, lines
}

func TestHealthy(t *testing.T) {
	gh := hubtest.New(t)
	gh.Install("acme")
	healthy, lines := examine(t, environ(t, gh))
	text := strings.Join(lines, "\n")
	if !healthy || strings.Contains(text, "BAD") {
		t.Errorf("healthy: %t\n%s", healthy, text)
	}
	for _, want := range []string{"ok settings complete", "is made at the first start", "ok GitHub key and App ID are right: theriac (4711)",
		"ok clock as GitHub's", "ok permissions all granted", "ok events", "ok installation acme", "warn webhook GitHub has sent nothing in the last day"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, gh.WebhookSecret) || strings.Contains(text, "PRIVATE KEY-") {
		t.Errorf("a secret is told:\n%s", text)
	}
}

// TestNothingSet: a fresh machine is told what is missing, and nothing is asked.
func TestNothingSet(t *testing.T) {
	t.Chdir(t.TempDir())
	healthy, lines := examine(t, nil)
	text := strings.Join(lines, "\n")
	if healthy {
		t.Error("healthy with nothing set")
	}
	for _, want := range []string{"BAD settings THERIAC_APP_ID: ", "BAD settings THERIAC_PRIVATE_KEY_FILE: ", "BAD settings THERIAC_WEBHOOK_SECRET: ",
		"theriac-app setup", "ok database theriac.db is made at the first start", "- GitHub not asked"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestIll: each ailment is named, with what mends it on the next line.
func TestIll(t *testing.T) {
	tests := []struct {
		name   string
		ail    func(*testing.T, *hubtest.Server, []string)
		healed bool // it is only a warning
		want   []string
	}{
		{"wrong App ID", func(_ *testing.T, _ *hubtest.Server, e []string) { e[0] = "THERIAC_APP_ID=1" }, false,
			[]string{"BAD GitHub", "Compare THERIAC_APP_ID"}},
		{"nobody there", func(_ *testing.T, _ *hubtest.Server, e []string) { e[3] = "THERIAC_GITHUB_URL=http://127.0.0.1:1/" }, false,
			[]string{"BAD GitHub", "Is the machine online"}},
		{"no folder for the database", func(_ *testing.T, _ *hubtest.Server, e []string) {
			e[4] = "THERIAC_DATABASE_URL=sqlite:/none/such/theriac.db"
		}, false,
			[]string{"BAD database its folder:", "Set THERIAC_DATABASE_URL"}},
		{"no Postgres", func(_ *testing.T, _ *hubtest.Server, e []string) {
			e[4] = "THERIAC_DATABASE_URL=postgres://me:hush@127.0.0.1:1/none?connect_timeout=1"
		}, false, []string{"BAD database", "Set THERIAC_DATABASE_URL"}},
		{"suspended", func(_ *testing.T, gh *hubtest.Server, _ []string) { gh.Install("globex").Suspend(true) }, true,
			[]string{"ok installation acme", "warn installation globex is suspended", "can unsuspend it"}},
		{"a permission not accepted", func(_ *testing.T, gh *hubtest.Server, _ []string) { gh.Install("globex").Grant("checks", "read") }, false,
			[]string{"BAD installation globex missing: checks: write", "has to accept"}},
		{"deliveries that find nobody", func(t *testing.T, gh *hubtest.Server, _ []string) {
			gh.Deliver(t.Context(), "http://127.0.0.1:1/", hubtest.Event{Name: "ping"})
		}, false, []string{"BAD webhook deliveries in the last day: 1, failed: 1; the last one found nobody", "can GitHub reach"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			gh := hubtest.New(t)
			gh.Install("acme")
			e := environ(t, gh)
			tt.ail(t, gh, e)
			healthy, lines := examine(t, e)
			gh.TakeViolations() // a wrong App ID is one
			text := strings.Join(lines, "\n")
			if healthy != tt.healed {
				t.Errorf("healthy: %t\n%s", healthy, text)
			}
			for _, want := range tt.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			if strings.Contains(text, "hush") {
				t.Errorf("a password is told:\n%s", text)
			}
		})
	}
}

// TestNeeds: what the program needs is what its manifest asks for at GitHub.
func TestNeeds(t *testing.T) {
	var manifest struct {
		Permissions map[string]string `json:"default_permissions"`
		Events      []string          `json:"default_events"`
	}
	if err := json.Unmarshal(deploy.AppManifest, &manifest); err != nil {
		t.Fatal(err)
	}
	needs := map[string]string{}
	for _, n := range hub.Needs() {
		needs[n.Permission] = n.Level
	}
	if diff := cmp.Diff(needs, manifest.Permissions); diff != "" {
		t.Errorf("permissions (-program +manifest):\n%s", diff)
	}
	if diff := cmp.Diff(hub.Events(), manifest.Events); diff != "" {
		t.Errorf("events (-program +manifest):\n%s", diff)
	}
}
