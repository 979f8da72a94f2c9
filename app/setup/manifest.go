package setup

import (
	"encoding/json"
	"fmt"
)

// manifest fills the App's manifest in. Members that setup has nothing to say of
// stay as they are.
func manifest(base []byte, c choice, redirect string) (string, error) {
	var m map[string]any
	if err := json.Unmarshal(base, &m); err != nil {
		return "", fmt.Errorf("the App's manifest: %w", err)
	}
	m["name"] = c.name
	m["redirect_url"] = redirect
	m["hook_attributes"] = map[string]any{"url": c.hook, "active": true}
	if permissions, ok := m["default_permissions"].(map[string]any); ok && !c.scanning {
		delete(permissions, "security_events")
	}
	filled, err := json.Marshal(m)
	return string(filled), err
}
