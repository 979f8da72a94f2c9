// Package text prepares a string for matching: it folds disguises (look-alike
// letters, full-width forms, combining marks, invisible characters, odd blanks)
// away while keeping the way back to the original bytes, and cuts the result
// into words, punctuation and sentences in one pass.
//
// Everything here works on byte offsets and on buffers that the caller reuses.
package text

//go:generate go run generate.go
