package webhook

import "errors"

var errNoInstallation = errors.New("installation is missing")

type installationEvent struct {
	Installation id `json:"installation"`
}

func (i *installationEvent) check() error {
	if i.Installation.ID <= 0 {
		return errNoInstallation
	}
	return nil
}

func (i *installationEvent) decide(e Event) (Request, Reason) {
	switch e.Action {
	case "deleted", "suspend":
		return Request{Kind: InstallationGone}, ReasonInstallationGone
	case "created", "unsuspend", "new_permissions_accepted":
		return Request{Kind: InstallationBack}, ReasonInstallationBack
	}
	return Request{}, ReasonOtherAction
}

type installationRepositoriesEvent struct {
	installationEvent
	RepositoriesRemoved []id `json:"repositories_removed"`
}

// decide leaves added repositories alone: their pull requests speak for themselves when they
// next change.
func (i *installationRepositoriesEvent) decide(e Event) (Request, Reason) {
	if e.Action != "removed" {
		return Request{}, ReasonOtherAction
	}
	request := Request{Kind: RepositoriesGone}
	for _, r := range i.RepositoriesRemoved {
		if r.ID > 0 {
			request.Removed = append(request.Removed, r.ID)
		}
	}
	if len(request.Removed) == 0 {
		return Request{}, ReasonOtherAction
	}
	return request, ReasonRepositoriesGone
}
