package skelgen

import (
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	out, err := Source("\ufeff# Version: 1.2\n0441 ;\t0063 ;\tMA\t# c\n0031 ; 006C ; MA\n006D ; 0072 006E ; MA #\n")
	if err != nil || !strings.Contains(string(out), `"1l\nmrn\n\u0441c\n"`) || !strings.Contains(string(out), "version 1.2") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, wrong := range []string{"", "# Version: 1\n", "0441 ; 0063 ; MA\n", "# Version: 1\n0441\n", "# Version: 1\nx ; 0063 ; MA\n", "# Version: 1\n0441 0442 ; 0063 ; MA\n"} {
		if _, err := Source(wrong); err == nil {
			t.Errorf("%q is no error", wrong)
		}
	}
}
