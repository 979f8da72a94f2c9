package baseline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// cosmetic recognises changes of a schema that no model and no validator sees,
// and says why. An upgrade of an SDK makes many of them at once, in every tool.
func cosmetic(name string, old, new manifest.Node) (reason string, ok bool) {
	switch name {
	case "$schema", "$id", "id", "$anchor", "$vocabulary":
		if isText(old) && isText(new) || name == "$vocabulary" {
			return "an identifier of the schema itself", true
		}
	case "additionalProperties", "unevaluatedProperties":
		if isOpenOrClosed(old) && isOpenOrClosed(new) {
			return "whether unknown arguments are refused says nothing to a model", true
		}
	case "required", "properties", "$defs", "definitions", "patternProperties":
		if isEmpty(old) && isEmpty(new) {
			return "empty is as good as left out", true
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		if isLimit(old) && isLimit(new) {
			return "the bounds of exact integers in JavaScript, which some SDKs write out", true
		}
	case "propertyNames":
		if isStrings(old) && isStrings(new) {
			return "the names of properties are strings anyway", true
		}
	case "type":
		if sameSet(list1(old), list1(new)) {
			return "the same types, spelt otherwise", true
		}
	}
	switch name {
	case "required", "enum":
		if old.Kind() == manifest.Array && new.Kind() == manifest.Array && sameSet(elements(old), elements(new)) {
			return "the same set in another order", true
		}
	}
	if old.Kind() == manifest.Number && new.Kind() == manifest.Number && sameNumber(old.Text(), new.Text()) {
		return "the same number, spelt otherwise", true
	}
	return "", false
}

// isOpen reports whether a schema allows everything.
func isOpen(n manifest.Node) bool {
	return !n.Valid() || n.Kind() == manifest.Object && n.Len() == 0 || n.Kind() == manifest.Bool && strings.EqualFold(n.Text(), "true")
}

func isOpenOrClosed(n manifest.Node) bool { return isOpen(n) || n.Kind() == manifest.Bool }

func isEmpty(n manifest.Node) bool {
	return !n.Valid() || (n.Kind() == manifest.Object || n.Kind() == manifest.Array) && n.Len() == 0
}

// isLimit takes Number.MAX_SAFE_INTEGER of ECMAScript (§21.1.2.6) and its
// opposite: zod 4 writes them into the schema of every integer.
func isLimit(n manifest.Node) bool {
	return !n.Valid() || n.Kind() == manifest.Number && strings.TrimPrefix(n.Text(), "-") == "9007199254740991"
}

// isStrings takes no schema and {"type": "string"}.
func isStrings(n manifest.Node) bool {
	return !n.Valid() || n.Kind() == manifest.Object && n.Len() == 1 && n.Get("type").Text() == "string"
}

// list1 is a list's elements, or the value itself.
func list1(n manifest.Node) []manifest.Node {
	if n.Kind() == manifest.Array {
		return elements(n)
	}
	return []manifest.Node{n}
}

// sameSet compares lists of scalars without regard to order and repetition.
func sameSet(a, b []manifest.Node) bool {
	in := map[string]uint8{}
	for i, side := range [][]manifest.Node{a, b} {
		for _, n := range side {
			if k := n.Kind(); k == manifest.Object || k == manifest.Array || k == manifest.Invalid {
				return false
			}
			in[string(appendScalar(nil, n))] |= 1 << i
		}
	}
	for _, sides := range in {
		if sides != 3 {
			return false
		}
	}
	return true
}

// sameNumber compares numbers in JSON's grammar by value, however long they are.
func sameNumber(a, b string) bool {
	x, okX := decimal(a)
	y, okY := decimal(b)
	return okX && okY && x == y
}

// number is digits without zeros at either end, times a power of ten.
type number struct {
	negative bool
	digits   string
	exponent int
}

func decimal(s string) (number, bool) {
	if !isNumber(s) {
		return number{}, false
	}
	var n number
	s, n.negative = strings.CutPrefix(s, "-")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.Atoi(s[i+1:])
		if err != nil || e > 1<<30 || e < -1<<30 {
			return number{}, false
		}
		s, n.exponent = s[:i], e
	}
	whole, fraction, _ := strings.Cut(s, ".")
	n.exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	n.digits = strings.TrimRight(digits, "0")
	n.exponent += len(digits) - len(n.digits)
	if n.digits == "" {
		return number{}, true
	}
	return n, true
}

// reordered reports whether two nodes of equal content have their keys in
// another order.
func reordered(a, b manifest.Node) bool {
	type step struct{ a, b manifest.Node }
	stack, seen := []step{{a, b}}, map[step]bool{}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		x, y := members(s.a), members(s.b)
		if !slices.EqualFunc(x, y, func(m, n member) bool { return m.name == n.name }) {
			return true
		}
		for i := range x {
			stack = append(stack, step{x[i].value, y[i].value})
		}
		p, q := elements(s.a), elements(s.b)
		for i := range min(len(p), len(q)) {
			stack = append(stack, step{p[i], q[i]})
		}
	}
	return false
}
