package text

import (
	"unicode"
	"unicode/utf8"
)

// reveal reads a run of hidden characters as text; see HiddenRun.Text.
func reveal(k HiddenKind, run string) string {
	switch k {
	case Tag:
		return fromTags(run)
	case VariationSelector:
		return fromSelectors(run)
	case ZeroWidth, Format:
		return fromBits(run)
	}
	return ""
}

func fromTags(run string) string {
	out := make([]byte, 0, len(run)/4)
	for _, r := range run {
		if c := r - 0xe0000; 0x20 <= c && c < 0x7f {
			out = append(out, byte(c))
		}
	}
	return string(out)
}

// fromSelectors reads VS1 to VS256 as the bytes 0 to 255.
func fromSelectors(run string) string {
	out := make([]byte, 0, len(run)/3)
	for _, r := range run {
		switch {
		case 0xfe00 <= r && r <= 0xfe0f:
			out = append(out, byte(r-0xfe00))
		case 0xe0100 <= r && r <= 0xe01ef:
			out = append(out, byte(r-0xe0100+16))
		default:
			return ""
		}
	}
	return readable(out)
}

// fromBits reads a run of two different characters as bits, eight or seven to a
// character, the highest first, whichever of the two stands for one.
func fromBits(run string) string {
	var (
		zero, one rune
		n         int
	)
	for _, r := range run {
		switch {
		case n == 0 || r == zero:
			zero = r
		case one == 0 || r == one:
			one = r
		default:
			return ""
		}
		n++
	}
	if one == 0 {
		return ""
	}
	for _, width := range []int{8, 7} {
		if n%width != 0 {
			continue
		}
		for _, set := range []rune{one, zero} {
			out := make([]byte, 0, n/width)
			value, have := 0, 0
			for _, r := range run {
				value <<= 1
				if r == set {
					value |= 1
				}
				if have++; have == width {
					out = append(out, byte(value))
					value, have = 0, 0
				}
			}
			if s := readable(out); s != "" {
				return s
			}
		}
	}
	return ""
}

// readable returns b if it is printable text of two characters or more.
func readable(b []byte) string {
	if !utf8.Valid(b) || utf8.RuneCount(b) < 2 {
		return ""
	}
	s := string(b)
	for _, r := range s {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\r' {
			return ""
		}
	}
	return s
}
