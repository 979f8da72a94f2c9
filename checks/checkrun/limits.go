package checkrun

import "time"

// GitHub's limits on what is sent, each once. Where GitHub says "characters"
// theriac counts UTF-8 bytes, of which a text never has fewer.
const (
	// AnnotationsPerRequest is how many annotations one request may carry; each
	// request adds to those before.
	// https://docs.github.com/en/rest/checks/runs#update-a-check-run (annotations)
	AnnotationsPerRequest = 50

	// maxAnnotations is theriac's own cap for one run, worst first. GitHub names
	// none, and nobody reads more.
	maxAnnotations = 500

	// An annotation's message and raw_details have 64 KB each.
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (annotations)
	maxMessageBytes = 64 << 10

	// writePause lies between two writes in a row, as GitHub asks of Apps that
	// make many.
	// https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests
	writePause = time.Second

	// runsPerPage is the most that GitHub gives on one page.
	runsPerPage = 100

	// maxSARIFBytes is the most that GitHub takes of a compressed SARIF file: 10 MB.
	// https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning#file-compression-and-size
	maxSARIFBytes = 10 << 20
)
