package webhook

import (
	"errors"

	"github.com/google/go-github/v66/github"
)

type checkSuiteEvent struct{ github.CheckSuiteEvent }

func (c *checkSuiteEvent) check() error {
	switch suite := c.GetCheckSuite(); {
	case suite == nil:
		return errors.New("check_suite is missing")
	case !isSHA(suite.GetHeadSHA()):
		return errors.New("check_suite.head_sha is not a commit")
	}
	return nil
}

// decide acts on "Re-run all checks". A suite that is merely requested follows a push; the pull
// request's own event brings the review for that.
func (c *checkSuiteEvent) decide(e Event) (Request, Reason) {
	suite := c.GetCheckSuite()
	if e.Action != "rerequested" {
		return Request{}, ReasonOtherAction
	}
	if suite.GetApp().GetID() != e.AppID {
		return Request{}, ReasonOtherApp
	}
	return rerun(e, suite.GetHeadSHA(), "", suite.PullRequests), ReasonRerun
}
