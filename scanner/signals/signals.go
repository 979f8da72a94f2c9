// Package signals is the language that rules hear: the phrase files, and the
// tables that are generated from them.
//
// A file is a topic, with all languages of the topic side by side: hiding.phr has
// every way to keep something from the user. Patterns raise signals; what a signal
// means for a text, and how bad it is, is for package rules. classes.phr has the
// word classes that several topics share, sentences.phr the signals that say what
// kind of sentence one is. concepts*.phr and vocabulary*.phr have what sentences
// speak of, in any order.
//
// After a change, run go generate ./scanner/signals.
package signals

//go:generate go run ./internal/gen
