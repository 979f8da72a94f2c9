// Package baseline is Layer 3: it records what a manifest said when a person
// approved it, and tells what changed since.
//
//	manifest → Snapshot → Encode → NAME.baseline.json, reviewed and committed
//	NAME.baseline.json → Load (every hash verified) → Document ─┐
//	the manifest as it is now ───────────────────────────────── Compare → findings
//
// Compare takes any two documents: a review without a baseline gives it the
// manifest of the base branch. Which of the two it is, is the [Basis].
//
// # The ladder
//
// Severity comes from evidence, not from the size of an edit.
//
//   - critical: the new text of a member gives a new Layer 1 or 2 finding of high or
//     critical. What is milder by itself ("you must", alone) stands in honest
//     releases every day and proves nothing. The identity of a finding is its rule
//     and its matched text, blanks and case aside, not its place: moving a sentence
//     introduces nothing. See [History].
//   - high: every other edit of substance to what somebody approved: wording,
//     parameters added, removed, renamed or retyped, changed constraints. After
//     approval an honest edit and a hostile one can't be told apart without reading
//     them, and to have them read is the point. A new parameter is high even if it
//     is optional: it is a way out for data that nobody approved. Where nobody
//     approved anything, or where the change brings a baseline that fits, such an
//     edit is medium: somebody reads it in the pull request.
//   - medium: a component added or removed, and annotations that now ask for less
//     care (destructiveHint no longer true, readOnlyHint now true): clients skip
//     their confirmation for such tools.
//   - low: cosmetic, or only a version, a digest or a date differs (version.go), or
//     what no model reads. Reflowed prose, reordered keys, and what neither a model nor
//     a validator sees: see cosmetic.go for each case and its reason.
//   - info: annotations that ask for more care.
//
// Every finding holds the old and the new value and points at the member that
// changed. A removed one points at what held it.
package baseline
