package text

import "unicode/utf8"

// HiddenKind says what sort of characters a HiddenRun is made of.
type HiddenKind uint8

const (
	ZeroWidth         HiddenKind = iota + 1 // zero-width spaces and joiners, the word joiner, the byte order mark
	Bidi                                    // marks, embeddings, overrides and isolates of the bidirectional algorithm
	Tag                                     // U+E0000 to U+E007F, an invisible copy of ASCII
	VariationSelector                       // VS1 to VS256 and the Mongolian ones
	Format                                  // what else shows nothing: soft hyphens, fillers, invisible operators …
	PrivateUse                              // shows whatever a font makes of it
	Control                                 // C0 and C1 controls other than tab and line breaks, and DEL
)

var hiddenKinds = [...]string{"", "zero-width", "bidi", "tag", "variation selector", "format", "private use", "control"}

func (k HiddenKind) String() string { return hiddenKinds[k] }

// HiddenPlace says where a HiddenRun stands, other hidden runs beside it left
// out of account.
type HiddenPlace uint8

const (
	BesideOther HiddenPlace = iota // beside punctuation or a symbol
	BesideBlank                    // a blank or the string's edge is on at least one side
	InsideWord                     // letters or digits are on both sides
	InEmoji                        // an honest part of a symbol: emoji presentation, joined emoji, keycap, flag
	InScript                       // spelling: joiners of Arabic or Indic scripts, marks beside right-to-left letters, variants of ideographs
)

// Honest tells that characters of this kind belong where the run stands.
func (p HiddenPlace) Honest() bool { return p == InEmoji || p == InScript }

// A HiddenRun is a stretch of a string that shows nothing, or nothing that is
// agreed on.
type HiddenRun struct {
	// Start and End are bytes of the string.
	Start, End int
	Kind       HiddenKind
	Place      HiddenPlace
	// Text is what the run says when it is read as what hides text in such
	// characters: tags as the ASCII that they copy, variation selectors as bytes,
	// two invisible characters as the bits of bytes. Empty if that gives nothing
	// readable, and for an honest run. Tags are always read; other text is
	// printable UTF-8 of two characters or more.
	Text string
}

// Hidden finds the longest runs of each kind of hidden characters in a string as
// published, in order. It returns nil, without allocation, if there are none.
func Hidden(s string) []HiddenRun {
	if plain(s) {
		return nil
	}
	var (
		runs    []HiddenRun
		waiting int         // runs from here on wait for the visible character after them
		before  = visible{} // the visible character before
	)
	for i := 0; i < len(s); {
		if class[s[i]]&(classHigh|classControl) == 0 {
			settle(s, runs[waiting:], before, visible{rune(s[i]), i, i + 1})
			waiting = len(runs)
			i = plainEnd(s, i+1)
			before = visible{rune(s[i-1]), i - 1, i}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		j := i + size
		k := hiddenKind(r)
		switch {
		case k == 0 || r == utf8.RuneError && size == 1:
			v := visible{r, i, j}
			settle(s, runs[waiting:], before, v)
			waiting, before = len(runs), v
		case len(runs) > 0 && runs[len(runs)-1].End == i && runs[len(runs)-1].Kind == k:
			runs[len(runs)-1].End = j
		default:
			runs = append(runs, HiddenRun{Start: i, End: j, Kind: k})
		}
		i = j
	}
	settle(s, runs[waiting:], before, visible{})
	return runs
}

// visible is a character that shows, or a blank; zero at the string's edges.
type visible struct {
	char       rune
	start, end int
}

func (v visible) blank() bool {
	if v.end == 0 {
		return true
	}
	if v.char < 0x80 {
		return class[v.char]&classBlanks != 0
	}
	k, _ := inWord(v.char)
	return k == kindFold
}

func (v visible) letter() bool {
	if v.char < 0x80 {
		return v.end > 0 && class[v.char]&classWord != 0
	}
	k, _ := inWord(v.char)
	return k == kindLetter || k == kindMark || k == kindAlone
}

// settle places the runs that stand between two visible characters, and reads
// them.
func settle(s string, runs []HiddenRun, before, after visible) {
	for i := range runs {
		x := &runs[i]
		switch {
		case inEmoji(s, x, before, after):
			x.Place = InEmoji
			continue
		case inScript(s, x, before, after):
			x.Place = InScript
			continue
		case before.letter() && after.letter():
			x.Place = InsideWord
		case before.blank() || after.blank():
			x.Place = BesideBlank
		}
		x.Text = reveal(x.Kind, s[x.Start:x.End])
	}
}

// inEmoji tells whether the run is what UTS #51 (Unicode Emoji) makes symbols
// of: a presentation selector, a joiner, the tags of a flag.
func inEmoji(s string, x *HiddenRun, before, after visible) bool {
	first, size := utf8.DecodeRuneInString(s[x.Start:])
	single := x.Start+size == x.End
	switch x.Kind {
	case VariationSelector:
		if !single || x.Start != before.end {
			return false
		}
		if before.char < 0x80 { // keycap: digit, U+FE0F, U+20E3
			return first == 0xfe0f && after.char == 0x20e3 && after.start == x.End &&
				(class[before.char]&classDigit != 0 || before.char == '#' || before.char == '*')
		}
		k, _ := lookup(before.char)
		return 0xfe00 <= first && first <= 0xfe0f && (k == kindOther || k == kindRegional || pictograph(before.char))
	case ZeroWidth:
		return single && first == 0x200d && pictograph(before.char) && pictograph(after.char)
	case Tag:
		if before.char != 0x1f3f4 || x.Start != before.end {
			return false
		}
		// A subdivision flag: the black flag, three to six small letters and
		// digits, the cancel tag.
		n := 0
		for i, r := range s[x.Start:x.End] {
			if r == 0xe007f {
				return x.Start+i+4 == x.End && 3 <= n && n <= 6
			}
			if c := r - 0xe0000; c >= 0x80 || class[c]&(classLower|classDigit) == 0 {
				return false
			}
			n++
		}
	}
	return false
}

// inScript tells whether the run is a matter of spelling.
func inScript(s string, x *HiddenRun, before, after visible) bool {
	first, size := utf8.DecodeRuneInString(s[x.Start:])
	if x.Start+size != x.End || before.end == 0 && x.Kind != Bidi {
		return false
	}
	switch x.Kind {
	case ZeroWidth:
		return (first == 0x200c || first == 0x200d) && orthographic(before.char, after.char)
	case Bidi:
		return (first == 0x200e || first == 0x200f || first == 0x061c) && (rightToLeft(before.char) || rightToLeft(after.char))
	case VariationSelector:
		if x.Start != before.end {
			return false
		}
		k, _ := lookup(before.char)
		mongolian := 0x1800 <= before.char && before.char <= 0x18af
		if 0x180b <= first && first <= 0x180f {
			return mongolian
		}
		return k == kindAlone && !hangul(before.char)
	}
	return false
}

// pictograph tells whether r may be a part of a joined emoji. The blocks hold
// more than emoji, all of it symbols.
func pictograph(r rune) bool {
	switch {
	case r == 0xa9, r == 0xae, r == 0x203c, r == 0x2049, r == 0x2122, r == 0x2139, r == 0x24c2,
		r == 0x3030, r == 0x303d, r == 0x3297, r == 0x3299,
		0x2190 <= r && r <= 0x21ff, 0x2300 <= r && r <= 0x23ff, 0x25a0 <= r && r <= 0x27bf, 0x2900 <= r && r <= 0x297f,
		0x2b00 <= r && r <= 0x2bff, 0x1f000 <= r && r <= 0x1faff:
		return true
	}
	return false
}

// rightToLeft tells whether r is of a block that is written from right to left.
func rightToLeft(r rune) bool {
	return 0x590 <= r && r <= 0x8ff || 0xfb1d <= r && r <= 0xfdff || 0xfe70 <= r && r <= 0xfefc ||
		0x10800 <= r && r <= 0x10fff || 0x1e800 <= r && r <= 0x1efff
}

func hiddenKind(r rune) HiddenKind {
	k, _ := lookup(r)
	switch {
	case r < 0x20 || 0x7f <= r && r <= 0x9f:
		if r == 0x85 || r >= 0 && r < 0x20 && class[r]&classBlanks != 0 {
			return 0
		}
		return Control
	case 0x200b <= r && r <= 0x200d, r == 0x2060, r == 0xfeff, r == 0x180e:
		return ZeroWidth
	case r == 0x061c, r == 0x200e, r == 0x200f, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
		return Bidi
	case 0xe0000 <= r && r <= 0xe007f:
		return Tag
	case k == kindSelector, 0x180b <= r && r <= 0x180d, r == 0x180f:
		return VariationSelector
	case k == kindPrivate:
		return PrivateUse
	case k == kindIgnorable, r == 0x3164, r == 0xffa0:
		return Format
	}
	return 0
}
