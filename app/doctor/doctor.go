// Package doctor looks over an installation of theriac-app: its settings, its
// database, and the GitHub App as GitHub knows it. It changes nothing, and says
// of everything that is wrong how to mend it.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/theriac/theriac/app"
	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks"
)

// Run looks at everything and writes what it finds, one line a check. It reports
// whether theriac-app can work like this.
func Run(ctx context.Context, environ []string, out io.Writer) (healthy bool) {
	d := &doctor{out: out, healthy: true}
	settings, err := app.Load(environ)
	var faults app.Faults
	if errors.As(err, &faults) {
		d.faults(faults)
	} else {
		d.ok("settings", "complete")
	}
	if !faults.Of("THERIAC_DATABASE_URL") {
		d.database(ctx, settings.DatabaseURL)
	}
	d.github(ctx, settings, faults)
	return d.healthy
}

type doctor struct {
	out     io.Writer
	healthy bool
}

// say writes a line; mend, where it is not empty, another one below.
func (d *doctor) say(state, what, detail, mend string) {
	fmt.Fprintf(d.out, "%-5s %-14s %s\n", state, what, checks.EscapeTerminal(detail))
	if mend != "" {
		fmt.Fprintf(d.out, "%-5s %-14s → %s\n", "", "", checks.EscapeTerminal(mend))
	}
}

func (d *doctor) ok(what, detail string)         { d.say("ok", what, detail, "") }
func (d *doctor) warn(what, detail, mend string) { d.say("warn", what, detail, mend) }
func (d *doctor) skip(what, detail string)       { d.say("-", what, detail, "") }
func (d *doctor) bad(what, detail, mend string)  { d.healthy = false; d.say("BAD", what, detail, mend) }

func (d *doctor) faults(faults app.Faults) {
	for _, f := range faults {
		d.bad("settings", f.Error(), "")
	}
	if faults.Of("THERIAC_APP_ID") {
		d.skip("", "No GitHub App yet? theriac-app setup makes one; theriac-app demo shows it at work without.")
	}
}

func (d *doctor) database(ctx context.Context, url string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	found, err := queue.Probe(ctx, url)
	if err != nil {
		d.bad("database", err.Error(), "Set THERIAC_DATABASE_URL to a database that can be reached, sqlite:PATH or postgres://...")
		return
	}
	d.ok("database", found)
}

// github asks GitHub, if it is known whom to ask and as whom.
func (d *doctor) github(ctx context.Context, s app.Settings, faults app.Faults) {
	if faults.Of("THERIAC_APP_ID") || faults.Of("THERIAC_PRIVATE_KEY") || faults.Of("THERIAC_PRIVATE_KEY_FILE") || faults.Of("THERIAC_GITHUB_URL") {
		d.skip("GitHub", "not asked: that takes the App ID and the private key")
		return
	}
	h, err := hub.New(hub.Options{AppID: s.AppID, PrivateKey: s.PrivateKey, URL: s.GitHubURL, UserAgent: "theriac/" + checks.Version})
	if err != nil {
		d.bad("GitHub", err.Error(), "")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if d.identity(ctx, h) {
		d.installations(ctx, h)
		d.deliveries(ctx, h)
	}
}
