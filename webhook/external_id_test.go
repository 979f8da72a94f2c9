package webhook_test

import (
	"testing"

	"github.com/theriac/theriac/webhook"
)

func TestExternalID(t *testing.T) {
	id := webhook.ExternalID{RepositoryID: 31, PullRequest: 7, BaseRef: "main", Head: headSHA, Job: 3}
	const want = `{"repo_id":31,"pr":7,"base":"main","head":"` + headSHA + `","job":3}`
	if got := id.Encode(); got != want {
		t.Errorf("Encode = %s, want %s", got, want)
	}
	for _, bad := range []string{"", "build-17", "[]", "null", "{}", `{"repo_id":31}`, `{"repo_id":31,"head":"main"}`,
		`{"repo_id":31,"pr":-1,"head":"` + headSHA + `"}`, `{"repo_id":31,"pr":1,"base_sha":"x","head":"` + headSHA + `"}`, want + want} {
		if got, err := webhook.ParseExternalID(bad); err == nil {
			t.Errorf("ParseExternalID(%s) = %+v", bad, got)
		}
	}
}

// FuzzExternalID: what is understood is understood again after it was written.
func FuzzExternalID(f *testing.F) {
	f.Add(`{"repo_id":31,"pr":7,"base":"main","head":"` + headSHA + `","job":3}`)
	f.Add(`{"repo_id":31,"pr":0,"base":"a\u2028b","base_sha":"` + baseSHA + `","head":"` + headSHA + `","job":3,"x":[]}`)
	f.Fuzz(func(t *testing.T, s string) {
		id, err := webhook.ParseExternalID(s)
		if err != nil {
			return
		}
		again, err := webhook.ParseExternalID(id.Encode())
		if err != nil || again != id {
			t.Errorf("%s became %+v, then %+v (%v)", s, id, again, err)
		}
	})
}
