package checks

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/google/go-github/v66/github"
)

// A Level is how GitHub shows an annotation.
type Level string

const (
	LevelFailure Level = "failure"
	LevelWarning Level = "warning"
	LevelNotice  Level = "notice"
)

// rank orders levels from worst to least. A level that is none counts as the
// worst: a slip must not make a finding look harmless.
func (l Level) rank() int {
	switch l {
	case LevelNotice:
		return 2
	case LevelWarning:
		return 1
	}
	return 0
}

// An Annotation is a remark on lines of a file at a commit. GitHub shows Title,
// Message and RawDetails as plain text; whoever fills them has made manifest
// text visible before.
type Annotation struct {
	Path string // relative to the repository's root
	// StartLine and EndLine count from 1, both inclusive. Columns count from 1 in
	// UTF-16 code units, EndColumn exclusive; 0 for none. GitHub takes them only
	// where StartLine is EndLine.
	StartLine, EndLine     int
	StartColumn, EndColumn int
	Level                  Level
	Title, Message         string
	RawDetails             string // shown on request
}

// github returns the annotation within GitHub's rules, and false if its path
// can't be one of the repository.
// https://docs.github.com/en/rest/checks/runs#create-a-check-run (annotations)
func (a Annotation) github() (*github.CheckRunAnnotation, bool) {
	name := path.Clean(a.Path)
	if a.Path == "" || name == "." || name == ".." || path.IsAbs(name) || strings.HasPrefix(name, "../") || strings.Contains(name, `\`) {
		return nil, false
	}
	start := max(a.StartLine, 1)
	end := max(a.EndLine, start)
	level := []Level{LevelFailure, LevelWarning, LevelNotice}[a.Level.rank()]
	out := &github.CheckRunAnnotation{
		Path:            github.String(name),
		StartLine:       github.Int(start),
		EndLine:         github.Int(end),
		AnnotationLevel: github.String(string(level)),
		// GitHub refuses an empty message, and with it the whole batch.
		Message: github.String(Clip(cmp.Or(a.Message, a.Title, "See the summary."), maxMessageBytes)),
	}
	if start == end && a.StartColumn >= 1 {
		out.StartColumn = github.Int(a.StartColumn)
		if a.EndColumn >= a.StartColumn {
			out.EndColumn = github.Int(a.EndColumn)
		}
	}
	if a.Title != "" {
		out.Title = github.String(Clip(a.Title, maxTitleBytes))
	}
	if a.RawDetails != "" {
		out.RawDetails = github.String(Clip(a.RawDetails, maxMessageBytes))
	}
	return out, true
}

// place returns the annotations for one run, worst first and else in the order
// given, and how many were left out, be it by the cap or for their path.
func place(all []Annotation) (out []*github.CheckRunAnnotation, left int) {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b Annotation) int {
		return a.Level.rank() - b.Level.rank()
	})
	for _, a := range sorted {
		if g, ok := a.github(); ok && len(out) < maxAnnotations {
			out = append(out, g)
		}
	}
	return out, len(all) - len(out)
}
