package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// progressDelay is how long work goes on before its progress is shown: what is
// done at once needs none, and a bar that flashes up only disturbs.
const progressDelay = 400 * time.Millisecond

// progress shows on a terminal how far some work is. The zero value shows
// nothing, and so does every one whose work is done soon.
type progress struct {
	to    io.Writer
	what  string
	total int
	timer *time.Timer

	mu   sync.Mutex
	bar  *progressbar.ProgressBar // nil until it is shown
	done int
	over bool
}

// progress begins to show the progress of work in so many steps, if stderr is a
// terminal.
func (a *app) progress(what string, total int) *progress {
	p := &progress{to: a.stderr, what: what, total: total}
	f, ok := a.stderr.(*os.File)
	if ok && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(f.Fd()) {
		p.timer = time.AfterFunc(progressDelay, p.show)
	}
	return p
}

// show puts the bar on the screen: a wheel that turns where there is only one
// step, since nobody knows how long it takes.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	total := p.total
	count := progressbar.OptionShowCount()
	if total == 1 {
		total, count = -1, func(*progressbar.ProgressBar) {}
	}
	p.bar = progressbar.NewOptions(total, count,
		progressbar.OptionSetWriter(p.to), progressbar.OptionSetDescription(p.what), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetWidth(30), progressbar.OptionSpinnerType(14),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
	)
	p.bar.Set(p.done)
}

// step counts one step as done. It may be called from several goroutines.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if p.bar != nil && p.total > 1 {
		p.bar.Set(p.done)
	}
}

// stop takes the bar off the screen, for good.
func (p *progress) stop() {
	if p.timer != nil {
		p.timer.Stop()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	if p.bar != nil {
		p.bar.Finish() // and no wheel turns any more
		p.bar = nil
	}
}
