package hub

// A Need is one permission that theriac asks for.
type Need struct {
	Permission string // as GitHub's API names it
	Level      string // read or write
	Optional   bool
	For        string // what it is for
}

// Needs are the permissions that theriac asks for, and no more.
func Needs() []Need {
	return []Need{
		{"metadata", "read", false, "every App has it"},
		{"contents", "read", false, "reading manifests, baselines and the configuration"},
		{"pull_requests", "read", false, "reading what a pull request changes"},
		{"checks", "write", false, "writing the check run"},
		{"merge_queues", "read", false, "hearing of merge groups, whose queue waits for the check"},
		{"security_events", "write", true, "showing findings in code scanning"},
	}
}

// Events are the webhook events that theriac acts on and has to subscribe to.
// Those about the installation itself come by themselves.
func Events() []string {
	return []string{"check_run", "check_suite", "merge_group", "pull_request", "pull_request_review"}
}

// Grants reports whether a permission is granted at a level or above.
func Grants(granted map[string]string, n Need) bool {
	rank := map[string]int{"read": 1, "write": 2, "admin": 3}
	return rank[granted[n.Permission]] >= rank[n.Level]
}
