package checks

// A Level is how GitHub shows an annotation.
type Level string

const (
	LevelFailure Level = "failure"
	LevelWarning Level = "warning"
	LevelNotice  Level = "notice"
)

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
