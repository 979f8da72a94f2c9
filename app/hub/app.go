package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/go-github/v66/github"
)

// An Identity is the App as GitHub knows it.
type Identity struct {
	ID          int64
	Slug, Name  string
	Permissions map[string]string // granted: "checks": "write"
	Events      []string          // subscribed
	// Clock is GitHub's time when it answered, to whole seconds; a clock that
	// is off by more than a minute gets every JWT refused.
	Clock time.Time
}

// Identity asks GitHub who the App is. It is the cheapest way to learn that key,
// App ID and clock are right.
func (h *Hub) Identity(ctx context.Context) (Identity, error) {
	// go-github's own types know only the permissions of their day, and v66 lacks
	// merge_queues.
	var a struct {
		ID          int64
		Slug, Name  string
		Permissions map[string]string
		Events      []string
	}
	resp, err := h.get(ctx, "app", &a)
	if err != nil {
		return Identity{}, appError(err, "App %d", h.appID)
	}
	return Identity{
		ID: a.ID, Slug: a.Slug, Name: a.Name, Permissions: a.Permissions, Events: a.Events,
		Clock: serverTime(resp.Response, h.wire.now()),
	}, nil
}

// get asks for something as the App itself.
func (h *Hub) get(ctx context.Context, path string, into any) (*github.Response, error) {
	c := h.app()
	req, err := c.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(ctx, req, into)
}

// An Installation is the App on one account.
type Installation struct {
	ID          int64
	Account     string
	Suspended   bool
	Permissions map[string]string
}

// Installations lists where the App is installed.
func (h *Hub) Installations(ctx context.Context) ([]Installation, error) {
	var all []Installation
	for next := 1; next != 0; {
		var page []struct {
			ID          int64
			Account     struct{ Login string }
			SuspendedAt *time.Time `json:"suspended_at"`
			Permissions map[string]string
		}
		resp, err := h.get(ctx, fmt.Sprintf("app/installations?per_page=%d&page=%d", perPage, next), &page)
		if err != nil {
			return nil, appError(err, "installations")
		}
		for _, i := range page {
			all = append(all, Installation{ID: i.ID, Account: i.Account.Login, Suspended: i.SuspendedAt != nil, Permissions: i.Permissions})
		}
		next = resp.NextPage
	}
	return all, nil
}

// A Delivery is one attempt of GitHub's to deliver an event.
type Delivery struct {
	ID         int64  // of this attempt
	GUID       string // of the event, the same for all attempts
	Event      string
	Action     string
	At         time.Time
	OK         bool // answered with a 2xx
	StatusCode int  // 0 if there was no answer
}

// Deliveries returns the attempts since a time, newest first. GitHub keeps them
// for three days and does not repeat a failed one by itself.
// https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries
func (h *Hub) Deliveries(ctx context.Context, since time.Time) ([]Delivery, error) {
	var all []Delivery
	opts := &github.ListCursorOptions{PerPage: perPage}
	for {
		page, resp, err := h.app().Apps.ListHookDeliveries(ctx, opts)
		if err != nil {
			return nil, appError(err, "webhook deliveries")
		}
		for _, d := range page {
			if d.GetDeliveredAt().Before(since) {
				return all, nil
			}
			code := d.GetStatusCode()
			all = append(all, Delivery{
				ID: d.GetID(), GUID: d.GetGUID(), Event: d.GetEvent(), Action: d.GetAction(),
				At: d.GetDeliveredAt().Time, OK: code >= 200 && code < 300, StatusCode: code,
			})
		}
		if opts.Cursor = resp.Cursor; opts.Cursor == "" {
			return all, nil
		}
	}
}

// Redeliver asks GitHub to deliver an event again. The answer comes before the
// delivery does.
func (h *Hub) Redeliver(ctx context.Context, deliveryID int64) error {
	_, _, err := h.app().Apps.RedeliverHookDelivery(ctx, deliveryID)
	var accepted *github.AcceptedError
	if err == nil || errors.As(err, &accepted) {
		return nil
	}
	return appError(err, "redelivery of %d", deliveryID)
}

// Credentials is what GitHub gives out once, when an App was made from a
// manifest. Keep it from logs.
type Credentials struct {
	AppID         int64
	Slug          string
	HTMLURL       string
	PrivateKey    string // PEM
	WebhookSecret string
}

// Convert trades the code that GitHub hands over after an App was made from a
// manifest for the App's credentials. It works once, and for an hour.
// https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
func Convert(ctx context.Context, apiURL, userAgent, code string) (Credentials, error) {
	base, err := parseURL(apiURL)
	if err != nil {
		return Credentials{}, err
	}
	w := &wire{next: http.DefaultTransport, userAgent: userAgent, onCall: func(Call) {}, timeout: answerTimeout, now: time.Now, sleep: sleep, holds: holds{m: map[int64]hold{}}}
	c, _, err := newClient(&lane{wire: w}, base).Apps.CompleteAppManifest(ctx, code)
	if err != nil {
		return Credentials{}, appError(err, "credentials of the new App")
	}
	if c.GetID() == 0 || c.GetPEM() == "" {
		return Credentials{}, errors.New("credentials of the new App: GitHub's answer lacks them")
	}
	return Credentials{AppID: c.GetID(), Slug: c.GetSlug(), HTMLURL: c.GetHTMLURL(), PrivateKey: c.GetPEM(), WebhookSecret: c.GetWebhookSecret()}, nil
}

func appError(err error, format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), Classify(err))
}
