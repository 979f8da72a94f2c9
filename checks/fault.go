package checks

// WorkflowError is a workflow command that tells an error of the run itself,
// which is about no file.
func WorkflowError(title, message string) string {
	return workflowCommand(Annotation{Level: LevelFailure, Title: title, Message: EscapeTerminal(message)})
}

// MarkdownText is text as markdown shows it: nothing in it is markup.
func MarkdownText(text string) string { return escapeMarkdown(text) }
