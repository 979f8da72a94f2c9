package checks

import "slices"

// Rebase is the report with other names for its files; what is no file keeps its
// name. The report itself stays as it is.
func (r *Report) Rebase(name func(uri string) string) *Report {
	files := map[string]bool{}
	other := *r
	other.Sources = slices.Clone(r.Sources)
	for i := range other.Sources {
		s := &other.Sources[i]
		files[s.URI] = !s.live()
		if !s.live() {
			s.URI = name(s.URI)
		}
	}
	rename := func(uri string) string {
		if isFile, known := files[uri]; uri == "" || known && !isFile {
			return uri
		}
		return name(uri)
	}
	other.Findings = slices.Clone(r.Findings)
	for i := range other.Findings {
		other.Findings[i].Source = rename(other.Findings[i].Source)
	}
	other.NotAnalysed = slices.Clone(r.NotAnalysed)
	for i := range other.NotAnalysed {
		other.NotAnalysed[i].URI = rename(other.NotAnalysed[i].URI)
	}
	other.Notes = slices.Clone(r.Notes)
	for i := range other.Notes {
		other.Notes[i].URI = rename(other.Notes[i].URI)
	}
	return &other
}
