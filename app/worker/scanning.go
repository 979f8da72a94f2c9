package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/checks/checkrun"
)

// Code scanning is an extra: what becomes of an upload is told in one line, and
// changes no verdict. It comes after the check run is completed, so that it
// delays none.
const (
	// refusedFor is how long a repository is not asked again after it refused.
	// Somebody would have to change a setting.
	refusedFor = 24 * time.Hour
	// uploadedFor is how long an upload is remembered, so that a pull request
	// that stops to touch manifests has its old alerts closed.
	uploadedFor = 60 * 24 * time.Hour
)

func refusedFact(q *question) string {
	return fmt.Sprintf("scanning/%d", q.job.Request.Repository.ID)
}

func uploadedFact(q *question, pull int) string {
	return fmt.Sprintf("scanning/%d/%d", q.job.Request.Repository.ID, pull)
}

// goesToScanning reports whether a part is uploaded: one of a pull request that
// touches MCP metadata, or did.
func (w *Worker) goesToScanning(ctx context.Context, q *question, p part) bool {
	if p.pull.Number == 0 {
		return false // a merge group's commit is on no branch that lasts
	}
	if p.report.Touched() {
		return true
	}
	_, had, err := w.Queue.Recall(ctx, uploadedFact(q, p.pull.Number))
	return had || err != nil
}

// scanningLine is the summary's line about code scanning, before the upload. An
// upload that then fails has it changed.
func (w *Worker) scanningLine(ctx context.Context, q *question, parts []part) string {
	for _, p := range parts {
		if !w.goesToScanning(ctx, q, p) {
			continue
		}
		if note, refused, _ := w.Queue.Recall(ctx, refusedFact(q)); refused {
			return scanningNote(note)
		}
		return scanningNote("The findings go to code scanning as well.")
	}
	return ""
}

func scanningNote(note string) string { return "\n" + note + "\n" }

// toScanning uploads the reports of an answer. Whatever goes wrong is told and
// no more: the answer is given.
func (w *Worker) toScanning(ctx context.Context, q *question, run *checkrun.Run, done completed) {
	for _, p := range done.parts {
		if !w.goesToScanning(ctx, q, p) {
			continue
		}
		if _, refused, _ := w.Queue.Recall(ctx, refusedFact(q)); refused {
			return
		}
		receipt, err := w.upload(ctx, q, p)
		if receipt.ID != "" {
			w.remember(ctx, q, uploadedFact(q, p.pull.Number), receipt.ID, uploadedFor)
			continue
		}
		if ctx.Err() != nil {
			return // superseded, or told to stop: this says nothing about the repository
		}
		attrs := []slog.Attr{slog.String("note", receipt.Note)}
		if err != nil {
			attrs = append(attrs, slog.String("error", err.Error()))
		}
		w.log(ctx, slog.LevelWarn, q.job, "not in code scanning", attrs...)
		if receipt.Refused {
			w.remember(ctx, q, refusedFact(q), receipt.Note, refusedFor)
		}
		done.verdict.Summary = verdict(done.parts).Summary + scanningNote(receipt.Note)
		if err := run.Amend(ctx, done.verdict); err != nil {
			w.log(ctx, slog.LevelWarn, q.job, "the summary still promises code scanning", slog.String("error", hub.Classify(err).Error()))
		}
		return
	}
}

func (w *Worker) upload(ctx context.Context, q *question, p part) (checkrun.Receipt, error) {
	var log bytes.Buffer
	err := p.scannable().WriteSARIF(&log, checks.Options{Rules: w.Rules.Rules(), OmitAccepted: true})
	if err != nil {
		return checkrun.Receipt{Note: "Not in code scanning: the report could not be written."}, err
	}
	r := q.job.Request
	receipt, err := checkrun.UploadSARIF(ctx, q.repo.CodeScanning(), checkrun.Upload{
		Owner: r.Repository.Owner, Repo: r.Repository.Name, HeadSHA: q.head, Pull: p.pull.Number, Log: log.Bytes(),
	})
	err = hub.Classify(err)
	if errors.Is(err, hub.ErrPermission) {
		// The token itself was refused.
		receipt.Refused = true
		receipt.Note = "Not in code scanning: the App lacks the permission for code scanning alerts."
	}
	return receipt, err
}

func (w *Worker) remember(ctx context.Context, q *question, name, value string, ttl time.Duration) {
	if err := w.Queue.Remember(ctx, name, value, ttl); err != nil {
		w.log(ctx, slog.LevelWarn, q.job, "not remembered", slog.String("error", err.Error()))
	}
}
