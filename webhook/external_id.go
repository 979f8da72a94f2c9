package webhook

import (
	"encoding/json"
	"fmt"
)

// ExternalID is what a check run says about where it comes from, in its external_id. It is the
// only way back from a re-run to the pull request when the head lies in a fork: GitHub gives
// such check runs an empty list of pull requests and no branch.
type ExternalID struct {
	RepositoryID int64 `json:"repo_id"`
	// PullRequest is 0 on a merge group's check run.
	PullRequest int `json:"pr"`
	// BaseRef is the base branch's name without refs/heads/.
	BaseRef string `json:"base"`
	// BaseSHA is only needed for merge groups, which cannot be asked for it again.
	BaseSHA string `json:"base_sha,omitempty"`
	Head    string `json:"head"`
	// Job is the queue's job that made the run, Attempt which of its attempts, from 1.
	Job     int64 `json:"job"`
	Attempt int   `json:"attempt,omitempty"`
}

// Encode writes the ID as JSON.
func (id ExternalID) Encode() string {
	b, err := json.Marshal(id)
	if err != nil {
		panic(err) // numbers and strings always marshal
	}
	return string(b)
}

// ParseExternalID reads what Encode wrote. Members that it does not know are left alone, so that
// a newer version's check runs can be re-run after a rollback. Anything else is an error: text
// that is not ours, or an ID without repository or head.
func ParseExternalID(s string) (ExternalID, error) {
	var id ExternalID
	if err := json.Unmarshal([]byte(s), &id); err != nil {
		return ExternalID{}, fmt.Errorf("external_id: %w", err)
	}
	switch {
	case id.RepositoryID <= 0:
		return ExternalID{}, fmt.Errorf("external_id: repo_id is missing")
	case id.PullRequest < 0:
		return ExternalID{}, fmt.Errorf("external_id: pr is negative")
	case !isSHA(id.Head):
		return ExternalID{}, fmt.Errorf("external_id: head is not a commit")
	case id.BaseRef != "" && !isRef(id.BaseRef):
		return ExternalID{}, fmt.Errorf("external_id: base is not a branch")
	case id.BaseSHA != "" && !isSHA(id.BaseSHA):
		return ExternalID{}, fmt.Errorf("external_id: base_sha is not a commit")
	}
	return id, nil
}
