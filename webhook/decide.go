package webhook

// Reason is why a request was made, or why none was. The set is closed, so that it can label a
// metric.
type Reason string

const (
	ReasonHead             Reason = "a head to review"
	ReasonRetargeted       Reason = "the base branch was changed"
	ReasonRerun            Reason = "a re-run was asked for"
	ReasonButton           Reason = "a button was pressed"
	ReasonReview           Reason = "an approving review"
	ReasonGroup            Reason = "a merge group to review"
	ReasonGroupGone        Reason = "a merge group is gone"
	ReasonInstallationGone Reason = "the App was removed or suspended"
	ReasonInstallationBack Reason = "the App was installed or allowed again"
	ReasonRepositoriesGone Reason = "the App lost repositories"

	// From here on there is nothing to do.

	ReasonPing           Reason = "a ping"
	ReasonOtherEvent     Reason = "not an event that theriac acts on"
	ReasonOtherAction    Reason = "not an action that theriac acts on"
	ReasonSameBase       Reason = "an edit that keeps the base branch"
	ReasonOtherApp       Reason = "another App's check"
	ReasonNoApproval     Reason = "no approval by a person"
	ReasonClosed         Reason = "a closed pull request"
	ReasonNoInstallation Reason = "not from an installed App, but from a webhook set up by hand"
)

// Decide says what an event asks for, and why. A request of Kind Nothing asks for nothing.
// It depends on the event alone: the same event always gives the same answer.
func Decide(event Event) (Request, Reason) {
	switch {
	case event.Name == "ping":
		return Request{}, ReasonPing
	case event.family == nil:
		return Request{}, ReasonOtherEvent
	case event.Installation <= 0:
		// Without an installation there is no token, so nothing could be read or answered.
		return Request{}, ReasonNoInstallation
	}
	request, reason := event.family.decide(event)
	if request.Kind == Nothing {
		return Request{}, reason
	}
	request.Installation = event.Installation
	request.Repository = event.Repository
	return request, reason
}
