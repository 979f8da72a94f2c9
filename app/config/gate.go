package config

import (
	"fmt"

	"github.com/theriac/theriac/scanner"
)

// Gate reads the severity from which findings fail a run. The error names the
// allowed values; info is none of them, since it never gates.
func Gate(name string) (scanner.Severity, error) {
	var s scanner.Severity
	if err := s.UnmarshalText([]byte(name)); err != nil || s < scanner.Low {
		return scanner.High, fmt.Errorf("unknown severity %s: want low, medium, high or critical", show(name))
	}
	return s, nil
}
