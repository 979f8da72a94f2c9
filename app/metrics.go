package app

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/app/worker"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/webhook"
)

// metrics is what /metrics shows. Every label has few values: none of them is a
// repository, a person or a text.
type metrics struct {
	registry *prometheus.Registry

	deliveries    *prometheus.CounterVec
	redeliveries  prometheus.Counter
	webhookTime   prometheus.Histogram
	reviews       *prometheus.CounterVec
	reviewTime    prometheus.Histogram
	answerTime    prometheus.Histogram
	githubCalls   *prometheus.CounterVec
	githubTime    *prometheus.HistogramVec
	rateRemaining *prometheus.GaugeVec
	rates         rates
}

// rates keeps what GitHub last said of each installation's limits. An installation
// is no label: there may be thousands, and who has the App is nobody's business.
type rates struct {
	mu sync.Mutex
	m  map[rateKey]rate
}

type rateKey struct {
	installation int64
	resource     string
}

type rate struct {
	remaining int
	until     time.Time
}

// least notes a call and returns the least that remains to anybody for its resource.
func (r *rates) least(c hub.Call, now time.Time) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.m == nil {
		r.m = map[rateKey]rate{}
	}
	r.m[rateKey{c.Installation, c.Resource}] = rate{c.Remaining, c.Reset}
	least := c.Remaining
	for k, v := range r.m {
		switch {
		case v.until.Before(now) && k.installation != c.Installation:
			delete(r.m, k)
		case k.resource == c.Resource:
			least = min(least, v.remaining)
		}
	}
	return least
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_deliveries_total", Help: "Webhook requests, by event, by the HTTP status of the answer and by what became of them.",
		}, []string{"event", "status", "outcome"}),
		redeliveries: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_redeliveries_total", Help: "Deliveries that GitHub was asked to send again.",
		}),
		webhookTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "theriac_webhook_seconds", Help: "Time to answer a webhook request. GitHub waits 10 seconds.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
		reviews: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_reviews_total", Help: "Completed check runs, by the kind of request and by conclusion.",
		}, []string{"kind", "verdict"}),
		reviewTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "theriac_review_seconds", Help: "Time from opening a check run to completing it.",
			Buckets: []float64{.1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120},
		}),
		answerTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "theriac_answer_seconds", Help: "Time from storing a request to the completed check run, retries and waiting included.",
			Buckets: []float64{.25, .5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600},
		}),
		githubCalls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_github_calls_total", Help: "Calls of GitHub's API, by operation and HTTP status; status 0 means that no whole answer came.",
		}, []string{"operation", "status"}),
		githubTime: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "theriac_github_call_seconds", Help: "Time of calls of GitHub's API, by operation.",
			Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"operation"}),
		rateRemaining: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "theriac_github_rate_remaining", Help: "The least that GitHub has lately allowed any installation until its limit is reset, by resource.",
		}, []string{"resource"}),
	}
	m.registry.MustRegister(m.deliveries, m.redeliveries, m.webhookTime, m.reviews, m.reviewTime, m.answerTime, m.githubCalls, m.githubTime, m.rateRemaining,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "theriac_build_info", Help: "Always 1; the version is in its label.", ConstLabels: prometheus.Labels{"version": checks.Version},
	}, func() float64 { return 1 }))
	return m
}

func (m *metrics) delivery(r webhook.Result) {
	m.deliveries.WithLabelValues(r.Event, strconv.Itoa(r.Status), string(r.Outcome)).Inc()
	m.webhookTime.Observe(r.Took.Seconds())
}

func (m *metrics) answer(a worker.Answer) {
	m.reviews.WithLabelValues(string(a.Kind), string(a.Conclusion)).Inc()
	m.answerTime.Observe(a.Waited.Seconds())
	if a.Took > 0 {
		m.reviewTime.Observe(a.Took.Seconds())
	}
}

func (m *metrics) call(c hub.Call) {
	m.githubCalls.WithLabelValues(c.Operation, strconv.Itoa(c.Status)).Inc()
	m.githubTime.WithLabelValues(c.Operation).Observe(c.Took.Seconds())
	if c.Remaining >= 0 {
		m.rateRemaining.WithLabelValues(c.Resource).Set(float64(m.rates.least(c, time.Now())))
	}
}

// queueCollector counts the queue's jobs when somebody asks.
type queueCollector struct {
	queue        *queue.Queue
	jobs, oldest *prometheus.Desc
}

func newQueueCollector(q *queue.Queue) *queueCollector {
	return &queueCollector{
		queue:  q,
		jobs:   prometheus.NewDesc("theriac_queue_jobs", "Jobs that the queue holds, by state. Ended ones stay for some days.", []string{"state"}, nil),
		oldest: prometheus.NewDesc("theriac_queue_oldest_seconds", "Age of the oldest job that waits; 0 if none does.", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *queueCollector) Describe(d chan<- *prometheus.Desc) { d <- c.jobs; d <- c.oldest }

// Collect implements prometheus.Collector.
func (c *queueCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	stats, err := c.queue.Stats(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(c.jobs, err)
		return
	}
	for state, n := range stats.States {
		out <- prometheus.MustNewConstMetric(c.jobs, prometheus.GaugeValue, float64(n), state)
	}
	out <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, stats.Oldest.Seconds())
}
