package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkColdStart compares the processor time of a whole run of the command
// with that of a Go program that does nothing, run in turn: times-empty is the
// ratio of the medians, and what it should be is at most 2. A pre-commit hook
// and a watching editor start the command over and over.
//
//	go test -run=^$ -bench=ColdStart -benchtime=200x ./cmd/theriac
func BenchmarkColdStart(b *testing.B) {
	if _, err := exec.LookPath("go"); err != nil {
		b.Skip("the go command is not installed")
	}
	small, err := filepath.Abs("../../testdata/pull/base/mcp/notes.json")
	if err != nil {
		b.Fatal(err)
	}
	empty := filepath.Join(b.TempDir(), "empty.go")
	if err := os.WriteFile(empty, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, build := range []struct{ name, cgo string }{
		{"static", "CGO_ENABLED=0"}, // as releases are built
		{"default", ""},             // as go install builds: pflag links net, and net the C library
	} {
		nothing, command := compile(b, empty, build.cgo), compile(b, ".", build.cgo)
		for _, args := range [][]string{{"version"}, {"scan", small}} {
			b.Run(build.name+"/"+args[0], func(b *testing.B) {
				var base, ours []time.Duration
				for b.Loop() {
					base = append(base, processorTime(b, nothing))
					ours = append(ours, processorTime(b, command, args...))
				}
				b.ReportMetric(float64(median(ours))/float64(median(base)), "times-empty")
				b.ReportMetric(median(ours).Seconds()*1e3, "cpu-ms")
			})
		}
	}
}

// compile builds a package or file with a setting of the environment.
func compile(b *testing.B, what, setting string) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "program")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", program, what)
	cmd.Env = append(os.Environ(), setting)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("go build %s: %v\n%s", what, err, out)
	}
	return program
}

// processorTime is what one run of a program takes in user and system mode.
func processorTime(b *testing.B, program string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(program, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
