package checks

import "time"

// GitHub's limits, each once. Where GitHub says "characters" theriac counts UTF-8
// bytes, of which a text never has fewer: what fits in bytes fits by any count.
const (
	// MaxOutputBytes is how long a check run's summary may be, and its text
	// likewise: 65,535 characters each. A longer one is refused with 422.
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (output)
	MaxOutputBytes = 65_535

	// AnnotationsPerRequest is how many annotations one request may carry; each
	// request adds to those before.
	// https://docs.github.com/en/rest/checks/runs#update-a-check-run (annotations)
	AnnotationsPerRequest = 50

	// maxAnnotations is theriac's own cap for one run, worst first. GitHub names
	// none, and nobody reads more.
	maxAnnotations = 500

	// An annotation's message and raw_details have 64 KB each, its title 255
	// characters.
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (annotations)
	maxMessageBytes = 64 << 10
	maxTitleBytes   = 255

	// writePause lies between two writes in a row, as GitHub asks of Apps that
	// make many.
	// https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests
	writePause = time.Second

	// runsPerPage is the most that GitHub gives on one page.
	runsPerPage = 100

	// AnnotationsPerStep is how many annotations of each level (error, warning,
	// notice) GitHub Actions shows of one step.
	// https://docs.github.com/en/rest/checks/runs#update-a-check-run (annotations)
	AnnotationsPerStep = 10

	// Of a SARIF file GitHub takes at most 10 MB compressed. It accepts 25,000
	// results a run and keeps the 5,000 worst, and 20 tags a rule of which it
	// keeps 10.
	// https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning#file-compression-and-size
	maxSARIFBytes   = 10 << 20
	MaxSARIFResults = 5_000
	MaxSARIFTags    = 10
)
