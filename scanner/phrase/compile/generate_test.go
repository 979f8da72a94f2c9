package compile_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/theriac/theriac/scanner/phrase/compile"
)

var update = flag.Bool("update", false, "write the golden files")

const generated = `
class USER = user{,s} | "end user"
tell-user: not ..2 tell [the] @USER !(again)
look: read ("~/.ssh" | ~ident)
concept ask = ask{,s} | put a question
`

func generate(t *testing.T) []byte {
	t.Helper()
	p, err := compile.Compile(compile.Source{Text: generated})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := compile.Generate(&b, "probe", p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGenerate(t *testing.T) {
	got := generate(t)
	golden := filepath.Join("testdata", "generated.golden")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if formatted, err := format.Source(got); err != nil || !bytes.Equal(formatted, got) {
		t.Errorf("not as gofmt writes it: %v", err)
	}
	if again := generate(t); !bytes.Equal(got, again) {
		t.Error("a second run gives another file")
	}
}

// What is generated compiles, and no code runs for it when a program starts.
func TestGeneratedNeedsNoInit(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	dir := t.TempDir()
	source, archive := filepath.Join(dir, "probe.go"), filepath.Join(dir, "probe.a")
	write := func(path string, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "probe", "probe.go"): source}})
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(dir, "overlay.json"), overlay)
	// initSize is the size of the function that the package runs at start.
	initSize := func(code []byte) int {
		write(source, code)
		for _, args := range [][]string{
			{"build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", archive, "./probe"},
			{"tool", "nm", "-size", archive},
		} {
			out, err := exec.Command("go", args...).CombinedOutput()
			if err != nil {
				t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
			}
			for line := range strings.Lines(string(out)) {
				f := strings.Fields(line)
				if len(f) < 4 || f[2] != "T" || !strings.HasSuffix(f[3], "/probe.init") {
					continue
				}
				n, err := strconv.Atoi(f[1])
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
		}
		return 0
	}
	// An empty function, a return, may stay.
	const empty = 16
	code := append(generate(t), "\nfunc Probe() *phrase.Program { return &Program }\n"...)
	if n := initSize(code); n > empty {
		t.Errorf("the package has %d bytes of code to run at start", n)
	}
	// The test can fail: this map is made at start.
	code = append(code, "\nvar Work = map[string]int{Program.Signals[0]: len(Program.Signals)}\n"...)
	if n := initSize(code); n <= empty {
		t.Errorf("work at start was not seen: %d bytes", n)
	}
}

func TestGenerateRefusesEqualConstants(t *testing.T) {
	p, err := compile.Compile(compile.Source{Text: "a-b: x\na-B: y"})
	if err != nil {
		t.Fatal(err)
	}
	err = compile.GenerateNames(new(bytes.Buffer), "p", p)
	if err == nil || err.Error() != "signals a-B and a-b would both be AB" {
		t.Errorf("got %v", err)
	}
}
