package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// BenchmarkPeak scans a manifest of some 8 MB whose texts differ. times-file is
// what the command held at most, in resident memory, less 20 MB and divided by the
// file's size; it should be at most 5. THERIAC_TEST_BIG names another file.
//
//	go test -run=^$ -bench=Peak -benchtime=5x ./cmd/theriac
func BenchmarkPeak(b *testing.B) {
	if _, err := exec.LookPath("go"); err != nil {
		b.Skip("the go command is not installed")
	}
	file := os.Getenv("THERIAC_TEST_BIG")
	if file == "" {
		file = filepath.Join(b.TempDir(), "big.json")
		writeUnlike(b, file, 5000)
	}
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	command := compile(b, ".", "CGO_ENABLED=0")
	peak := int64(0)
	for b.Loop() {
		cmd := exec.Command(command, "scan", "--fail-on", "critical", file)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		peak = max(peak, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss<<10)
	}
	b.ReportMetric(float64(peak-20_000_000)/float64(info.Size()), "times-file")
	b.ReportMetric(float64(peak)/1e6, "MB")
}

// writeUnlike writes a manifest of n tools of which no two say the same. It does so
// piece by piece: a process counts what the one that started it held at that time
// as its own.
func writeUnlike(b *testing.B, file string, n int) {
	b.Helper()
	words := strings.Fields("list page entry author branch state filter order result customer invoice sensor route column latest first last archived open closed number date")
	random := rand.New(rand.NewPCG(1, 2))
	say := func(n int) string {
		said := make([]string, n)
		for i := range said {
			said[i] = words[random.IntN(len(words))]
		}
		return "The " + strings.Join(said, " ") + "."
	}
	f, err := os.Create(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	type object = map[string]any
	separator := `{"tools":[`
	for i := range n {
		properties := object{}
		for p := range 8 {
			properties[fmt.Sprintf("%s_%d", words[p], i)] = object{"type": "string", "description": say(12)}
		}
		tool, _ := json.Marshal(object{
			"name": fmt.Sprintf("list_%s_%d", words[i%len(words)], i), "description": say(60),
			"inputSchema": object{"type": "object", "properties": properties},
		})
		if _, err := fmt.Fprintf(f, "%s%s", separator, tool); err != nil {
			b.Fatal(err)
		}
		separator = ","
	}
	if _, err := f.WriteString("]}"); err != nil {
		b.Fatal(err)
	}
}
