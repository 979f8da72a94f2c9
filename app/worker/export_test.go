package worker

// ForgetFailures lets the janitor come back at once to what it has failed at.
func (w *Worker) ForgetFailures() {
	w.janitor.mu.Lock()
	defer w.janitor.mu.Unlock()
	clear(w.janitor.m)
}
