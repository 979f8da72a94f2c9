// Package checkrun puts a review on GitHub: a check run with its annotations, and
// SARIF for code scanning. It knows how GitHub takes them (batches, limits, lost
// answers, runs that a dead process left open), and nothing of what they say,
// which is package checks'.
package checkrun
