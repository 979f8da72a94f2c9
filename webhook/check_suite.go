package webhook

import "errors"

type checkSuiteEvent struct {
	CheckSuite *struct {
		HeadSHA      string    `json:"head_sha"`
		App          id        `json:"app"`
		PullRequests []pullRef `json:"pull_requests"`
	} `json:"check_suite"`
}

func (c *checkSuiteEvent) check() error {
	switch suite := c.CheckSuite; {
	case suite == nil:
		return errors.New("check_suite is missing")
	case !isSHA(suite.HeadSHA):
		return errors.New("check_suite.head_sha is not a commit")
	}
	return nil
}

// decide acts on "Re-run all checks". A suite that is merely requested follows a push; the pull
// request's own event brings the review for that.
func (c *checkSuiteEvent) decide(e Event) (Request, Reason) {
	suite := c.CheckSuite
	if e.Action != "rerequested" {
		return Request{}, ReasonOtherAction
	}
	if suite.App.ID != e.AppID {
		return Request{}, ReasonOtherApp
	}
	return rerun(e, suite.HeadSHA, "", suite.PullRequests), ReasonRerun
}
