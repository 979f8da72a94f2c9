package queue_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// BenchmarkEnqueue stores deliveries of as many pull requests, 30 at a time, and reports the
// latencies that a webhook would see.
func BenchmarkEnqueue(b *testing.B) {
	b.Run("alone", func(b *testing.B) { benchmarkEnqueue(b, false) })
	b.Run("beside workers", func(b *testing.B) { benchmarkEnqueue(b, true) })
}

func benchmarkEnqueue(b *testing.B, working bool) {
	q, err := queue.Open(b.Context(), queue.Config{URL: "sqlite:" + filepath.Join(b.TempDir(), "theriac.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer q.Close()
	if working {
		ctx, cancel := context.WithCancel(b.Context())
		done := make(chan error, 1)
		go func() {
			done <- q.Work(ctx, funcs{handle: func(ctx context.Context, job queue.Job) error {
				if err := q.RecordRun(ctx, job, job.ID); err != nil {
					return err
				}
				return q.CloseRun(ctx, job.ID)
			}})
		}()
		defer func() {
			cancel()
			if err := <-done; err != nil {
				b.Error(err)
			}
		}()
	}
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range 30 {
		wg.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= b.N {
					return
				}
				start := time.Now()
				r := with(pull(1), func(r *webhook.Request) { r.PullRequest, r.Installation = n+1, int64(n) })
				if _, err := q.Enqueue(b.Context(), webhook.Delivery{GUID: fmt.Sprint(n), Event: "pull_request"}, r); err != nil {
					b.Error(err)
				}
				took[n] = time.Since(start)
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
