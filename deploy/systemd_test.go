package deploy_test

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const unit = "systemd/theriac-app.service"

func TestUnit(t *testing.T) {
	text := string(read(t, unit))
	variables := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^Environment=(\w+)=(\S+)$`).FindAllStringSubmatch(text, -1) {
		variables[m[1]] = strings.ReplaceAll(m[2], "%S", "/var/lib")
	}
	exec := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/env (\w+)=(\S+) /usr/local/bin/theriac-app serve$`).FindStringSubmatch(text)
	if exec == nil {
		t.Fatal("it starts something else")
	}
	variables[exec[1]] = exec[2]
	settings(t, variables)
	if variables["THERIAC_PRIVATE_KEY_FILE"] != "%d/theriac.pem" || !strings.Contains(text, "\nLoadCredential=theriac.pem:/etc/theriac/theriac.pem\n") {
		t.Error("the key is not the one that systemd hands over")
	}
	if variables["THERIAC_DATABASE_URL"] != "sqlite:/var/lib/theriac/theriac.db" || !strings.Contains(text, "\nStateDirectory=theriac\n") {
		t.Error("the database is not in the unit's own folder")
	}
}

func TestUnitVerifies(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	if out, err := exec.Command(analyze, "verify", unit).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=100", unit).CombinedOutput()
	if err != nil {
		t.Skipf("systemd-analyze can't judge a file: %v\n%s", err, out)
	}
	m := regexp.MustCompile(`Overall exposure level for .*: ([0-9.]+) `).FindSubmatch(out)
	if m == nil {
		t.Fatalf("no judgement:\n%s", out)
	}
	// 0 is a service that can do nothing, 10 one that can do all; below 2 it is as
	// closed as one that talks to the network can be.
	if exposure, err := strconv.ParseFloat(string(m[1]), 64); err != nil || exposure >= 2 {
		t.Errorf("exposure %s\n%s", m[1], out)
	}
}
