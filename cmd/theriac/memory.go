package main

import (
	"math"
	"runtime/debug"
	"sync"
)

// memory keeps what a scan takes in proportion to the files that it has open. Left
// to itself, the collector lets the heap grow to twice what is live after parsing
// a file, most of which the scan would not have needed.
//
// The limit is soft: a file that needs more gets more, at the price of up to as
// much time again.
type memory struct {
	mu         sync.Mutex
	open, most int // bytes of files: now, and of the limit that is set
}

const (
	// smallFile is below what a limit would make a difference for, in bytes.
	smallFile = 1 << 20
	// perByte and base are what a scan may take, in bytes: five times the file and
	// 20 MB, of which the program itself takes some 5.
	perByte = 5
	base    = 15_000_000
)

// hold counts a file of n bytes as open until release is called.
func (m *memory) hold(n int) (release func()) {
	if n < smallFile {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.most == 0 && debug.SetMemoryLimit(-1) != math.MaxInt64 {
		m.most = math.MaxInt // GOMEMLIMIT says what the user wants
	}
	if m.open += n; m.open > m.most {
		m.most = m.open
		debug.SetMemoryLimit(int64(perByte*m.most + base))
	}
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.open -= n
	}
}
