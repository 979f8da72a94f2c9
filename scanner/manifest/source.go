package manifest

// A Location is a range of a source file as editors and GitHub count it: lines
// from 1, split on \n only (as git does); columns from 1, in UTF-16 code units
// (SARIF 2.1.0 §3.14.27 columnKind utf16CodeUnits); EndColumn exclusive. A byte
// order mark has no column (SARIF §3.30).
type Location struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

// MaxSize is the largest file that is read, in bytes. The largest manifest
// found in public repositories has 3.6 MB.
const MaxSize = 10 << 20

// MaxDepth is how deep arrays and objects may nest. Real schemas stay below 40;
// readers that recurse die between 4,096 and 10,000.
const MaxDepth = 1000

// A Source is one file: its text and, made when first needed, its lines.
type Source struct {
	// URI names the file: a slash-separated path relative to the repository,
	// or whatever the caller calls it.
	URI string
	// text is the content as UTF-8 without a byte order mark. Invalid bytes
	// stay as they are: offsets count what is there.
	text string
	// bom is how many bytes stood before text in the file. A UTF-16 file is
	// decoded; its offsets count the decoded text.
	bom   int
	lines lineIndex
}

// Text is the file's content as UTF-8, without a byte order mark.
func (s *Source) Text() string { return s.text }
