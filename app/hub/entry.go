package hub

import "github.com/theriac/theriac/app/review"

// Entry and Change are those of package review, which a Tree serves.
type (
	Entry  = review.Entry
	Change = review.Change
)

var _ review.Tree = (*Tree)(nil)
