package worker

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/checks/checkrun"
)

// footRoom keeps room in a summary, in bytes, for what is said below the report.
const footRoom = 1 << 10

// verdict makes one verdict of the reviews of all changes: the worst.
func verdict(parts []part) checkrun.Verdict {
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b part) int { return rank(a.report) - rank(b.report) })
	worst := sorted[0]
	v := checkrun.Verdict{Conclusion: conclusion(worst.report), Title: worst.report.Title()}
	if v.Conclusion == checkrun.ActionRequired {
		v.Actions = []checkrun.Action{approveAction}
	}
	room := checks.MaxOutputBytes - footRoom
	if len(sorted) == 1 {
		v.Summary, v.Annotations = markdown(worst, room), worst.annotations()
		return v
	}
	var head, body strings.Builder
	head.WriteString("This commit is the head of several open pull requests, and its check run stands for all of them. It has the worst verdict.\n\n")
	for _, p := range sorted {
		fmt.Fprintf(&head, "- #%d: %s\n", p.pull.Number, p.report.Title())
	}
	for _, p := range sorted {
		fmt.Fprintf(&body, "\n## #%d\n\n%s", p.pull.Number, markdown(p, (room-head.Len())/len(sorted)-footRoom))
		for _, a := range p.annotations() {
			if !slices.Contains(v.Annotations, a) {
				v.Annotations = append(v.Annotations, a)
			}
		}
	}
	v.Summary = head.String() + body.String()
	return v
}

// rank orders reports from the worst to the least.
func rank(r *checks.Report) int {
	switch {
	case r.Gate.Failed:
		return 0
	case r.Incomplete():
		return 1
	case r.Waits():
		return 2
	case r.Touched():
		return 3
	}
	return 4
}

func conclusion(r *checks.Report) checkrun.Conclusion {
	switch {
	case r.Gate.Failed || r.Incomplete():
		return checkrun.Failure
	case r.Waits():
		return checkrun.ActionRequired
	}
	return checkrun.Success
}

func markdown(p part, room int) string {
	var b strings.Builder
	// A strings.Builder takes everything, so there is no error.
	_ = p.report.WriteMarkdown(&b, checks.Options{MaxBytes: room, Link: p.link})
	return b.String()
}

// retryHint is how a reader gets another answer.
const retryHint = "To try again, press **Re-run** on this check, or push to the branch."

// couldNot is the verdict where there is none. It says what to do, and leaves
// the error's own words to the log: they are the operator's.
func couldNot(job queue.Job, cause error) checkrun.Verdict {
	why := "theriac has tried several times and did not get through: GitHub's API failed, or did not answer in time."
	switch {
	case errors.Is(cause, errKilled):
		why = fmt.Sprintf("theriac's process ended %d times while it was at this change and at nothing else. That is a fault of theriac's, or the change is too large for the memory that it has.", job.Deaths)
	case errors.Is(cause, errTooMany):
		why = fmt.Sprintf("This commit is the head of more than %d open pull requests. A check run stands for all of them, and so many are not reviewed. Close some.", maxPulls)
	case errors.Is(cause, hub.ErrIncomplete):
		why = "The change is larger than what GitHub lets an App read in full, so nobody could say what is in it. Split it."
	case errors.Is(cause, hub.ErrPermission):
		why = "The App was not granted a permission that it needs here: contents and pull requests (read). An owner can grant it in the settings of the installation."
	case errors.Is(cause, hub.ErrNotFound):
		why = "GitHub does not find the commits or the base branch of this change."
	}
	return checkrun.Verdict{
		Conclusion: checkrun.Failure,
		Title:      "Could not review",
		Summary:    fmt.Sprintf("**Could not review.** %s\n\n%s\n\nThe log of theriac-app says more under job %d.\n", why, retryHint, job.ID),
	}
}
