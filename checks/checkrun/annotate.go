package checkrun

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/google/go-github/v66/github"

	"github.com/theriac/theriac/checks"
)

// convert returns an annotation within GitHub's rules, and false if its path
// can't be one of the repository.
// https://docs.github.com/en/rest/checks/runs#create-a-check-run (annotations)
func convert(a checks.Annotation) (*github.CheckRunAnnotation, bool) {
	name := path.Clean(a.Path)
	if a.Path == "" || name == "." || name == ".." || path.IsAbs(name) || strings.HasPrefix(name, "../") || strings.Contains(name, `\`) {
		return nil, false
	}
	start := max(a.StartLine, 1)
	end := max(a.EndLine, start)
	level := [...]checks.Level{checks.LevelFailure, checks.LevelWarning, checks.LevelNotice}[rank(a.Level)]
	out := &github.CheckRunAnnotation{
		Path:            github.String(name),
		StartLine:       github.Int(start),
		EndLine:         github.Int(end),
		AnnotationLevel: github.String(string(level)),
		// GitHub refuses an empty message, and with it the whole batch.
		Message: github.String(checks.Clip(cmp.Or(a.Message, a.Title, "See the summary."), maxMessageBytes)),
	}
	if start == end && a.StartColumn >= 1 {
		out.StartColumn = github.Int(a.StartColumn)
		if a.EndColumn >= a.StartColumn {
			out.EndColumn = github.Int(a.EndColumn)
		}
	}
	if a.Title != "" {
		out.Title = github.String(checks.Clip(a.Title, checks.MaxTitleBytes))
	}
	if a.RawDetails != "" {
		out.RawDetails = github.String(checks.Clip(a.RawDetails, maxMessageBytes))
	}
	return out, true
}

// place returns the annotations for one run, worst first and else in the order
// given, and how many were left out, be it by the cap or for their path.
func place(all []checks.Annotation) (out []*github.CheckRunAnnotation, left int) {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b checks.Annotation) int {
		return rank(a.Level) - rank(b.Level)
	})
	for _, a := range sorted {
		if g, ok := convert(a); ok && len(out) < maxAnnotations {
			out = append(out, g)
		}
	}
	return out, len(all) - len(out)
}

// rank orders levels from worst to least. A level that is none counts as the
// worst: a slip must not make a finding look harmless.
func rank(l checks.Level) int {
	switch l {
	case checks.LevelNotice:
		return 2
	case checks.LevelWarning:
		return 1
	}
	return 0
}
