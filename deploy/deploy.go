// Package deploy holds what theriac-app is run with: a container image, a compose
// file, Kubernetes manifests, a systemd unit, and the GitHub App's own manifest.
// Its tests hold all of them to what their readers accept, and to the program.
package deploy

import _ "embed" // the App's manifest

// AppManifest is the GitHub App as theriac wants it: its permissions and events.
// `theriac-app setup` fills in the name and the addresses.
// https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
//
//go:embed app-manifest.json
var AppManifest []byte
