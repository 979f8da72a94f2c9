package deploy_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose loads the file as `docker compose` does, with the schema's checks.
func compose(t *testing.T, profiles ...string) *types.Project {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"compose.yaml": read(t, "compose.yaml"),
		"theriac.env":  []byte("THERIAC_APP_ID=1\nTHERIAC_WEBHOOK_SECRET=secret\nTHERIAC_PRIVATE_KEY_FILE=/home/somebody/theriac.pem\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options, err := cli.NewProjectOptions([]string{filepath.Join(dir, "compose.yaml")},
		cli.WithEnv([]string{"POSTGRES_PASSWORD=word"}), cli.WithProfiles(profiles))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// environment is what the container sees: the file, and what is set beside it.
func environment(t *testing.T, s types.ServiceConfig) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, value := range s.Environment {
		if value == nil {
			t.Errorf("%s: %s comes from whoever starts it", s.Name, name)
			continue
		}
		all[name] = *value
	}
	return all
}

func TestCompose(t *testing.T) {
	project := compose(t)
	if names := project.ServiceNames(); !slices.Equal(names, []string{"theriac"}) {
		t.Fatalf("without a profile it starts %v", names)
	}
	s := project.Services["theriac"]
	closed(t, s)
	env := environment(t, s)
	settings(t, env)
	if env["THERIAC_PRIVATE_KEY_FILE"] != "/run/secrets/theriac.pem" {
		t.Errorf("the key is looked for at %s", env["THERIAC_PRIVATE_KEY_FILE"])
	}
	if len(s.Volumes) != 1 || s.Volumes[0].Target != "/data" {
		t.Errorf("the database is not on a volume: %+v", s.Volumes)
	}
	loopback(t, s)
}

func TestComposePostgres(t *testing.T) {
	project := compose(t, "postgres")
	s := project.Services["replica"]
	closed(t, s)
	settings(t, environment(t, s))
	if s.Scale == nil || *s.Scale < 2 {
		if s.Deploy == nil || s.Deploy.Replicas == nil || *s.Deploy.Replicas < 2 {
			t.Error("one replica")
		}
	}
	if len(s.Ports) > 0 || len(s.Volumes) > 0 {
		t.Error("replicas share neither a port of the host nor a file")
	}
	if !strings.Contains(environment(t, s)["THERIAC_DATABASE_URL"], "theriac:word@postgres:5432/theriac") {
		t.Error("not the database of the service postgres")
	}
	loopback(t, project.Services["proxy"])

	// Naming the proxy starts all that it needs, and not the one with SQLite.
	chosen, err := project.WithSelectedServices([]string{"proxy"})
	if err != nil {
		t.Fatal(err)
	}
	names := chosen.ServiceNames()
	slices.Sort(names)
	if !slices.Equal(names, []string{"postgres", "proxy", "replica"}) {
		t.Errorf("`up proxy` starts %v", names)
	}
}

func closed(t *testing.T, s types.ServiceConfig) {
	t.Helper()
	if !s.ReadOnly || s.Privileged || !slices.Equal(s.CapDrop, []string{"ALL"}) || len(s.CapAdd) > 0 ||
		!slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
		t.Errorf("%s is more open than it needs to be", s.Name)
	}
	if s.User != "" {
		t.Errorf("%s: the image says who it runs as", s.Name)
	}
	if s.StopGracePeriod == nil || s.StopGracePeriod.String() != "30s" {
		t.Errorf("%s: reviews need time to end", s.Name)
	}
}

// loopback: it speaks plain HTTP, and something with TLS goes before it.
func loopback(t *testing.T, s types.ServiceConfig) {
	t.Helper()
	for _, p := range s.Ports {
		if p.HostIP != "127.0.0.1" {
			t.Errorf("%s is open to the world at %s:%s", s.Name, p.HostIP, p.Published)
		}
	}
	if len(s.Ports) != 1 {
		t.Errorf("%s: %d ports", s.Name, len(s.Ports))
	}
}
