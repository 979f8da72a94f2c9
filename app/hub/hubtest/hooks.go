package hubtest

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// An Event is a webhook before it is sent.
type Event struct {
	Name    string // for X-GitHub-Event
	Payload m
}

// A Delivery is one attempt to deliver an event.
type Delivery struct {
	ID     int64
	GUID   string // the same for all attempts
	Event  string
	Action string
	At     time.Time
	Status int // of the answer; 0 if there was none
	Again  bool

	body []byte
	url  string
}

// Sign is the value of X-Hub-Signature-256 for a body.
// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
func Sign(secret string, body []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(body)
	return "sha256=" + hex.EncodeToString(h.Sum(nil))
}

// Deliver signs an event, sends it to a URL and waits for the answer. Status is 0
// in what it returns if nobody answered; GitHub does not try again by itself.
func (s *Server) Deliver(ctx context.Context, url string, e Event) Delivery {
	body, err := json.Marshal(e.Payload)
	if err != nil {
		panic(err) // an Event of ours is always JSON
	}
	s.mu.Lock()
	n := s.next()
	s.mu.Unlock()
	action, _ := e.Payload["action"].(string)
	d := &Delivery{ID: n, GUID: fmt.Sprintf("00000000-0000-4000-8000-%012d", n), Event: e.Name, Action: action, body: body, url: url}
	return s.send(ctx, d)
}

func (s *Server) send(ctx context.Context, d *Delivery) Delivery {
	// GitHub waits ten seconds for a 2xx.
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, bytes.NewReader(d.body))
	if err != nil {
		panic(err) // the caller's URL is none
	}
	for k, v := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "GitHub-Hookshot/0000000",
		"X-GitHub-Event": d.Event, "X-GitHub-Delivery": d.GUID, "X-GitHub-Hook-ID": "1",
		"X-Hub-Signature-256": Sign(s.WebhookSecret, d.body),
	} {
		req.Header.Set(k, v)
	}
	if resp, err := http.DefaultClient.Do(req); err == nil {
		d.Status = resp.StatusCode
		resp.Body.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d.At = time.Now()
	s.deliveries = append(s.deliveries, d)
	return *d
}

// Deliveries returns the attempts so far, oldest first.
func (s *Server) Deliveries() []Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Delivery
	for _, d := range s.deliveries {
		list = append(list, *d)
	}
	return list
}

// listDeliveries pages by cursor, newest first.
func (s *Server) listDeliveries(c *call) reply {
	per, _ := strconv.Atoi(c.URL.Query().Get("per_page"))
	if per < 1 || per > 100 {
		s.violate("deliveries: per_page=%d", per)
		per = 100
	}
	newest := slices.Clone(s.deliveries)
	slices.Reverse(newest)
	from := 0
	if cursor := c.URL.Query().Get("cursor"); cursor != "" {
		from = slices.IndexFunc(newest, func(d *Delivery) bool { return fmt.Sprintf("v1_%d", d.ID) == cursor })
		if from < 0 {
			return fail(http.StatusUnprocessableEntity, "cursor %q", cursor)
		}
	}
	list, header := []m{}, map[string]string{}
	for i, d := range newest[from:] {
		if i == per {
			header["Link"] = fmt.Sprintf(`<%sapp/hook/deliveries?per_page=%d&cursor=v1_%d>; rel="next"`, s.URL, per, d.ID)
			break
		}
		list = append(list, m{"id": d.ID, "guid": d.GUID, "event": d.Event, "action": d.Action, "delivered_at": d.At.UTC().Format(time.RFC3339),
			"redelivery": d.Again, "status_code": d.Status, "status": http.StatusText(d.Status), "duration": 0.1})
	}
	return reply{http.StatusOK, list, header}
}

// redeliver answers at once and sends afterwards, as GitHub does.
func (s *Server) redeliver(c *call) reply {
	id, _ := strconv.ParseInt(c.PathValue("id"), 10, 64)
	i := slices.IndexFunc(s.deliveries, func(d *Delivery) bool { return d.ID == id })
	if i < 0 {
		return notFound
	}
	again := &Delivery{ID: s.next(), GUID: s.deliveries[i].GUID, Event: s.deliveries[i].Event, Action: s.deliveries[i].Action,
		Again: true, body: s.deliveries[i].body, url: s.deliveries[i].url}
	if s.hookURL != "" {
		again.url = s.hookURL
	}
	go s.send(context.Background(), again)
	return reply{status: http.StatusAccepted, body: m{}}
}

// SetHookURL changes where redeliveries go, for an App that has moved.
func (s *Server) SetHookURL(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hookURL = url
}
