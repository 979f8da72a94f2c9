package hubtest

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A CheckRun is a check run as GitHub stores it.
type CheckRun struct {
	ID                   int64
	Repo                 string
	Name                 string
	HeadSHA              string
	ExternalID           string
	Status               string
	Conclusion           string
	Title, Summary, Text string
	Annotations          []Annotation
	Actions              []Action
	Updates              int
}

// An Action is a button of a check run.
type Action struct {
	Label       string `json:"label"`
	Description string `json:"description"`
	Identifier  string `json:"identifier"`
}

// An Annotation is one as it was sent.
type Annotation struct {
	Path        string `json:"path"`
	StartLine   int    `json:"start_line"`
	EndLine     int    `json:"end_line"`
	StartColumn *int   `json:"start_column,omitempty"`
	EndColumn   *int   `json:"end_column,omitempty"`
	Level       string `json:"annotation_level"`
	Message     string `json:"message"`
	Title       string `json:"title,omitempty"`
	RawDetails  string `json:"raw_details,omitempty"`
}

// CheckRuns returns the check runs of a repository, oldest first.
func (s *Server) CheckRuns(r *Repo) []CheckRun {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []CheckRun
	for _, run := range s.runs {
		if run.Repo == r.FullName() {
			c := *run
			c.Annotations = slices.Clone(run.Annotations)
			list = append(list, c)
		}
	}
	return list
}

func (s *Server) checkRoutes() {
	const repo = "/repos/{owner}/{repo}"
	s.route("POST "+repo+"/check-runs", "checks:write", func(c *call) reply {
		run := &CheckRun{Repo: c.repo.FullName(), Status: "queued"}
		if r := c.apply(run, true); r != nil {
			return *r
		}
		run.ID = s.next()
		s.runs = append(s.runs, run)
		return reply{status: http.StatusCreated, body: s.runJSON(run)}
	})
	s.route("PATCH "+repo+"/check-runs/{id}", "checks:write", func(c *call) reply {
		run := c.run()
		if run == nil {
			return notFound
		}
		if r := c.apply(run, false); r != nil {
			return *r
		}
		run.Updates++
		return ok(s.runJSON(run))
	})
	s.route("GET "+repo+"/check-runs/{id}", "checks:read", func(c *call) reply {
		run := c.run()
		if run == nil {
			return notFound
		}
		return ok(s.runJSON(run))
	})
	s.route("GET "+repo+"/commits/{ref}/check-runs", "checks:read", listRuns)
}

func (c *call) run() *CheckRun {
	id, _ := strconv.ParseInt(c.PathValue("id"), 10, 64)
	for _, run := range c.server.runs {
		if run.ID == id && run.Repo == c.repo.FullName() {
			return run
		}
	}
	return nil
}

func listRuns(c *call) reply {
	q := c.URL.Query()
	list, seen := []m{}, map[string]bool{}
	for _, run := range slices.Backward(c.server.runs) {
		if run.Repo != c.repo.FullName() || run.HeadSHA != c.PathValue("ref") ||
			q.Has("check_name") && run.Name != q.Get("check_name") || q.Has("status") && run.Status != q.Get("status") ||
			q.Get("filter") != "all" && seen[run.Name] {
			continue
		}
		seen[run.Name] = true
		list = append(list, c.server.runJSON(run))
	}
	page, header := paged(c, list, 0)
	return reply{http.StatusOK, m{"total_count": len(list), "check_runs": page}, header}
}

func (s *Server) runJSON(run *CheckRun) m {
	o := m{"id": run.ID, "name": run.Name, "head_sha": run.HeadSHA, "external_id": run.ExternalID, "status": run.Status, "conclusion": nil,
		"app": m{"id": s.AppID}, "pull_requests": []m{},
		"output": m{"title": run.Title, "summary": run.Summary, "text": run.Text, "annotations_count": len(run.Annotations)}}
	if run.Conclusion != "" {
		o["conclusion"] = run.Conclusion
	}
	return o
}

type runBody struct {
	Name        string   `json:"name"`
	HeadSHA     string   `json:"head_sha"`
	DetailsURL  *string  `json:"details_url"`
	ExternalID  *string  `json:"external_id"`
	Status      *string  `json:"status"`
	Conclusion  *string  `json:"conclusion"`
	StartedAt   *string  `json:"started_at"`
	CompletedAt *string  `json:"completed_at"`
	Actions     []Action `json:"actions"`
	Output      *struct {
		Title       *string      `json:"title"`
		Summary     *string      `json:"summary"`
		Text        *string      `json:"text"`
		Annotations []Annotation `json:"annotations"`
	} `json:"output"`
}

// apply checks a body whole and then takes it over.
func (c *call) apply(run *CheckRun, create bool) *reply {
	var b runBody
	if r := c.decode(&b); r != nil {
		return r
	}
	if create {
		run.Name, run.HeadSHA = b.Name, b.HeadSHA
	}
	if err := c.checkRun(&b, run, create); err != nil {
		// Refused as GitHub does, and told on as well: theriac knows the rules.
		c.violate("check run: %v", err)
		r := fail(http.StatusUnprocessableEntity, "Invalid request.\n\n%v", err)
		return &r
	}
	set := func(to *string, from *string) {
		if from != nil {
			*to = *from
		}
	}
	set(&run.ExternalID, b.ExternalID)
	set(&run.Status, b.Status)
	if b.Conclusion != nil {
		run.Status, run.Conclusion = "completed", *b.Conclusion
	}
	if b.Actions != nil {
		run.Actions = b.Actions
	}
	if o := b.Output; o != nil {
		set(&run.Title, o.Title)
		set(&run.Summary, o.Summary)
		set(&run.Text, o.Text)
		run.Annotations = append(run.Annotations, o.Annotations...) // added, never replaced
	}
	return nil
}

var conclusions = []string{"action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"}

func (c *call) checkRun(b *runBody, run *CheckRun, create bool) error {
	completed := b.Status != nil && *b.Status == "completed"
	switch {
	case create && c.repo.resolve(b.HeadSHA) != b.HeadSHA:
		return fmt.Errorf("head_sha: No commit found for SHA: %s", b.HeadSHA)
	case create && b.Name == "":
		return fmt.Errorf("name is missing")
	case completed && b.Conclusion == nil:
		return fmt.Errorf("completed without a conclusion")
	case b.Conclusion != nil && !slices.Contains(conclusions, *b.Conclusion):
		return fmt.Errorf("conclusion %q", *b.Conclusion)
	case run.Status == "completed" && (b.Status != nil || b.Conclusion != nil || b.Output != nil && len(b.Output.Annotations) > 0):
		return fmt.Errorf("the run is completed already") // its words may still change
	case len(b.Actions) > 3:
		return fmt.Errorf("actions: No more than 3 items are allowed; %d were supplied", len(b.Actions))
	}
	for _, a := range b.Actions {
		// https://docs.github.com/en/rest/checks/runs#create-a-check-run (actions)
		if a.Label == "" || len(a.Label) > 20 || a.Description == "" || len(a.Description) > 40 || a.Identifier == "" || len(a.Identifier) > 20 {
			return fmt.Errorf("action %+v", a)
		}
	}
	if b.Output == nil {
		return nil
	}
	o := b.Output
	if o.Title == nil || *o.Title == "" || o.Summary == nil || *o.Summary == "" {
		return fmt.Errorf("output without title or summary")
	}
	for name, s := range map[string]*string{"summary": o.Summary, "text": o.Text} {
		if s != nil && utf8.RuneCountInString(*s) > 65_535 {
			return fmt.Errorf("%s: Only 65535 characters are allowed; %d were supplied", name, utf8.RuneCountInString(*s))
		}
	}
	if len(o.Annotations) > 50 {
		return fmt.Errorf("annotations: No more than 50 items are allowed; %d were supplied", len(o.Annotations))
	}
	for i, a := range o.Annotations {
		if err := c.checkAnnotation(a, run.HeadSHA); err != nil {
			return fmt.Errorf("annotations[%d]: %w", i, err)
		}
	}
	return nil
}

func (c *call) checkAnnotation(a Annotation, head string) error {
	column := func(p *int) bool { return p == nil || *p >= 1 }
	switch {
	case a.Path == "" || path.Clean(a.Path) != a.Path || strings.HasPrefix(a.Path, "/") || strings.HasPrefix(a.Path, ".."):
		return fmt.Errorf("path %q", a.Path)
	case a.StartLine < 1 || a.EndLine < a.StartLine:
		return fmt.Errorf("lines %d to %d", a.StartLine, a.EndLine)
	case (a.StartColumn != nil || a.EndColumn != nil) && a.StartLine != a.EndLine:
		return fmt.Errorf("columns on more than one line")
	case !column(a.StartColumn) || !column(a.EndColumn):
		return fmt.Errorf("columns start at 1")
	case a.StartColumn != nil && a.EndColumn != nil && *a.EndColumn < *a.StartColumn:
		return fmt.Errorf("columns %d to %d", *a.StartColumn, *a.EndColumn)
	case a.Level != "notice" && a.Level != "warning" && a.Level != "failure":
		return fmt.Errorf("annotation_level %q", a.Level)
	case a.Message == "" || len(a.Message) > 64<<10 || len(a.RawDetails) > 64<<10:
		return fmt.Errorf("message of %d bytes, raw_details of %d", len(a.Message), len(a.RawDetails))
	case utf8.RuneCountInString(a.Title) > 255:
		return fmt.Errorf("title of %d characters", utf8.RuneCountInString(a.Title))
	}
	// From here on GitHub takes it and shows it nowhere.
	file, ok := c.repo.objects.files(c.repo.objects.commits[head].tree)[a.Path]
	if lines := strings.Count(file.Data, "\n") + 1; !ok {
		c.violate("annotation: %q is not in the head commit", a.Path)
	} else if a.EndLine > lines {
		c.violate("annotation: line %d of %q, which has %d", a.EndLine, a.Path, lines)
	}
	return nil
}
