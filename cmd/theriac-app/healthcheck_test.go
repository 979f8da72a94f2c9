package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	ready := http.StatusOK
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(ready)
		w.Write([]byte("because"))
	}))
	defer srv.Close()
	_, port, _ := strings.Cut(srv.Listener.Addr().String(), ":")
	check := func(listen string) (int, string) {
		var out, errs strings.Builder
		return run(t.Context(), []string{"healthcheck"}, []string{"THERIAC_LISTEN=" + listen}, &out, &errs), errs.String()
	}
	for _, listen := range []string{"127.0.0.1:" + port, ":" + port, "0.0.0.0:" + port} {
		if status, said := check(listen); status != 0 || said != "" {
			t.Errorf("%s: exit status %d, %q", listen, status, said)
		}
	}
	ready = http.StatusServiceUnavailable
	if status, said := check(":" + port); status != 1 || !strings.Contains(said, "503") || !strings.Contains(said, "because") {
		t.Errorf("not ready: exit status %d, %q", status, said)
	}
	srv.Close()
	if status, said := check(":" + port); status != 1 || said == "" {
		t.Errorf("nobody there: exit status %d, %q", status, said)
	}
	if status, said := check("nonsense"); status != 1 || !strings.Contains(said, "THERIAC_LISTEN") {
		t.Errorf("no address: exit status %d, %q", status, said)
	}
}

func TestLocalAddress(t *testing.T) {
	for listen, want := range map[string]string{
		":8080": "127.0.0.1:8080", "0.0.0.0:8080": "127.0.0.1:8080", "[::]:8080": "[::1]:8080",
		"10.0.0.1:80": "10.0.0.1:80", "localhost:8080": "localhost:8080",
	} {
		if got, err := localAddress(listen); err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", listen, got, err, want)
		}
	}
}
