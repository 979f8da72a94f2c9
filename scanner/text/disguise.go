package text

import "unicode/utf8"

// A suspect is a word, in bytes of the source, with letters beyond the Latin ones.
type suspect struct {
	start, end uint32
	index      uint32 // how many words stand before it
	line       uint32
	script     script
	kind       suspicion
	fold       bool
}

// suspicion is what the letters of a word say of it.
type suspicion uint8

const (
	native suspicion = iota // a letter that no Latin one looks like: an honest word
	farOff                  // look-alikes of one script, some of them far ones
	nearBy                  // near look-alikes of one script and nothing else
	blend                   // letters of several scripts
)

// reach is how many words an honest word of a script vouches for its
// neighbours, to each side and within its line.
const reach = 8

// suspected tells whether the look-alike at i of the source is to be replaced.
func (f *folder) suspected(i int) bool {
	if !f.judged {
		f.judge()
		f.judged = true
	}
	for f.word < len(f.words) && int(f.words[f.word].end) <= i {
		f.word++
	}
	return f.word < len(f.words) && int(f.words[f.word].start) <= i && f.words[f.word].fold
}

// judge decides word by word which look-alikes are disguises. UTS #39 calls a
// string suspicious that mixes scripts or that is wholly made of confusables;
// honest Russian, Ukrainian and Greek have short words of the latter kind (а, с,
// у, οι, και), so that company has to decide:
//
//   - A word that mixes scripts is a disguise. Its look-alikes are replaced, the
//     far ones too.
//   - A word wholly of look-alikes of one script, some of them far ones, is a
//     disguise if one that mixes scripts stands in its company and no word with a
//     letter that nothing Latin looks like; else it is honest.
//   - A word wholly of near look-alikes of one script is a disguise unless an
//     honest word of that script stands in its company.
//   - Any other word is honest and kept.
//
// The company of a word is the words of its line with at most seven others
// between them.
//
// What is replaced never vouches for anything and what vouches is never
// replaced, so folding twice changes nothing more.
func (f *folder) judge() {
	var (
		w     word
		index uint32
		line  uint32 = 1
	)
	finish := func(end int) {
		if !w.any {
			w = word{}
			return
		}
		x := suspect{start: uint32(w.start), end: uint32(end), index: index, line: line, script: w.script}
		switch {
		case w.blend:
			x.kind, x.fold = blend, w.alike
		case w.near:
			x.kind = nearBy
		case w.far:
			x.kind = farOff
		}
		if w.blend && w.alike || !w.blend && w.script != latin && w.script != 0 {
			f.words = append(f.words, x)
		}
		index++
		w = word{}
	}
	s := f.source
	for i := 0; i < len(s); {
		c := s[i]
		if k := class[c]; k&classHigh == 0 {
			switch {
			case k&classLetter != 0:
				w.add(i, latin, kindLetter)
			case k&classDigit != 0:
				w.begin(i)
			case k&classControl != 0:
				i += escape(s, i, i+1)
			default:
				finish(i)
				if c == '\n' {
					line++
				}
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		j := i + size
		switch k, to := lookup(r); k {
		case kindLetter, kindNear, kindFar:
			w.add(i, scriptOf(r), k)
		case kindFold:
			switch c := payload(to)[0]; {
			case class[c]&classLetter != 0:
				w.add(i, latin, kindLetter)
			case class[c]&classDigit != 0:
				w.begin(i)
			default:
				finish(i)
				if c == '\n' {
					line++
				}
			}
		case kindRegional:
			var letters bool
			if j, letters = regionals(s, i); letters {
				w.add(i, latin, kindLetter)
			} else {
				finish(i)
			}
		case kindIgnorable:
			j += escape(s, i, j)
		case kindMark, kindJoiner, kindSelector:
		default:
			finish(i)
		}
		i = j
	}
	finish(len(s))
	for i := range f.words {
		if x := &f.words[i]; x.kind == farOff {
			x.fold = f.company(i, func(y suspect) bool { return y.kind == blend }) &&
				!f.company(i, func(y suspect) bool { return y.kind == native && y.script == x.script })
		}
	}
	for i := range f.words {
		if x := &f.words[i]; x.kind == nearBy {
			x.fold = !f.company(i, func(y suspect) bool { return y.script == x.script && (y.kind == native || y.kind == farOff && !y.fold) })
		}
	}
}

// company reports whether a word in the company of the i-th one is such.
func (f *folder) company(i int, such func(suspect) bool) bool {
	x := f.words[i]
	near := func(y suspect) bool { return y.line == x.line && max(y.index, x.index)-min(y.index, x.index) <= reach }
	for j := i - 1; j >= 0 && near(f.words[j]); j-- {
		if such(f.words[j]) {
			return true
		}
	}
	for j := i + 1; j < len(f.words) && near(f.words[j]); j++ {
		if such(f.words[j]) {
			return true
		}
	}
	return false
}

// word gathers what judge needs to know of the word that it reads.
type word struct {
	start  int
	any    bool   // it has begun
	script script // of the first letter; 0 for none yet
	blend  bool   // there is a letter of another script
	alike  bool   // there is a look-alike
	near   bool   // all letters so far are near look-alikes
	far    bool   // all are near or far ones
}

func (w *word) begin(i int) {
	if !w.any {
		w.any, w.start, w.near, w.far = true, i, true, true
	}
}

func (w *word) add(i int, s script, k kind) {
	w.begin(i)
	switch {
	case w.script == 0:
		w.script = s
	case w.script != s:
		w.blend = true
	}
	w.alike = w.alike || k == kindNear || k == kindFar
	w.near = w.near && k == kindNear
	w.far = w.far && (k == kindNear || k == kindFar)
}
