//go:build race

package main

// underRace: the race detector multiplies memory, so that a bound on it says
// nothing. The same tests run without it too.
const underRace = true
