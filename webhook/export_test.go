package webhook

// Verify reports whether a signature holds for a body that is there as a whole.
func (s Secrets) Verify(body []byte, signature string) bool {
	v := s.verifier()
	v.write(body)
	return v.holds(signature)
}

// Held is how many bytes the handler's budget has given out.
func (h *Handler) Held() int64 {
	h.budget.mu.Lock()
	defer h.budget.mu.Unlock()
	return h.budget.held
}

// IsRef is what the door accepts as a branch.
var IsRef = isRef
