package rules

import (
	"strings"
	"sync"
)

// wordSet is a set of words. It is made when it is first asked: most scans ask
// few of the sets, and a program should not pay for all of them at its start.
type wordSet struct {
	list string // between blanks
	once sync.Once
	set  map[string]bool
}

func (s *wordSet) has(word string) bool { return s.made()[word] }

// hasBytes is has of bytes.
func (s *wordSet) hasBytes(word []byte) bool { return s.made()[string(word)] }

func (s *wordSet) made() map[string]bool {
	s.once.Do(func() {
		s.set = map[string]bool{}
		for w := range strings.FieldsSeq(s.list) {
			s.set[w] = true
		}
	})
	return s.set
}
