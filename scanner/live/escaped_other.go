//go:build !linux

package live

// Elsewhere than on Linux a process that leaves its group on purpose gets away; on
// Windows the job holds it.

const markName = "THERIAC_LISTING"

func beginListing()     {}
func endListing(string) {}
