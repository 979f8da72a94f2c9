package text

import (
	"strings"
)

// spaced joins single letters with one blank between them; two blanks or a line
// break are a blank of the text.
func (d *decoder) spaced(i int) int {
	if i+minSpaced > len(d.tokens) || d.seen(Spaced, int(d.tokens[i].Start)) || d.tokens[i+1].End-d.tokens[i+1].Start != 1 {
		return 0 // an article, nearly always
	}
	var out []byte
	end, known, word := i, false, 0
	check := func() {
		known = known || len(out)-word >= 3 && d.lexicon.Number(string(out[word:])) != 0
	}
	for ; end < len(d.tokens); end++ {
		t := d.tokens[end]
		if t.End-t.Start != 1 || t.Flags&Punct != 0 || class[d.value[t.Start]]&classLetter == 0 {
			break
		}
		if end > i {
			switch gap := t.Start - d.tokens[end-1].End; {
			case gap == 0:
				return 0
			case gap > 1:
				check()
				out = append(out, ' ')
				word = len(out)
			}
		}
		out = append(out, d.value[t.Start])
	}
	check()
	if end-i < minSpaced || !known {
		return d.reject(Spaced, int(d.tokens[max(i, end-1)].End))
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Spaced, string(out))
	return end
}

// word reads a single word through leetspeak, or through marks inside it.
func (d *decoder) word(i int) int {
	t := d.tokens[i]
	s := d.value[t.Start:t.End]
	if len(s) < 3 || t.Flags&NonASCII != 0 {
		return d.emphasis(i)
	}
	if len(s) <= maxLeet && t.Flags&Compound != 0 && !hasUnderscore(s) {
		for _, one := range [...]byte{'i', 'l'} {
			if said, ok := unleet(s, one); ok && d.lexicon.Number(said) != 0 {
				d.add(t.Start, t.End, Leet, said)
				return i + 1
			}
		}
	}
	return d.emphasis(i)
}

// unleet puts letters in the places of digits; one is what stands for 1.
func unleet(s string, one byte) (said string, ok bool) {
	var out [maxLeet]byte
	for i := range len(s) {
		c := s[i]
		if class[c]&classDigit != 0 {
			if c = "o.zeasgtb."[c-'0']; s[i] == '1' {
				c = one
			}
			if c == '.' {
				return "", false
			}
			ok = true
		}
		out[i] = c
	}
	return string(out[:len(s)]), ok
}

// emphasis joins the parts of a word that marks stand between: te**ll.
func (d *decoder) emphasis(i int) int {
	said, end := d.value[d.tokens[i].Start:d.tokens[i].End], i+1
	for j := i + 1; j < len(d.tokens) && j <= i+16; j++ {
		t := d.tokens[j]
		if t.Flags&SpaceBefore != 0 {
			break
		}
		if t.Flags&Punct == 0 {
			said += d.value[t.Start:t.End]
			if d.lexicon.Number(said) != 0 {
				end = j + 1
			}
		} else if strings.IndexByte("*_~`", d.value[t.Start]) < 0 {
			break
		}
	}
	if end == i+1 {
		return 0
	}
	var joined strings.Builder
	for _, t := range d.tokens[i:end] {
		if t.Flags&Punct == 0 {
			joined.WriteString(d.value[t.Start:t.End])
		}
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Emphasis, joined.String())
	return end
}
