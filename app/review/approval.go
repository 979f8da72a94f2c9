package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/checks"
)

// approval holds back drift that nobody approved, where the configuration says so,
// and looks whether somebody has approved it by now.
func (r *run) approval() error {
	if r.config.Drift != config.Approve {
		return nil
	}
	if r.Approval == nil {
		r.note(r.config.Path, "The configuration wants drift to be approved. The GitHub App asks for that; here it is only shown.")
		return nil
	}
	held := map[string][]string{} // fingerprints by file
	components := map[checks.Place]bool{}
	for i := range r.report.Findings {
		f := &r.report.Findings[i]
		if !checks.Holdable(f) {
			continue
		}
		held[f.Source] = append(held[f.Source], f.Fingerprint)
		for _, x := range f.Changes() {
			components[checks.PlaceOf(&x)] = true
		}
	}
	if len(held) == 0 {
		return nil
	}
	h := sha256.New()
	for _, source := range slices.Sorted(maps.Keys(held)) {
		// A manifest's digest says all that changed in it, also what was counted and
		// not told one by one. What is no manifest is known by its findings.
		what, ok := r.drift[source]
		if !ok {
			slices.Sort(held[source])
			what = strings.Join(held[source], " ")
		}
		fmt.Fprintf(h, "%q %s\n", source, what)
	}
	digest := hex.EncodeToString(h.Sum(nil))
	given, err := r.Approval(r.ctx, digest)
	if err != nil {
		return fmt.Errorf("look for an approval: %w", err)
	}
	if given == nil {
		given = &checks.Approval{}
	}
	given.Digest, given.Changes = digest, len(components)
	r.report.Approval = given
	return nil
}
