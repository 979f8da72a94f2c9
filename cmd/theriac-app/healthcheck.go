package main

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthcheckTimeout is below the time that the container image gives a check.
const healthcheckTimeout = 4 * time.Second

func (p *program) healthcheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the server of this machine whether it is ready: for containers without a shell",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			listen := "127.0.0.1:8080"
			for _, variable := range p.environ {
				if v, ok := strings.CutPrefix(variable, "THERIAC_LISTEN="); ok {
					listen = cmp.Or(v, listen)
				}
			}
			variable := "THERIAC_LISTEN"
			for _, set := range p.environ {
				if v, ok := strings.CutPrefix(set, "THERIAC_OPS_LISTEN="); ok && v != "" {
					listen, variable = v, "THERIAC_OPS_LISTEN"
				}
			}
			address, err := localAddress(listen)
			if err != nil {
				return fmt.Errorf("%s: %w", variable, err)
			}
			// A proxy of the environment is for the world outside.
			client := http.Client{Timeout: healthcheckTimeout, Transport: &http.Transport{}}
			req, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, "http://"+address+"/readyz", nil)
			if err != nil {
				return err
			}
			resp, err := client.Do(req)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			said, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10)) // only for the message
			if resp.StatusCode != http.StatusOK {
				return fmt.Errorf("not ready: %s: %s", resp.Status, strings.TrimSpace(string(said)))
			}
			return nil
		},
	}
}

// localAddress is how a server that listens there is reached from its own
// machine: one that listens on all interfaces also listens on loopback.
func localAddress(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", err
	}
	switch ip, err := netip.ParseAddr(host); {
	case host == "", err == nil && ip == netip.IPv4Unspecified():
		host = "127.0.0.1"
	case err == nil && ip == netip.IPv6Unspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
