package checkrun

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/go-github/v66/github"
)

// SARIFService is what an upload needs of *github.CodeScanningService.
type SARIFService interface {
	UploadSarif(ctx context.Context, owner, repo string, s *github.SarifAnalysis) (*github.SarifID, *github.Response, error)
	GetSARIF(ctx context.Context, owner, repo, id string) (*github.SARIFUpload, *github.Response, error)
}

// An Upload is a SARIF log and what it is about.
type Upload struct {
	Owner, Repo string
	HeadSHA     string
	// Pull is the pull request's number. 0 means that Ref names the branch
	// (refs/heads/main) instead.
	Pull int
	Ref  string
	Log  []byte // SARIF, as JSON
}

// ref is the head and not the merge ref: GitHub makes the latter when it gets
// around to it, and refuses a commit that is not on the ref.
func (u Upload) ref() string {
	if u.Pull != 0 {
		return fmt.Sprintf("refs/pull/%d/head", u.Pull)
	}
	return u.Ref
}

// A Receipt is what became of an upload. Code scanning is an extra: a receipt
// never changes a verdict.
type Receipt struct {
	ID string // for SARIFStatus; empty if GitHub did not take it
	// Refused: GitHub said no to the repository, and will say so again until
	// somebody changes a setting. Don't ask again for a day.
	Refused bool
	Note    string // one line for the summary where ID is empty
}

// UploadSARIF hands a log to code scanning. An error is for the caller's logs
// and means that another try may work; the receipt says all that a reader needs.
func UploadSARIF(ctx context.Context, svc SARIFService, u Upload) (Receipt, error) {
	return upload(ctx, svc, u, maxSARIFBytes)
}

func upload(ctx context.Context, svc SARIFService, u Upload, limit int) (Receipt, error) {
	packed, err := pack(u.Log)
	if err != nil {
		return Receipt{Note: "Not in code scanning: the report could not be packed."}, err
	}
	if len(packed) > limit {
		return Receipt{Note: fmt.Sprintf("Not in code scanning: the report has %d bytes compressed, and GitHub takes %d.", len(packed), limit)}, nil
	}
	id, _, err := svc.UploadSarif(ctx, u.Owner, u.Repo, &github.SarifAnalysis{
		CommitSHA: github.String(u.HeadSHA),
		Ref:       github.String(u.ref()),
		Sarif:     github.String(base64.StdEncoding.EncodeToString(packed)),
		ToolName:  github.String(Name),
	})
	if err == nil && id.GetID() == "" {
		err = errors.New("GitHub's answer to the SARIF upload has no ID")
	}
	if err == nil {
		return Receipt{ID: id.GetID()}, nil
	}
	var refusal *github.ErrorResponse
	if errors.As(err, &refusal) && refusal.Response != nil {
		code := refusal.Response.StatusCode
		if why, ok := refusals[code]; ok {
			return Receipt{Refused: code == http.StatusForbidden || code == http.StatusNotFound, Note: "Not in code scanning: " + why}, nil
		}
	}
	return Receipt{Note: "Not in code scanning: the upload failed."}, fmt.Errorf("uploading SARIF for %s of %s/%s: %w", u.HeadSHA, u.Owner, u.Repo, err)
}

// refusals explains GitHub's answers other than 202.
// https://docs.github.com/en/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data
var refusals = map[int]string{
	http.StatusBadRequest:            "GitHub found the report invalid.",
	http.StatusForbidden:             "it is off for this repository, or the App lacks the permission for code scanning alerts.",
	http.StatusNotFound:              "it is not available for this repository.",
	http.StatusRequestEntityTooLarge: "the report is too large for GitHub.",
	http.StatusUnprocessableEntity:   "GitHub found the upload invalid.",
	http.StatusServiceUnavailable:    "GitHub's code scanning is not available at the moment.",
}

// pack compresses a log as GitHub wants it, the same bytes for the same log.
func pack(log []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(log); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// SARIFState is how far GitHub is with an upload.
type SARIFState string

const (
	SARIFPending  SARIFState = "pending"
	SARIFComplete SARIFState = "complete"
	SARIFFailed   SARIFState = "failed" // not, or only in part, processed
)

// SARIFStatus asks how far GitHub is with an upload. It takes seconds to
// minutes, so ask again later while it is pending.
func SARIFStatus(ctx context.Context, svc SARIFService, owner, repo, id string) (SARIFState, error) {
	s, _, err := svc.GetSARIF(ctx, owner, repo, id)
	if err != nil {
		return "", fmt.Errorf("status of SARIF upload %s of %s/%s: %w", id, owner, repo, err)
	}
	switch state := SARIFState(s.GetProcessingStatus()); state {
	case SARIFPending, SARIFComplete, SARIFFailed:
		return state, nil
	default:
		return "", fmt.Errorf("status of SARIF upload %s of %s/%s: GitHub answered %q", id, owner, repo, state)
	}
}
