package deploy_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/deploy"
)

// The App asks for what the reviews need, which the fake GitHub holds the
// program to, and for no more.
func TestAppManifest(t *testing.T) {
	var m struct {
		Permissions map[string]string `json:"default_permissions"`
		Events      []string          `json:"default_events"`
		Public      *bool             `json:"public"`
		Hook        struct {
			URL    string `json:"url"`
			Active bool   `json:"active"`
		} `json:"hook_attributes"`
	}
	if err := json.Unmarshal(deploy.AppManifest, &m); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(hubtest.Granted, m.Permissions); diff != "" {
		t.Error(diff)
	}
	slices.Sort(m.Events)
	if diff := cmp.Diff(hubtest.Events, m.Events); diff != "" {
		t.Error(diff)
	}
	if m.Public == nil || *m.Public || !m.Hook.Active || m.Hook.URL == "" {
		t.Errorf("%+v", m)
	}
}
