package webhook

import (
	"errors"

	"github.com/google/go-github/v66/github"
)

type checkRunEvent struct{ github.CheckRunEvent }

func (c *checkRunEvent) check() error {
	switch run := c.GetCheckRun(); {
	case run == nil:
		return errors.New("check_run is missing")
	case run.GetID() <= 0:
		return errors.New("check_run.id is missing")
	case !isSHA(run.GetHeadSHA()):
		return errors.New("check_run.head_sha is not a commit")
	}
	return nil
}

// decide acts on the two buttons of a check run. Created and completed are the echo of what we
// wrote ourselves; to act on them would be a loop.
func (c *checkRunEvent) decide(e Event) (Request, Reason) {
	run := c.GetCheckRun()
	if e.Action != "rerequested" && e.Action != "requested_action" {
		return Request{}, ReasonOtherAction
	}
	if run.GetApp().GetID() != e.AppID {
		return Request{}, ReasonOtherApp
	}
	request := rerun(e, run.GetHeadSHA(), run.GetExternalID(), run.PullRequests)
	request.CheckRun = run.GetID()
	if e.Action == "rerequested" {
		return request, ReasonRerun
	}
	request.Kind = PressButton
	request.Button = c.GetRequestedAction().Identifier
	request.Sender = c.GetSender().GetLogin()
	return request, ReasonButton
}

// rerun asks for head again. What we wrote into external_id goes first: it is the only clue for
// a head in a fork, and it tells two pull requests with one head apart.
func rerun(e Event, head, externalID string, pulls []*github.PullRequest) Request {
	request := Request{Kind: RerunCommit, Head: head, Nonce: e.GUID}
	id, err := ParseExternalID(externalID)
	if err == nil && id.RepositoryID == e.Repository.ID && id.Head == head {
		switch {
		case id.PullRequest > 0:
			request.Kind, request.PullRequest, request.BaseRef = ReviewPull, id.PullRequest, id.BaseRef
			return request
		case id.BaseSHA != "":
			request.Kind, request.BaseRef, request.BaseSHA = ReviewGroup, id.BaseRef, id.BaseSHA
			return request
		}
	}
	// GitHub also lists pull requests from here into other repositories. Of several here none
	// is more right than another: all of them are looked up later.
	var ours []*github.PullRequest
	for _, pr := range pulls {
		if pr.GetNumber() > 0 && pr.GetBase().GetRepo().GetID() == e.Repository.ID {
			ours = append(ours, pr)
		}
	}
	if len(ours) == 1 {
		request.Kind, request.PullRequest, request.BaseRef = ReviewPull, ours[0].GetNumber(), ours[0].GetBase().GetRef()
	}
	return request
}
