// Package overlap finds wording that rules share with a collection: rules are
// written from the idea of an attack, and a long run of the same words would be
// memory of one text.
package overlap

import (
	"slices"
	"strings"
	"unicode"

	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner/manifest"
)

// A Text is something that was written for the project: the ways in which its
// words can follow each other. State 0 is the beginning; all steps lead onwards.
type Text struct {
	Where  string // STRUCT005 sample 3, or a pattern's signal and line
	states [][]step
}

// step leads to another state, over a word or over nothing.
type step struct {
	word string // "" for nothing
	to   int
}

// A Run is a run of words that a text shares with an item.
type Run struct {
	Where string `json:"where"`
	Item  string `json:"item"`
	Words string `json:"words"`
}

// Plain is a text of fixed words.
func Plain(where, s string) Text {
	t := Text{Where: where, states: [][]step{nil}}
	for _, w := range split(s) {
		t.word(w)
	}
	return t
}

// word adds a step from the last state to a new one.
func (t *Text) word(w string) {
	last := len(t.states) - 1
	t.states = append(t.states, nil)
	t.states[last] = append(t.states[last], step{w, last + 1})
}

// split cuts a text into words as they are compared: letters and digits in small
// letters, all else apart.
func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Find lists the runs of at least n words that the texts share with the items:
// from each place of an item on the longest, each once, and none that is the end
// of another one.
func Find(texts []Text, items []score.Item, n int) []Run {
	x := newIndex(items)
	all := []Run{}
	for _, t := range texts {
		w := walk{index: x, text: t, memo: map[[2]int]int{}}
		known := t.vocabulary()
		seen := map[string]bool{}
		// Only where n words in a row are among the text's is there anything to
		// look at.
		for from, at := 0, 0; at < len(x.words); at++ {
			if !known[x.words[at]] {
				from = at + 1
			}
			if at-from+1 < n {
				continue
			}
			length := w.longest(at - n + 1)
			if length < n {
				continue
			}
			run := strings.Join(x.words[at-n+1:at-n+1+length], " ")
			if !seen[run] && !slices.ContainsFunc(all, func(r Run) bool { return r.Where == t.Where && strings.HasSuffix(r.Words, " "+run) }) {
				seen[run] = true
				all = append(all, Run{t.Where, x.items[x.owner[at]], run})
			}
		}
	}
	return all
}

func (t *Text) vocabulary() map[string]bool {
	words := map[string]bool{}
	for _, steps := range t.states {
		for _, s := range steps {
			if s.word != "" {
				words[s.word] = true
			}
		}
	}
	return words
}

// walk finds how far the ways through a text go along an item's words.
type walk struct {
	index *index
	text  Text
	memo  map[[2]int]int // by state and place
}

// longest is the most words that the text says, from any state on, starting with
// the word at a place.
func (w *walk) longest(at int) int {
	best := 0
	for state := range w.text.states {
		best = max(best, w.over(state, at))
	}
	return best
}

func (w *walk) over(state, at int) int {
	key := [2]int{state, at}
	if n, ok := w.memo[key]; ok {
		return n
	}
	best := 0
	for _, s := range w.text.states[state] {
		switch {
		case s.word == "":
			best = max(best, w.over(s.to, at))
		case s.word == w.index.words[at]:
			best = max(best, 1+w.over(s.to, at+1))
		}
	}
	w.memo[key] = best
	return best
}

// index holds the words of all items, with an empty one after each text: no run
// goes from one text into the next.
type index struct {
	words []string
	owner []int // the item of each word
	items []string
}

func newIndex(items []score.Item) *index {
	x := &index{}
	for i, item := range items {
		x.items = append(x.items, item.ID)
		for _, s := range texts(item) {
			for _, w := range append(split(s), "") {
				x.words, x.owner = append(x.words, w), append(x.owner, i)
			}
		}
	}
	return x
}

// texts are the strings of an item; of one that is no manifest, all of it.
func texts(item score.Item) []string {
	d, err := manifest.Parse(item.ID, item.Manifest, manifest.Options{Named: true})
	if err != nil {
		return []string{string(item.Manifest)}
	}
	var all []string
	for _, t := range d.All() {
		all = append(all, t.Value)
	}
	return all
}
