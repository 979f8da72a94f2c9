package deploy_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"gopkg.in/yaml.v3"
)

// TestAlerts holds the rules to what the program measures, and to promtool where there is one.
func TestAlerts(t *testing.T) {
	const name = "prometheus/alerts.yaml"
	var rules struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(read(t, name), &rules); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../app/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]bool{}
	for _, m := range regexp.MustCompile(`"(theriac_[a-z_]+)"`).FindAllStringSubmatch(string(source), -1) {
		measured[m[1]] = true
	}
	n := 0
	for _, group := range rules.Groups {
		for _, r := range group.Rules {
			n++
			metrics := regexp.MustCompile(`theriac_[a-z_]+`).FindAllString(r.Expr, -1)
			if r.Alert == "" || len(metrics) == 0 || r.Labels["severity"] == "" || r.Annotations["summary"] == "" {
				t.Errorf("%+v lacks something", r)
			}
			for _, m := range metrics {
				if !measured[m] {
					t.Errorf("%s: nobody measures %s", r.Alert, m)
				}
			}
		}
	}
	if n < 5 {
		t.Errorf("%d alerts", n)
	}
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Log("promtool is not installed: its check is left out")
		return
	}
	if out, err := exec.Command("promtool", "check", "rules", name).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, out)
	}
}
