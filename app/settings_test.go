package app_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/theriac/theriac/app"
	"github.com/theriac/theriac/app/hub/hubtest"
)

// key is a private key as GitHub gives it out.
func key(t *testing.T) string {
	t.Helper()
	return string(hubtest.New(t).PrivateKey)
}

func TestLoad(t *testing.T) {
	pem := key(t)
	file := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(file, []byte(pem), 0o600); err != nil {
		t.Fatal(err)
	}
	least := []string{"THERIAC_APP_ID=4711", "THERIAC_WEBHOOK_SECRET=old, new", "THERIAC_PRIVATE_KEY_FILE=" + file}
	s, err := app.Load(least)
	if err != nil {
		t.Fatal(err)
	}
	if s.Secrets.Len() != 2 {
		t.Errorf("%d secrets, want 2", s.Secrets.Len())
	}
	want := app.Settings{AppID: 4711, PrivateKey: []byte(pem), GitHubURL: "https://api.github.com/",
		Listen: "127.0.0.1:8080", DatabaseURL: "sqlite:theriac.db", LogLevel: slog.LevelInfo}
	if diff := cmp.Diff(want, s, others); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}

	all := []string{"THERIAC_APP_ID=1", "THERIAC_WEBHOOK_SECRET=s", "THERIAC_PRIVATE_KEY=" + strings.ReplaceAll(pem, "\n", `\n`),
		"THERIAC_GITHUB_URL=https://github.example.com/api/v3/", "THERIAC_LISTEN=[::]:80", "THERIAC_DATABASE_URL=postgres://u:p@h/d", "THERIAC_LOG_LEVEL=WARN"}
	s, err = app.Load(all)
	if err != nil {
		t.Fatal(err)
	}
	want = app.Settings{AppID: 1, PrivateKey: []byte(pem), GitHubURL: "https://github.example.com/api/v3/",
		Listen: "[::]:80", DatabaseURL: "postgres://u:p@h/d", LogLevel: slog.LevelWarn}
	if diff := cmp.Diff(want, s, others); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

// others leaves out the secrets, which let nobody look at them.
var others = cmpopts.IgnoreFields(app.Settings{}, "Secrets")

// TestFaults: every fault is told at once, one line each, with the variable's
// name and no secret.
func TestFaults(t *testing.T) {
	pem := key(t)
	folder := t.TempDir()
	good := map[string]string{"THERIAC_APP_ID": "4711", "THERIAC_WEBHOOK_SECRET": "hush", "THERIAC_PRIVATE_KEY": pem}
	tests := []struct {
		variable, value string
		want            string // in the fault; "" for none
	}{
		{"THERIAC_APP_ID", "", "is not set"},
		{"THERIAC_APP_ID", "Iv1.8a61f9b3a7aba766", "positive number"},
		{"THERIAC_APP_ID", "0", "positive number"},
		{"THERIAC_APP_ID", " 12 ", ""},
		{"THERIAC_WEBHOOK_SECRET", "", "is not set"},
		{"THERIAC_WEBHOOK_SECRET", " , ", "empty"},
		{"THERIAC_PRIVATE_KEY", "hush", "holds no PEM"},
		{"THERIAC_PRIVATE_KEY", pem[:len(pem)/2] + "\n-----END RSA PRIVATE KEY-----\n", "RSA"},
		{"THERIAC_PRIVATE_KEY", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "it says certificate"},
		{"THERIAC_PRIVATE_KEY", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "damaged"},
		{"THERIAC_PRIVATE_KEY_FILE", filepath.Join(folder, "none.pem"), "beside THERIAC_PRIVATE_KEY"},
		{"THERIAC_LISTEN", "8080", "host:port"},
		{"THERIAC_LISTEN", "localhost:http", "host:port"},
		{"THERIAC_LISTEN", ":0", "host:port"},
		{"THERIAC_LISTEN", ":65536", "host:port"},
		{"THERIAC_LISTEN", ":8080", ""},
		{"THERIAC_GITHUB_URL", "github.example.com", "https://HOST/api/v3/"},
		{"THERIAC_GITHUB_URL", "https://hush@github.example.com/api/v3/", "credentials"},
		{"THERIAC_GITHUB_URL", "https://github.com/", "leave the variable away"},
		{"THERIAC_DATABASE_URL", "mysql://root:hush@localhost", "sqlite:PATH"},
		{"THERIAC_DATABASE_URL", "sqlite:", "sqlite:PATH"},
		{"THERIAC_WEBHOOK_MEMORY", "much", "200MiB"},
		{"THERIAC_WEBHOOK_MEMORY", "1MiB", "less than"},
		{"THERIAC_WEBHOOK_MEMORY", "100MiB", ""},
		{"THERIAC_REVIEW_MEMORY", "-1GiB", "200MiB"},
		{"THERIAC_REVIEW_MEMORY", "1000000", "less than"},
		{"THERIAC_REVIEW_MEMORY", " 1GiB ", ""},
		{"THERIAC_LOG_LEVEL", "loud", "debug, info, warn, error"},
	}
	for _, tt := range tests {
		var environ []string
		for k, v := range good {
			if k != tt.variable {
				environ = append(environ, k+"="+v)
			}
		}
		_, err := app.Load(append(environ, tt.variable+"="+tt.value))
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s=%q: %v", tt.variable, tt.value, err)
			}
			continue
		}
		var faults app.Faults
		if !errors.As(err, &faults) || len(faults) != 1 || !faults.Of(tt.variable) || faults.Of("THERIAC_APP_ID") != (tt.variable == "THERIAC_APP_ID") {
			t.Errorf("%s=%q: %v", tt.variable, tt.value, err)
			continue
		}
		line := err.Error()
		if !strings.HasPrefix(line, tt.variable+": ") || !strings.Contains(line, tt.want) || strings.Contains(line, "hush") || strings.Contains(line, "\n") {
			t.Errorf("%s=%q: %q, want %q in it", tt.variable, tt.value, line, tt.want)
		}
	}

	_, err := app.Load(nil)
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "THERIAC_APP_ID: ") || !strings.HasPrefix(lines[1], "THERIAC_PRIVATE_KEY_FILE: ") || !strings.HasPrefix(lines[2], "THERIAC_WEBHOOK_SECRET: ") {
		t.Errorf("nothing set: %q", lines)
	}
	_, err = app.Load([]string{"THERIAC_APP_ID=1", "THERIAC_WEBHOOK_SECRET=s", "THERIAC_PRIVATE_KEY_FILE=" + folder})
	if err == nil || !strings.HasPrefix(err.Error(), "THERIAC_PRIVATE_KEY_FILE: ") {
		t.Errorf("a folder as the key: %v", err)
	}
}

// TestKeyMode: a key that everybody may read or change is none.
func TestKeyMode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(file, []byte(key(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]string{0o600: "", 0o400: "", 0o440: "", 0o644: "read by everybody", 0o620: "changed by others", 0o666: "changed by others"} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		_, err := app.Load([]string{"THERIAC_APP_ID=1", "THERIAC_WEBHOOK_SECRET=s", "THERIAC_PRIVATE_KEY_FILE=" + file})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("mode %04o: %v, want %q", mode, err, want)
		}
	}
}
