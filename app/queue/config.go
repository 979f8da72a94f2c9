package queue

import (
	"cmp"
	"log/slog"
	"time"
)

// Config says where the queue is kept and how it works. The zero value of every field but URL
// stands for the default that its comment gives.
type Config struct {
	// URL is sqlite:PATH or postgres://...
	URL string
	// MaxWorkers is how many jobs run at the same time. Default 8.
	MaxWorkers int
	// PerInstallation is how many jobs of one installation may run at the same time, in all
	// processes on the store together, so that one owner's slow repositories cannot hold up
	// another's. Default 3; GitHub asks Apps to make calls for
	// one installation serially rather than at once.
	PerInstallation int
	// MaxAttempts is how often a job is tried before it is given up. Default 5, spread over
	// about six minutes by Backoff.
	MaxAttempts int
	// MaxDeaths is how often a job may bring its process down before it is given up. Default 5,
	// spread over about 25 seconds.
	MaxDeaths int
	// Lost is called when other processes have taken this one's jobs over, because it had not
	// been heard of for too long. It must end the process at once, since whatever it still did
	// would be done twice. Default: a panic.
	Lost func()
	// JobTimeout is when an attempt's context ends. Default 2 minutes.
	JobTimeout time.Duration
	// SoftStop is how long a stop waits for running jobs before it interrupts them.
	// Default 20 seconds, which is within Kubernetes' 30.
	SoftStop time.Duration
	// Backoff is the pause after a failed attempt; the first one is number 1. Default: the
	// fourth power of the attempt, in seconds (1, 16, 81, 256), as River has it.
	Backoff func(attempt int) time.Duration
	// Log gets one line for each attempt at a job. Default: none.
	Log *slog.Logger
}

// Figures that are nobody's taste.
const (
	// giveUpTime is what Handler.GiveUp has, after an attempt used up all of its own time.
	giveUpTime = 15 * time.Second
	// insistTime bounds what is written down although its caller's context may have ended.
	insistTime = 10 * time.Second
	// rescueAfter is when River takes a running job for dead. It is the net below takeOver, and
	// must be longer than the longest attempt with its giveUpTime.
	rescueAfter = 45 * time.Second
	// fetchPoll is how often due jobs are looked for that no notification announces: snoozed
	// and retried ones.
	fetchPoll = 500 * time.Millisecond
	// keepDone is how long finished jobs can be looked at. GitHub can be asked for deliveries of
	// the last 3 days, so a redelivery still finds what became of the first one.
	keepDone = 72 * time.Hour
	// keepDeliveries is how long GUIDs are known; longer than GitHub can redeliver.
	keepDeliveries = 7 * 24 * time.Hour
	// keepDiscarded is how long given-up jobs stay, River's own default.
	keepDiscarded = 7 * 24 * time.Hour
	// keepSubjects is how long the last question about a quiet pull request is remembered.
	keepSubjects = 60 * 24 * time.Hour
	// keepApprovals is how long it is remembered who approved what. A pull request that is open
	// for longer asks again.
	keepApprovals = 2 * 365 * 24 * time.Hour
	// probeEvery is how often at most Ready writes.
	probeEvery = time.Second
	// pruneEvery is how often all of that is swept.
	pruneEvery = time.Hour
)

func (c Config) withDefaults() Config {
	c.MaxWorkers = cmp.Or(c.MaxWorkers, 8)
	c.PerInstallation = cmp.Or(c.PerInstallation, 3)
	c.MaxAttempts = cmp.Or(c.MaxAttempts, 5)
	c.MaxDeaths = cmp.Or(c.MaxDeaths, 5)
	if c.Lost == nil {
		c.Lost = func() { panic("queue: the lease was lost, so this process must not go on") }
	}
	c.JobTimeout = cmp.Or(c.JobTimeout, 2*time.Minute)
	c.SoftStop = cmp.Or(c.SoftStop, 20*time.Second)
	if c.Backoff == nil {
		c.Backoff = func(attempt int) time.Duration {
			squared := time.Duration(attempt) * time.Duration(attempt)
			return squared * squared * time.Second
		}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}
