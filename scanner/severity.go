package scanner

import "fmt"

// Severity is how bad a finding is. Info never reaches a gate.
type Severity uint8

const (
	Info Severity = iota
	Low
	Medium
	High
	Critical
)

var severityNames = [...]string{"info", "low", "medium", "high", "critical"}

// Severities lists all of them, the worst first.
func Severities() []Severity { return []Severity{Critical, High, Medium, Low, Info} }

func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a severity's name, in lower case.
func (s *Severity) UnmarshalText(b []byte) error {
	for i, n := range severityNames {
		if n == string(b) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q: want info, low, medium, high or critical", b)
}
