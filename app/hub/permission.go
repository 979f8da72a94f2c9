package hub

import "context"

// MayWrite reports whether an account can write to the repository, by GitHub's
// word: the role's own name may be a custom one, its permission is one of admin,
// write, read and none, where maintain counts as write and triage as read.
// https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
func (r *Repo) MayWrite(ctx context.Context, login string) (bool, error) {
	level, _, err := r.code().Repositories.GetPermissionLevel(ctx, r.ref.Owner, r.ref.Name, login)
	if err != nil {
		return false, r.errorf(err, "the permission of an account")
	}
	switch level.GetPermission() {
	case "admin", "write":
		return true, nil
	}
	return false, nil
}
