package text

// spaced joins single letters with one blank between them; two blanks or a line
// break are a blank of the text. One of its words must be known.
func (d *decoder) spaced(i int) int {
	if !d.letter(i+1) || d.seen(Spaced, int(d.tokens[i].Start)) {
		return 0 // an article, nearly always
	}
	var out []byte
	end, letters, known, word := i, 0, false, 0
	check := func() {
		known = known || len(out)-word >= minSpaced && d.lexicon.Number(string(out[word:])) != 0
	}
	for ; end < len(d.tokens); end++ {
		t := d.tokens[end]
		apostrophe := letters > 0 && d.value[t.Start] == '\'' && d.letter(end+1)
		if !d.letter(end) && !apostrophe {
			break
		}
		if end > i {
			switch gap := t.Start - d.tokens[end-1].End; {
			case gap == 0 && !apostrophe && d.value[t.Start-1] != '\'':
				return d.reject(Spaced, int(t.End))
			case gap > 1:
				check()
				out = append(out, ' ')
				word = len(out)
			}
		}
		if !apostrophe {
			letters++
		}
		out = append(out, d.value[t.Start])
	}
	check()
	if letters < minSpaced || !known {
		return d.reject(Spaced, int(d.tokens[max(i, end-1)].End))
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Spaced, string(out))
	return end
}

// letter reports whether token i is a single letter.
func (d *decoder) letter(i int) bool {
	if i >= len(d.tokens) {
		return false
	}
	t := d.tokens[i]
	return t.End-t.Start == 1 && t.Flags&Punct == 0 && class[d.value[t.Start]]&classLetter != 0
}

// word reads a single word through leetspeak, or through marks inside it.
func (d *decoder) word(i int) int {
	t := d.tokens[i]
	if t.Word != 0 || t.Flags&NonASCII != 0 || t.End-t.Start > maxLeet {
		return d.emphasis(i)
	}
	switch s := d.value[t.Start:t.End]; {
	case isDigits(s), t.Flags&Compound != 0 && len(s) == 2:
		// A number, or a letter with one, is a word only beside one in leetspeak.
		if d.leet == i || d.beforeLeet(i) {
			d.addLeet(i)
		}
	case t.Flags&Compound != 0 && len(s) >= 3 && !hasUnderscore(s):
		d.addLeet(i)
	}
	if d.leet == i+1 {
		return i + 1
	}
	return d.emphasis(i)
}

// beforeLeet reports whether a word in leetspeak follows, behind at most two
// numbers and the like.
func (d *decoder) beforeLeet(i int) bool {
	for j := i + 1; j < min(len(d.tokens), i+4); j++ {
		t := d.tokens[j]
		s := d.value[t.Start:t.End]
		switch {
		case t.Flags&Punct != 0:
			return false
		case isDigits(s), len(s) == 2:
		case t.Flags&Compound == 0:
			return false // it has no digit
		default:
			_, ok := d.unleet(j)
			return ok
		}
	}
	return false
}

// addLeet decodes a word in leetspeak, and remembers that the next one stands
// beside it.
func (d *decoder) addLeet(i int) bool {
	said, ok := d.unleet(i)
	if ok {
		d.add(d.tokens[i].Start, d.tokens[i].End, Leet, said)
		d.leet = i + 1
	}
	return ok
}

// unleet reads a word in leetspeak as a word of the lexicon.
func (d *decoder) unleet(i int) (string, bool) {
	if i >= len(d.tokens) || d.tokens[i].End-d.tokens[i].Start > maxLeet {
		return "", false
	}
	s := d.value[d.tokens[i].Start:d.tokens[i].End]
	for _, one := range [...]byte{'i', 'l'} {
		said, ok := unleet(s, one)
		if !ok {
			break
		}
		if letters := said[:len(s)]; d.lexicon.Number(string(letters)) != 0 {
			return string(letters), true
		}
	}
	return "", false
}

func isDigits(s string) bool {
	for i := range len(s) {
		if class[s[i]]&classDigit == 0 {
			return false
		}
	}
	return true
}

// unleet puts letters in the places of digits; one is what stands for 1. It is ok
// if there are digits and all of them stand for letters.
func unleet(s string, one byte) (said [maxLeet]byte, ok bool) {
	for i := range len(s) {
		c := s[i]
		if class[c]&classDigit != 0 {
			if c = "o.zeasgtb."[c-'0']; s[i] == '1' {
				c = one
			}
			if c == '.' {
				return said, false
			}
			ok = true
		}
		said[i] = c
	}
	return said, ok
}

// emphasis joins the parts of a word that marks stand between: te**ll. Marks that
// open and close inside the word are emphasis whatever it says; others only if
// the word is known.
func (d *decoder) emphasis(i int) int {
	if i+2 >= len(d.tokens) || !d.mark(i+1) {
		return 0
	}
	var space [64]byte
	joined := append(space[:0], d.value[d.tokens[i].Start:d.tokens[i].End]...)
	said, end, runs := "", i+1, 0
	for j := i + 1; j < len(d.tokens) && j <= i+24; j++ {
		t := d.tokens[j]
		switch {
		case t.Flags&SpaceBefore != 0:
			j = len(d.tokens)
		case d.mark(j):
			if !d.mark(j - 1) {
				runs++
			}
		case t.Flags&Punct == 0 && !isDigits(d.value[t.Start:t.End]):
			joined = append(joined, d.value[t.Start:t.End]...)
			if runs > 1 && runs%2 == 0 || d.lexicon.Number(string(joined)) != 0 {
				said, end = string(joined), j+1
			}
		case d.value[t.Start] == '\'':
			joined = append(joined, '\'')
		default:
			j = len(d.tokens)
		}
	}
	if said == "" {
		return 0
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Emphasis, said)
	return end
}

// mark reports whether token i is one of markdown's marks, right behind the
// token before it.
func (d *decoder) mark(i int) bool {
	t := &d.tokens[i]
	if t.Flags&(Punct|SpaceBefore) != Punct {
		return false
	}
	return isMark(d.value[t.Start])
}

func isMark(c byte) bool { return c == '*' || c == '_' || c == '~' || c == '`' }
