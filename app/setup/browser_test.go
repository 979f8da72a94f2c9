package setup_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/theriac/theriac/app/setup"
)

var shots = flag.String("shots", "", "folder to put screenshots of the pages into")

// browser starts a Chromium that ends with the test, which is skipped where
// there is none. complaints are what its console says.
func browser(t *testing.T) (ctx context.Context, complaints func() []string) {
	t.Helper()
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		t.Skip("no Chromium is installed")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(found), chromedp.WindowSize(900, 1000), chromedp.WSURLReadTimeout(time.Minute))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium refuses it to root
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // starts it
		t.Fatal(err)
	}
	var mu sync.Mutex
	var said []string
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			if !strings.Contains(e.Entry.URL, "favicon.ico") {
				said = append(said, e.Entry.Text)
			}
		case *runtime.EventExceptionThrown:
			said = append(said, e.ExceptionDetails.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	// A bound for a browser that hangs, not a figure that is measured.
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	return ctx, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return said
	}
}

// shot keeps a picture of the page, where somebody asked for it.
func shot(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if *shots == "" {
			return nil
		}
		picture, err := chromedp.FullScreenshot(100)(ctx, t)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o644)
	})
}

// keep puts what an action gives into a variable.
func keep[T any](into *T, a chromedp.Action[T]) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		*into, err = a(ctx, t)
		return err
	})
}

// A person's way through the pages: a mistake, then the App.
func TestInABrowser(t *testing.T) {
	ctx, complaints := browser(t)
	g := newGitHub(t)
	p := open(t, t.TempDir())

	var address, wrong, again, done string
	err := chromedp.Do(ctx,
		chromedp.Navigate(p.start),
		chromedp.WaitVisible(`#name`),
		keep(&address, chromedp.Location()),
		shot("1-form"),
		chromedp.SetValue(`#organisation`, `not/a login`),
		chromedp.SetValue(`#hook`, `https://theriac.example.com`),
		chromedp.SetValue(`#github`, g.URL),
		chromedp.Click(`button[type=submit]`),
		chromedp.WaitVisible(`#organisation-wrong`),
		keep(&wrong, chromedp.Text(`#organisation-wrong`)),
		shot("2-mistake"),
		chromedp.SetValue(`#organisation`, `octo-org`),
		chromedp.Click(`button[type=submit]`),
		chromedp.WaitVisible(`a[href="/"]`),
		chromedp.Click(`a[href="/"]`),
		chromedp.WaitVisible(`#organisation`),
		keep(&again, chromedp.Value(`#organisation`)),
		chromedp.Click(`button[type=submit]`),
		chromedp.WaitVisible(`form[action*="/organizations/octo-org/settings/apps/new?state="]`),
		shot("3-confirm"),
		chromedp.Click(`button[type=submit]`),
		chromedp.WaitVisible(`#confirm`), // GitHub's page
		chromedp.Click(`#confirm`),
		chromedp.WaitVisible(`a[href="https://github.com/apps/theriac/installations/new"]`),
		keep(&done, chromedp.Text(`main`)),
		shot("4-done"),
	)
	if err != nil {
		t.Fatalf("%v\nthe console: %q", err, complaints())
	}
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	if strings.Contains(address, "key") {
		t.Errorf("the key stays in the address: %s", address)
	}
	if !strings.Contains(wrong, "organisation") {
		t.Errorf("the mistake reads %q", wrong)
	}
	if again != "octo-org" {
		t.Errorf("what was filled in is gone: %q", again)
	}
	if !strings.Contains(done, filepath.Join(p.dir, setup.EnvFile)) {
		t.Errorf("the last page reads\n%s", done)
	}
	if apps := g.apps(); len(apps) != 1 || apps[0].Owner != "octo-org" || apps[0].Origin != p.at("") {
		t.Errorf("GitHub got %+v", apps)
	}
	if key := secret(t, filepath.Join(p.dir, setup.KeyFile)); key != string(g.API.PrivateKey) {
		t.Error("the key is not GitHub's")
	}
	// The form with the mistake is answered with 422, which the console tells; so
	// it would tell of a style or a form that the policy forbids.
	if said := complaints(); len(said) != 1 || !strings.Contains(said[0], "422") {
		t.Errorf("the console says: %q", said)
	}
}
