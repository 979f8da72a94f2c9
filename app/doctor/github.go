package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/theriac/theriac/app/hub"
)

// maxClockError is how far the clock may be off. GitHub refuses an App's token
// that was issued in its future, and theriac dates them back by a minute.
const maxClockError = 30 * time.Second

// identity looks at the App as GitHub knows it. It is false if there is no use in
// asking on.
func (d *doctor) identity(ctx context.Context, h *hub.Hub) bool {
	id, err := h.Identity(ctx)
	now := time.Now()
	switch {
	case errors.Is(err, hub.ErrCredentials), errors.Is(err, hub.ErrNotFound):
		d.bad("GitHub", err.Error(), "Compare THERIAC_APP_ID with the App's settings page, make a new private key there, and set this machine's clock (NTP).")
		return false
	case err != nil:
		d.bad("GitHub", err.Error(), "Is the machine online, and THERIAC_GITHUB_URL right? A proxy is set by HTTPS_PROXY.")
		return false
	}
	d.ok("GitHub", fmt.Sprintf("key and App ID are right: %s (%d)", id.Name, id.ID))
	if off := now.Sub(id.Clock); off.Abs() > maxClockError {
		d.bad("clock", fmt.Sprintf("%s away from GitHub's", off.Round(time.Second)), "Set this machine's clock (NTP): GitHub refuses tokens from the future.")
	} else {
		d.ok("clock", "as GitHub's")
	}
	const mend = "Change it on the App's settings page, under Permissions & events. Owners then have to accept it."
	d.permissions("permissions", id.Permissions, mend)
	var missing []string
	for _, e := range hub.Events() {
		if !slices.Contains(id.Events, e) {
			missing = append(missing, e)
		}
	}
	if len(missing) > 0 {
		d.bad("events", "not subscribed: "+strings.Join(missing, ", "), mend)
	} else {
		d.ok("events", strings.Join(id.Events, ", "))
	}
	return true
}

// permissions compares what is granted with what theriac needs.
func (d *doctor) permissions(what string, granted map[string]string, mend string) {
	var missing, wanted []string
	for _, n := range hub.Needs() {
		text := fmt.Sprintf("%s: %s (%s)", n.Permission, n.Level, n.For)
		switch {
		case hub.Grants(granted, n):
		case n.Optional:
			wanted = append(wanted, text)
		default:
			missing = append(missing, text)
		}
	}
	if len(missing) > 0 {
		d.bad(what, "missing: "+strings.Join(missing, "; "), mend)
	}
	if len(wanted) > 0 {
		d.warn(what, "optional, and missing: "+strings.Join(wanted, "; "), mend)
	}
	if len(missing)+len(wanted) == 0 {
		d.ok(what, "all granted")
	}
}

func (d *doctor) installations(ctx context.Context, h *hub.Hub) {
	all, err := h.Installations(ctx)
	if err != nil {
		d.bad("installations", err.Error(), "")
		return
	}
	if len(all) == 0 {
		d.warn("installations", "none: the App reviews nothing", "Install it from its page, under Install App.")
	}
	for _, i := range all {
		what := "installation"
		if i.Suspended {
			d.warn(what, i.Account+" is suspended", "An owner can unsuspend it in the account's settings, under GitHub Apps.")
			continue
		}
		lacks := slices.ContainsFunc(hub.Needs(), func(n hub.Need) bool { return !n.Optional && !hub.Grants(i.Permissions, n) })
		if lacks {
			d.permissions(what+" "+i.Account, i.Permissions, "An owner of the account has to accept the App's new permissions.")
			continue
		}
		d.ok(what, i.Account)
	}
}

// looksBack is how far back deliveries are looked at.
const looksBack = 24 * time.Hour

// deliveries looks at how GitHub fared with our webhook. It is the only look at
// theriac from the outside that there is.
func (d *doctor) deliveries(ctx context.Context, h *hub.Hub) {
	all, err := h.Deliveries(ctx, time.Now().Add(-looksBack))
	if err != nil {
		d.bad("webhook", err.Error(), "")
		return
	}
	if len(all) == 0 {
		d.warn("webhook", "GitHub has sent nothing in the last day", "Is the webhook active on the App's settings page, and its URL https://HOST/webhook?")
		return
	}
	failed := 0
	for _, x := range all {
		if !x.OK {
			failed++
		}
	}
	last := all[0] // newest first
	text := fmt.Sprintf("deliveries in the last day: %d, failed: %d", len(all), failed)
	switch {
	case last.OK:
		d.ok("webhook", text+"; the last one arrived")
	case last.StatusCode == 0:
		d.bad("webhook", text+"; the last one found nobody", "Is theriac-app running, and can GitHub reach the webhook URL on the App's settings page?")
	case last.StatusCode == 401:
		d.bad("webhook", text+"; the last one was refused for its signature", "THERIAC_WEBHOOK_SECRET and the secret on the App's settings page differ.")
	default:
		d.bad("webhook", fmt.Sprintf("%s; the last one was answered with %d", text, last.StatusCode), "Look into theriac-app's log, or that of the proxy before it.")
	}
}
