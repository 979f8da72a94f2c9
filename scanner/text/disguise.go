package text

import "unicode/utf8"

// A suspect is a word, in bytes of the source, that holds look-alikes.
type suspect struct {
	start, end uint32
	index      uint32 // how many words stand before it
	line       uint32
	script     script
	whole      bool // look-alikes of one script and nothing else
	fold       bool
}

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
//   - A word wholly of near look-alikes of one script is a disguise unless an
//     honest word of that script, one with a letter that is no near look-alike
//     and with no Latin ones, stands on the same line with at most seven words
//     between them.
//   - Any other word is honest and kept.
//
// What is replaced never vouches for anything and what vouches is never
// replaced, so folding twice changes nothing more.
func (f *folder) judge() {
	var (
		w      word
		index  uint32
		line   uint32                                = 1
		honest [scripts]struct{ index, line uint32 } // the last honest word of each script
	)
	finish := func(end int) {
		if !w.any {
			w = word{}
			return
		}
		switch {
		case w.blend:
			if w.alike {
				f.words = append(f.words, suspect{start: uint32(w.start), end: uint32(end), index: index, line: line, fold: true})
			}
		case w.script == latin || w.script == 0:
		case w.near:
			h := honest[w.script]
			f.words = append(f.words, suspect{start: uint32(w.start), end: uint32(end), index: index, line: line,
				script: w.script, whole: true, fold: h.line != line || index-h.index > reach})
		default:
			honest[w.script].index, honest[w.script].line = index, line
			for i := len(f.words) - 1; i >= 0 && f.words[i].line == line && index-f.words[i].index <= reach; i-- {
				if x := &f.words[i]; x.whole && x.script == w.script {
					x.fold = false
				}
			}
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
}

// word gathers what judge needs to know of the word that it reads.
type word struct {
	start  int
	any    bool   // it has begun
	script script // of the first letter; 0 for none yet
	blend  bool   // there is a letter of another script
	alike  bool   // there is a look-alike
	near   bool   // all letters so far are near look-alikes
}

func (w *word) begin(i int) {
	if !w.any {
		w.any, w.start, w.near = true, i, true
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
}
