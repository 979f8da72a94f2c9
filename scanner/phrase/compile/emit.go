package compile

import (
	"cmp"
	"maps"
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
)

// block gives the number of the block that matches the elements; see code. Equal
// blocks are one.
func (a *assembler) block(list []*node, back bool, after *node) uint16 {
	code := a.code(list, back, after)
	return a.add(code)
}

// add gives the number of the block with that code.
func (a *assembler) add(code []uint16) uint16 {
	key := string(bytesOf(code))
	number, ok := a.blocks[key]
	if !ok {
		number = uint16(len(a.p.Blocks))
		a.blocks[key] = number
		start := uint32(len(a.p.Code))
		a.p.Code = append(a.p.Code, code...)
		a.p.Blocks = append(a.p.Blocks, phrase.Block{Start: start, End: uint32(len(a.p.Code))})
	}
	return number
}

// code is the instructions that match the elements, from the right to the left if
// back is set. after is the token that stands to the right of the elements, if
// there is one.
func (a *assembler) code(list []*node, back bool, after *node) (code []uint16) {
	for i := range list {
		n, join := list[i], list[i].join
		if back {
			// The join of two tokens is the right one's.
			n = list[len(list)-1-i]
			join = phrase.Loose
			if after != nil {
				join = after.join
			}
			after = n
		}
		code = a.emit(code, n, join, back)
	}
	return code
}

func (a *assembler) emit(code []uint16, n *node, join phrase.Join, back bool) []uint16 {
	token := func(op phrase.Op, operand uint16) []uint16 {
		return append(code, uint16(op)|uint16(join), operand)
	}
	nested := func(op phrase.Op, back bool) []uint16 {
		return append(code, uint16(op), a.block(n.kids, back, nil))
	}
	switch n.kind {
	case kindWord:
		return token(phrase.OpWord, a.p.Lexicon.Number(n.words[0]))
	case kindSet:
		return token(phrase.OpSet, a.set(n.words))
	case kindPunct:
		return token(phrase.OpPunct, uint16(n.punct))
	case kindShape:
		return append(code, uint16(phrase.OpShape), uint16(n.n))
	case kindGap:
		return append(code, uint16(phrase.OpGap), uint16(n.n))
	case kindStart:
		return append(code, uint16(phrase.OpStart))
	case kindSeq:
		return append(code, a.code(n.kids, back, nil)...)
	case kindMaybe:
		return nested(phrase.OpMaybe, back)
	case kindEager:
		return nested(phrase.OpEager, back)
	case kindAhead:
		return nested(phrase.OpAhead, false)
	case kindBehind:
		return nested(phrase.OpBehind, true)
	case kindAlt:
		plain, byWord := choices(n.kids, back)
		blocks := a.each(plain, back)
		if len(byWord) > 0 {
			blocks = append(blocks, a.choice(byWord, back))
		}
		return append(code, alternatives(blocks, a.first(n, back))...)
	}
	panic("a class is left after resolving")
}

// first gives one more than the number of the set of words with which a match
// of n begins, or ends if back is set; 0 where it can begin otherwise.
func (a *assembler) first(n *node, back bool) uint16 {
	words := n.edge(back).onlyWords()
	if words == nil {
		return 0
	}
	return a.set(words) + 1
}

const (
	// minChoices is how many alternatives are worth being chosen by a word.
	minChoices = 3
	// maxChoiceWords is how many words an alternative may begin with for it.
	maxChoiceWords = 16
)

// choices parts alternatives into those that are chosen by the word with which
// they begin, or end if back is set, and the others.
func choices(kids []*node, back bool) (plain []*node, byWord map[string][]*node) {
	byWord = map[string][]*node{}
	chosen := 0
	for _, k := range kids {
		words := k.edge(back).onlyWords()
		if k.takesWord() || words == nil || len(words) > maxChoiceWords {
			plain = append(plain, k)
			continue
		}
		chosen++
		for _, w := range words {
			byWord[w] = append(byWord[w], k)
		}
	}
	if chosen < minChoices || len(byWord) == 1 {
		return kids, nil
	}
	return plain, byWord
}

// choice gives the number of the block that chooses alternatives by a word.
func (a *assembler) choice(byWord map[string][]*node, back bool) uint16 {
	words := slices.SortedFunc(maps.Keys(byWord), func(x, y string) int {
		return cmp.Compare(a.p.Lexicon.Number(x), a.p.Lexicon.Number(y))
	})
	code := []uint16{uint16(phrase.OpChoose), uint16(len(words))}
	for _, w := range words {
		code = append(code, a.p.Lexicon.Number(w), a.either(a.each(byWord[w], back)))
	}
	return a.add(code)
}

// each gives the numbers of the blocks that match one of the elements each.
func (a *assembler) each(list []*node, back bool) (blocks []uint16) {
	for i := range list {
		blocks = append(blocks, a.block(list[i:i+1], back, nil))
	}
	return blocks
}

// either gives the number of the block that matches what one of the blocks does.
func (a *assembler) either(blocks []uint16) uint16 {
	if len(blocks) == 1 {
		return blocks[0]
	}
	return a.add(alternatives(blocks, 0))
}

// alternatives is the instruction that matches what one of the blocks does; set is
// that of the words with which all of them begin, and one more, or 0.
func alternatives(blocks []uint16, set uint16) []uint16 {
	slices.Sort(blocks)
	blocks = slices.Compact(blocks)
	return append([]uint16{uint16(phrase.OpAlt), uint16(len(blocks)), set}, blocks...)
}

// quick tells how soon the elements beside an anchor fail where they do not
// match; less is sooner.
func quick(list []*node, back bool) int {
	if len(list) == 0 {
		return 5 // they never fail
	}
	n := list[0]
	if back {
		n = list[len(list)-1]
	}
	switch n.kind {
	case kindWord, kindPunct:
		return 0
	case kindSet:
		return 1
	case kindSeq, kindAlt, kindStart, kindShape:
		return 2
	case kindGap:
		return 4
	}
	return 3
}

// set gives the number of the set of words.
func (a *assembler) set(words []string) uint16 {
	numbers := a.numbers(words)
	key := string(bytesOf(numbers))
	number, ok := a.sets[key]
	if !ok {
		number = uint16(len(a.p.WordSets))
		a.sets[key] = number
		s := phrase.WordSet{Low: numbers[0] / 64, High: numbers[len(numbers)-1]/64 + 1, Bits: uint32(len(a.p.Bits))}
		bits := make([]uint64, s.High-s.Low)
		for _, w := range numbers {
			bits[w/64-s.Low] |= 1 << (w % 64)
		}
		a.p.Bits = append(a.p.Bits, bits...)
		a.p.WordSets = append(a.p.WordSets, s)
	}
	return number
}

// numbers are the numbers of words, in order.
func (a *assembler) numbers(words []string) []uint16 {
	var numbers []uint16
	for _, w := range words {
		numbers = append(numbers, a.p.Lexicon.Number(w))
	}
	slices.Sort(numbers)
	return numbers
}

// bytesOf makes a map key of numbers.
func bytesOf(numbers []uint16) []byte {
	out := make([]byte, 0, 2*len(numbers))
	for _, n := range numbers {
		out = append(out, byte(n), byte(n>>8))
	}
	return out
}
