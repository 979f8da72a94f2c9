package webhook

import "errors"

type pullRequestReviewEvent struct {
	Review *struct {
		State    string `json:"state"`
		CommitID string `json:"commit_id"`
		User     actor  `json:"user"` // null once the account is deleted
	} `json:"review"`
	PullRequest *struct {
		Number int    `json:"number"`
		State  string `json:"state"`
		Base   struct {
			Ref string `json:"ref"`
		} `json:"base"`
	} `json:"pull_request"`
}

// actor is who did something.
type actor struct {
	Login string `json:"login"`
	Type  string `json:"type"`
}

// isPerson reports whether an account is a person's: Apps and their bots have
// another type. https://docs.github.com/en/rest/users/users#get-a-user
func (a actor) isPerson() bool { return a.Type == "User" && isLogin(a.Login) }

func (p *pullRequestReviewEvent) check() error {
	switch {
	case p.Review == nil:
		return errors.New("review is missing")
	case p.PullRequest == nil:
		return errors.New("pull_request is missing")
	case p.PullRequest.Number <= 0:
		return errors.New("pull_request.number is missing")
	case !isRef(p.PullRequest.Base.Ref):
		return errors.New("pull_request.base.ref is missing or no branch")
	}
	return nil
}

// decide takes an approving review of a commit as an approval of the drift in it.
// Comments and requests for changes are between people.
func (p *pullRequestReviewEvent) decide(e Event) (Request, Reason) {
	switch {
	case e.Action != "submitted":
		return Request{}, ReasonOtherAction
	case p.Review.State != "approved":
		return Request{}, ReasonNoApproval
	case p.PullRequest.State != "open":
		return Request{}, ReasonClosed
	case !isSHA(p.Review.CommitID) || !p.Review.User.isPerson():
		// A review whose commit was forced away, or of a bot or a deleted account.
		return Request{}, ReasonNoApproval
	}
	return Request{
		Kind: Approve, PullRequest: p.PullRequest.Number, Head: p.Review.CommitID, BaseRef: p.PullRequest.Base.Ref,
		Nonce: e.GUID, Button: ByReview, Sender: p.Review.User.Login,
	}, ReasonReview
}
