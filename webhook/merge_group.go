package webhook

import (
	"errors"
	"strings"

	"github.com/google/go-github/v66/github"
)

type mergeGroupEvent struct{ github.MergeGroupEvent }

func (m *mergeGroupEvent) check() error {
	switch group := m.GetMergeGroup(); {
	case group == nil:
		return errors.New("merge_group is missing")
	case !isSHA(group.GetHeadSHA()):
		return errors.New("merge_group.head_sha is not a commit")
	case !isSHA(group.GetBaseSHA()):
		return errors.New("merge_group.base_sha is not a commit")
	}
	return nil
}

// decide treats a merge group as a subject of its own: it has a head that no pull request has,
// and the queue waits for a check run on it.
func (m *mergeGroupEvent) decide(e Event) (Request, Reason) {
	group := m.GetMergeGroup()
	request := Request{
		Kind:    ReviewGroup,
		Head:    group.GetHeadSHA(),
		BaseRef: strings.TrimPrefix(group.GetBaseRef(), "refs/heads/"),
		BaseSHA: group.GetBaseSHA(),
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
