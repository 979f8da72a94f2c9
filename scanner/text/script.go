package text

// script tells scripts apart as far as disguises need it.
type script uint8

const (
	latin script = iota + 1
	greek
	cyrillic
	armenian
	georgian
	cherokee
	syllabics // Unified Canadian Aboriginal Syllabics
	lisu
	coptic
	otherScript
	scripts
)

// scriptOf returns the script of a letter beyond ASCII, by block.
func scriptOf(r rune) script {
	switch {
	case r < 0x370, 0x1d00 <= r && r <= 0x1dbf, 0x1e00 <= r && r <= 0x1eff, 0x2c60 <= r && r <= 0x2c7f,
		0xa720 <= r && r <= 0xa7ff, 0xab30 <= r && r <= 0xab6f:
		return latin
	case r < 0x400, 0x1f00 <= r && r <= 0x1fff:
		return greek
	case r < 0x530, 0x1c80 <= r && r <= 0x1c8f, 0xa640 <= r && r <= 0xa69f:
		return cyrillic
	case r < 0x590:
		return armenian
	case 0x10a0 <= r && r <= 0x10ff, 0x1c90 <= r && r <= 0x1cbf, 0x2d00 <= r && r <= 0x2d2f:
		return georgian
	case 0x13a0 <= r && r <= 0x13ff, 0xab70 <= r && r <= 0xabbf:
		return cherokee
	case 0x1400 <= r && r <= 0x167f:
		return syllabics
	case 0xa4d0 <= r && r <= 0xa4ff:
		return lisu
	case 0x2c80 <= r && r <= 0x2cff:
		return coptic
	}
	return otherScript
}

// orthographic tells whether a joiner between two letters can be spelling: ZWNJ
// in Persian, ZWJ and ZWNJ in Indic conjuncts (The Unicode Standard, sections
// 9.2, 12.1 and 23.2).
func orthographic(before, after rune) bool {
	return joining(before) && joining(after)
}

// joining tells whether r is a letter or mark of a script that spells with
// joiners: Arabic to N'Ko, the Indic scripts and those derived from them,
// Mongolian.
func joining(r rune) bool {
	if r < 0x600 || r > 0x11fff {
		return false
	}
	switch {
	case r <= 0xdff, 0xe80 <= r && r <= 0x109f, 0x1700 <= r && r <= 0x18af,
		0x1900 <= r && r <= 0x1c4f, 0xa800 <= r && r <= 0xaaff, 0xabc0 <= r && r <= 0xabff,
		0x11000 <= r && r <= 0x11fff:
	default:
		return false
	}
	k, _ := lookup(r)
	return (k == kindLetter || k == kindMark || k == kindAlone) && hiddenKind(r) == 0
}

// hangul tells whether r is a letter or syllable of Hangul, by block. Unlike
// ideographs, they have no variants for a selector to pick.
func hangul(r rune) bool {
	return 0x1100 <= r && r <= 0x11ff || 0x3130 <= r && r <= 0x318f || 0xa960 <= r && r <= 0xa97f || 0xac00 <= r && r <= 0xd7ff ||
		0xffa0 <= r && r <= 0xffdc
}
