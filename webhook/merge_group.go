package webhook

import (
	"errors"
	"strings"
)

type mergeGroupEvent struct {
	MergeGroup *struct {
		HeadSHA string `json:"head_sha"`
		BaseSHA string `json:"base_sha"`
		BaseRef string `json:"base_ref"`
	} `json:"merge_group"`
}

func (m *mergeGroupEvent) check() error {
	switch group := m.MergeGroup; {
	case group == nil:
		return errors.New("merge_group is missing")
	case !isSHA(group.HeadSHA):
		return errors.New("merge_group.head_sha is not a commit")
	case !isSHA(group.BaseSHA):
		return errors.New("merge_group.base_sha is not a commit")
	case group.BaseRef != "" && !isRef(group.BaseRef):
		return errors.New("merge_group.base_ref is no branch")
	}
	return nil
}

// decide treats a merge group as a subject of its own: it has a head that no pull request has,
// and the queue waits for a check run on it.
func (m *mergeGroupEvent) decide(e Event) (Request, Reason) {
	group := m.MergeGroup
	request := Request{
		Kind:    ReviewGroup,
		Head:    group.HeadSHA,
		BaseRef: strings.TrimPrefix(group.BaseRef, "refs/heads/"),
		BaseSHA: group.BaseSHA,
	}
	switch e.Action {
	case "checks_requested":
		return request, ReasonGroup
	case "destroyed":
		request.Kind = CancelGroup
		return request, ReasonGroupGone
	}
	return Request{}, ReasonOtherAction
}
