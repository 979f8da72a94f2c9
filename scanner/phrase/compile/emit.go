package compile

import (
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
)

// block gives the number of the block that matches the elements; see code. Equal
// blocks are one.
func (a *assembler) block(list []*node, back bool, after *node) uint16 {
	code := a.code(list, back, after)
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
		var blocks []uint16
		for i := range n.kids {
			blocks = append(blocks, a.block(n.kids[i:i+1], back, nil))
		}
		slices.Sort(blocks)
		blocks = slices.Compact(blocks)
		return append(append(code, uint16(phrase.OpAlt), uint16(len(blocks)), a.first(n, back)), blocks...)
	}
	panic("a class is left after resolving")
}

// first gives one more than the number of the set of words with which a match
// of n begins, or ends if back is set; 0 where it can begin otherwise.
func (a *assembler) first(n *node, back bool) uint16 {
	words := outerWords(n, back)
	if words == nil {
		return 0
	}
	slices.Sort(words)
	return a.set(slices.Compact(words)) + 1
}

// outerWords are the words with which a match of n begins, or ends; nil where
// it can be something else.
func outerWords(n *node, back bool) (words []string) {
	switch n.kind {
	case kindWord, kindSet:
		return slices.Clone(n.words)
	case kindSeq:
		k := n.kids[0]
		if back {
			k = n.kids[len(n.kids)-1]
		}
		return outerWords(k, back)
	case kindAlt:
		for _, k := range n.kids {
			more := outerWords(k, back)
			if more == nil {
				return nil
			}
			words = append(words, more...)
		}
	}
	return words
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
