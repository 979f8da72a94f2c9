package checks

// GitHub's limits on what is shown, each once; those on how it is sent stand with
// the check runs. Where GitHub says "characters" theriac counts UTF-8 bytes, of
// which a text never has fewer: what fits in bytes fits by any count.
const (
	// MaxOutputBytes is how long a check run's summary may be, and its text
	// likewise: 65,535 characters each. A longer one is refused with 422.
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (output)
	MaxOutputBytes = 65_535

	// MaxTitleBytes is how long an annotation's title may be: 255 characters.
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (annotations)
	MaxTitleBytes = 255

	// AnnotationsPerStep is how many annotations of each level (error, warning,
	// notice) GitHub Actions shows of one step.
	// https://docs.github.com/en/rest/checks/runs#update-a-check-run (annotations)
	AnnotationsPerStep = 10

	// Of a SARIF file GitHub accepts 25,000 results a run and keeps the 5,000
	// worst, and 20 tags a rule of which it keeps 10.
	// https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning#file-compression-and-size
	MaxSARIFResults = 5_000
	MaxSARIFTags    = 10
)
