// Package checks turns findings into what people and tools read: text for a
// terminal, JSON, SARIF, markdown, workflow commands, and the annotations of a
// GitHub check run. All of them render one [Report].
//
// Manifest text is hostile: each format has one function that escapes it, and
// nothing reaches an output any other way.
package checks
