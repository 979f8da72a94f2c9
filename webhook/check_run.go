package webhook

import (
	"errors"
	"slices"
)

type checkRunEvent struct {
	CheckRun *struct {
		id
		HeadSHA      string    `json:"head_sha"`
		ExternalID   string    `json:"external_id"`
		App          id        `json:"app"`
		PullRequests []pullRef `json:"pull_requests"`
	} `json:"check_run"`
	RequestedAction struct {
		Identifier string `json:"identifier"`
	} `json:"requested_action"`
	Sender actor `json:"sender"`
}

// pullRef is how checks list the pull requests that they belong to.
type pullRef struct {
	Number int `json:"number"`
	Base   struct {
		Ref  string `json:"ref"`
		Repo id     `json:"repo"`
	} `json:"base"`
}

func (c *checkRunEvent) check() error {
	switch run := c.CheckRun; {
	case run == nil:
		return errors.New("check_run is missing")
	case run.ID <= 0:
		return errors.New("check_run.id is missing")
	case !isSHA(run.HeadSHA):
		return errors.New("check_run.head_sha is not a commit")
	}
	return nil
}

// decide acts on the two buttons of a check run. Created and completed are the echo of what we
// wrote ourselves; to act on them would be a loop.
func (c *checkRunEvent) decide(e Event) (Request, Reason) {
	run := c.CheckRun
	if e.Action != "rerequested" && e.Action != "requested_action" {
		return Request{}, ReasonOtherAction
	}
	if run.App.ID != e.AppID {
		return Request{}, ReasonOtherApp
	}
	request := rerun(e, run.HeadSHA, run.ExternalID, run.PullRequests)
	request.CheckRun = run.ID
	if e.Action == "rerequested" {
		return request, ReasonRerun
	}
	if c.RequestedAction.Identifier != ButtonApprove || !c.Sender.isPerson() {
		return Request{}, ReasonNoApproval
	}
	request.Kind = Approve
	request.Button = ButtonApprove
	request.Sender = c.Sender.Login
	return request, ReasonButton
}

// rerun asks for head again. What we wrote into external_id goes first: it is the only clue for
// a head in a fork, and it tells two pull requests with one head apart.
func rerun(e Event, head, externalID string, pulls []pullRef) Request {
	request := Request{Kind: RerunCommit, Head: head, Nonce: e.GUID}
	from, err := ParseExternalID(externalID)
	if err == nil && from.RepositoryID == e.Repository.ID && from.Head == head {
		switch {
		case from.PullRequest > 0:
			request.Kind, request.PullRequest, request.BaseRef = ReviewPull, from.PullRequest, from.BaseRef
			return request
		case from.BaseSHA != "":
			request.Kind, request.BaseRef, request.BaseSHA = ReviewGroup, from.BaseRef, from.BaseSHA
			return request
		}
	}
	// GitHub also lists pull requests from here into other repositories. Of several here none
	// is more right than another: all of them are looked up later.
	pulls = slices.DeleteFunc(slices.Clone(pulls), func(pr pullRef) bool {
		return pr.Number <= 0 || pr.Base.Repo.ID != e.Repository.ID || pr.Base.Ref != "" && !isRef(pr.Base.Ref)
	})
	if len(pulls) == 1 {
		request.Kind, request.PullRequest, request.BaseRef = ReviewPull, pulls[0].Number, pulls[0].Base.Ref
	}
	return request
}
