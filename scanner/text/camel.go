package text

// CutCamel puts a blank between a small letter and a capital of an ASCII name
// which has so many parts or more by that, parts that blanks divide counted. Any
// other string stays as it is.
func CutCamel(s string, least int) Folded {
	f := Folded{Value: s, source: s}
	parts, cuts := 1, 0
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == ' ':
			parts++
		case isCut(s, i):
			parts++
			cuts++
		}
	}
	if cuts == 0 || parts < least {
		return f
	}
	out := make([]byte, 0, len(s)+cuts)
	for i := range len(s) {
		if i > 0 && isCut(s, i) {
			// The blank stands for nothing of the source.
			f.pieces = append(f.pieces, piece{at: uint32(len(out)), n: 1, from: uint32(i), to: uint32(i)})
			out = append(out, ' ')
		}
		out = append(out, s[i])
	}
	f.Value = string(out)
	return f
}

// isCut reports whether a part of the name begins at i.
func isCut(s string, i int) bool {
	return s[i]-'A' < 26 && (s[i-1]-'a' < 26 || i+1 < len(s) && s[i-1]-'A' < 26 && s[i+1]-'a' < 26)
}
