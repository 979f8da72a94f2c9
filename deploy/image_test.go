package deploy_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// instructions are a Dockerfile's, with continued lines joined and comments left
// out.
func instructions(t *testing.T, name string) [][2]string {
	t.Helper()
	var all [][2]string
	text := regexp.MustCompile(`(?m)^\s*#.*\n`).ReplaceAllString(string(read(t, name)), "")
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			word, rest, _ := strings.Cut(line, " ")
			all = append(all, [2]string{word, strings.TrimSpace(rest)})
		}
	}
	return all
}

// last is the image: what comes after the last FROM.
func last(all [][2]string) map[string]string {
	image := map[string]string{}
	for _, i := range all {
		if i[0] == "FROM" {
			clear(image)
		}
		image[i[0]] = strings.TrimSpace(image[i[0]] + " " + i[1])
	}
	return image
}

func TestImage(t *testing.T) {
	image := last(instructions(t, "Dockerfile"))
	for word, want := range map[string]string{
		"FROM":        "scratch",     // no shell, no package
		"USER":        "65532:65532", // a number, which Kubernetes can tell from root's
		"HEALTHCHECK": `--interval=30s --timeout=5s --start-period=15s CMD ["/usr/local/bin/theriac-app", "healthcheck"]`,
		"ENTRYPOINT":  `["/usr/local/bin/theriac-app"]`,
		"CMD":         `["serve"]`,
		"VOLUME":      "/data", // all else can be read-only
		"WORKDIR":     "/data",
		"RUN":         "",
	} {
		if image[word] != want {
			t.Errorf("%s is %q, want %q", word, image[word], want)
		}
	}
	if !strings.Contains(image["COPY"], "ca-certificates.crt /etc/ssl/certs/") {
		t.Error("nothing to know GitHub by")
	}
	variables := map[string]string{}
	for pair := range strings.FieldsSeq(image["ENV"]) {
		name, value, _ := strings.Cut(pair, "=")
		variables[name] = value
	}
	settings(t, variables)
	if !strings.HasPrefix(variables["THERIAC_DATABASE_URL"], "sqlite:"+image["VOLUME"]+"/") {
		t.Error("the database is not on the volume")
	}
	if variables["THERIAC_LISTEN"] != ":"+image["EXPOSE"] {
		t.Error("the exposed port is another one")
	}
}

// What the ignore file lets through is enough to build from, and the programs
// need nothing that a scratch image lacks. The build is the Dockerfile's own, but
// for where it takes place, and for -trimpath, with which every package would be
// compiled once more.
func TestBuildInTheContext(t *testing.T) {
	if testing.Short() {
		t.Skip("builds both programs")
	}
	for _, tool := range []string{"go", "sh"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	copyContext(t, "..", dir)
	build := ""
	for _, i := range instructions(t, "Dockerfile") {
		if i[0] == "RUN" && strings.Contains(i[1], "go build") {
			build = i[1]
		}
	}
	build = regexp.MustCompile(`--mount=\S+`).ReplaceAllString(build, "")
	if !strings.Contains(build, " -trimpath ") {
		t.Error("the programs would know where they were built")
	}
	build = strings.ReplaceAll(build, " -trimpath ", " ")
	out := t.TempDir()
	build = strings.ReplaceAll(build, "/out/", out+"/")
	cmd := exec.Command("sh", "-c", build)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TARGETOS=linux", "TARGETARCH=amd64", "COMMIT=0123abc", "DATE=2026-01-02T03:04:05Z")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s\n%v\n%s", build, err, said)
	}
	for _, name := range []string{"theriac", "theriac-app"} {
		program := filepath.Join(out, "bin", name)
		said, err := exec.Command("go", "version", "-m", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(said), "CGO_ENABLED=0") {
			t.Errorf("%s is not static:\n%s", name, said)
		}
		if ldd, err := exec.Command("ldd", program).CombinedOutput(); err == nil {
			t.Errorf("%s is dynamic: %s", name, ldd)
		}
	}
	said, err := exec.Command(filepath.Join(out, "bin", "theriac"), "version").Output()
	if err != nil || !strings.Contains(string(said), "commit 0123abc of 2026-01-02T03:04:05Z") {
		t.Errorf("version: %s%v", said, err)
	}
}

// copyContext copies what the ignore file lets through: the paths with an
// exclamation mark, without tests.
func copyContext(t *testing.T, from, to string) {
	t.Helper()
	for line := range strings.Lines(string(read(t, "Dockerfile.dockerignore"))) {
		path, ok := strings.CutPrefix(strings.TrimSpace(line), "!")
		if !ok {
			continue
		}
		root := filepath.Join(from, path)
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if d.Name() == "testdata" && p != root {
					return fs.SkipDir
				}
				return nil
			}
			if strings.HasSuffix(p, "_test.go") {
				return nil
			}
			rel, err := filepath.Rel(from, p)
			if err != nil {
				return err
			}
			target := filepath.Join(to, rel)
			if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
				return err
			}
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			return os.WriteFile(target, data, 0o666)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Keys, databases and history stay out of the image's layers.
func TestContextIsAllowed(t *testing.T) {
	var rules []string
	for line := range strings.Lines(string(read(t, "Dockerfile.dockerignore"))) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			rules = append(rules, line)
		}
	}
	if rules[0] != "*" {
		t.Errorf("the first rule is %q: it must leave everything out", rules[0])
	}
	if i := slices.IndexFunc(rules, func(r string) bool { return r == "!deploy" || r == "!." || strings.HasPrefix(r, "!.git") }); i >= 0 {
		t.Errorf("%s lets in what lies around", rules[i])
	}
}

// dockerfileUtils is a linter of Dockerfiles, the one of editors.
const dockerfileUtils = "dockerfile-utils@0.16.3"

func TestDockerfileLints(t *testing.T) {
	npx, err := exec.LookPath("npx")
	if err != nil {
		t.Skip("npx is not installed")
	}
	run := func(file string) (string, error) {
		cmd := exec.Command(npx, "--yes", dockerfileUtils, "lint", file)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	// It has to be had, and to find something, before its silence means anything.
	bad := filepath.Join(t.TempDir(), "Dockerfile")
	if err := os.WriteFile(bad, []byte("FROM scratch\nCOPYY a b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, _ := run(bad); !strings.Contains(out, "COPYY") {
		t.Skipf("the linter can't be had: %s", out)
	}
	if out, err := run("Dockerfile"); err != nil || strings.Contains(out, "Line") {
		t.Errorf("%v\n%s", err, out)
	}
}
