package app

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/webhook"
)

// Settings are what the App is told by its environment.
type Settings struct {
	// AppID is the GitHub App's ID, and PrivateKey its key as PEM.
	AppID      int64
	PrivateKey []byte
	// Secrets are what deliveries may be signed with.
	Secrets webhook.Secrets
	// GitHubURL is the API's base, github.com's or that of an Enterprise Server.
	GitHubURL string
	// Listen is host:port. Port 0, which only programs can set, is any that is free.
	Listen string
	// OpsListen is host:port of health, readiness and metrics; empty where they are on Listen.
	OpsListen string
	// DatabaseURL is sqlite:PATH or postgres://...
	DatabaseURL string
	LogLevel    slog.Level
	// WebhookMemory and ReviewMemory bound, in bytes, what is held of deliveries that are being
	// received and of changes that are being reviewed. 0 is what fits the process's memory.
	WebhookMemory, ReviewMemory int64
}

// environment is the variables as they come. Every reading of them is done
// below, so that each fault can name its variable.
type environment struct {
	AppID          string `env:"THERIAC_APP_ID"`
	PrivateKeyFile string `env:"THERIAC_PRIVATE_KEY_FILE"`
	PrivateKey     string `env:"THERIAC_PRIVATE_KEY"`
	WebhookSecret  string `env:"THERIAC_WEBHOOK_SECRET"`
	GitHubURL      string `env:"THERIAC_GITHUB_URL"`
	// Loopback: nobody should serve the world by accident.
	Listen    string `env:"THERIAC_LISTEN" envDefault:"127.0.0.1:8080"`
	OpsListen string `env:"THERIAC_OPS_LISTEN"`
	// One file beside the program is all that a first run needs.
	DatabaseURL string `env:"THERIAC_DATABASE_URL" envDefault:"sqlite:theriac.db"`
	LogLevel    string `env:"THERIAC_LOG_LEVEL" envDefault:"info"`
	// The defaults of these two follow from the memory that the process may use: see memory.go.
	WebhookMemory string `env:"THERIAC_WEBHOOK_MEMORY"`
	ReviewMemory  string `env:"THERIAC_REVIEW_MEMORY"`
}

// A Fault is one setting that is missing or wrong.
type Fault struct {
	Variable string
	Detail   string // what is wrong with it and what it should be, without quoting a secret
}

func (f Fault) Error() string { return f.Variable + ": " + f.Detail }

// Faults are all of them, in the order of the documentation.
type Faults []Fault

// Error is one line for each fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

// Of reports whether one of the faults is about a variable.
func (f Faults) Of(variable string) bool {
	return slices.ContainsFunc(f, func(fault Fault) bool { return fault.Variable == variable })
}

// Load reads the settings from variables, as os.Environ gives them. The error
// is of type Faults and has every fault at once; the settings then have what
// could be read.
func Load(environ []string) (Settings, error) {
	e, err := env.ParseAsWithOptions[environment](env.Options{Environment: env.ToMap(environ)})
	if err != nil {
		return Settings{}, err // strings always parse
	}
	var s Settings
	var faults Faults
	check := func(variable string, err error) {
		if err != nil {
			faults = append(faults, Fault{variable, err.Error()})
		}
	}
	s.AppID, err = readAppID(e.AppID)
	check("THERIAC_APP_ID", err)
	variable, key, err := readKey(e.PrivateKeyFile, e.PrivateKey)
	s.PrivateKey = key
	check(variable, err)
	s.Secrets, err = readSecrets(e.WebhookSecret)
	check("THERIAC_WEBHOOK_SECRET", err)
	s.GitHubURL = cmp.Or(strings.TrimSpace(e.GitHubURL), hub.DefaultURL)
	check("THERIAC_GITHUB_URL", checkGitHubURL(s.GitHubURL))
	s.Listen = e.Listen
	check("THERIAC_LISTEN", checkListen(e.Listen))
	s.OpsListen = e.OpsListen
	if e.OpsListen != "" {
		check("THERIAC_OPS_LISTEN", checkListen(e.OpsListen))
	}
	s.DatabaseURL = e.DatabaseURL
	check("THERIAC_DATABASE_URL", checkDatabase(e.DatabaseURL))
	check("THERIAC_LOG_LEVEL", readLevel(e.LogLevel, &s.LogLevel))
	s.WebhookMemory, err = readMemory(e.WebhookMemory, webhook.MinBudget)
	check("THERIAC_WEBHOOK_MEMORY", err)
	s.ReviewMemory, err = readMemory(e.ReviewMemory, hub.MinMemory)
	check("THERIAC_REVIEW_MEMORY", err)
	if len(faults) > 0 {
		return s, faults
	}
	return s, nil
}

func readAppID(s string) (int64, error) {
	if s == "" {
		return 0, errors.New("is not set: it is the App ID, a number, on the GitHub App's settings page")
	}
	id, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("%q is not an App ID, which is a positive number (the client ID, which begins with letters, is another thing)", s)
	}
	return id, nil
}

// readKey gives the key and the variable that it came from.
func readKey(file, inline string) (variable string, key []byte, err error) {
	const fileVariable, inlineVariable = "THERIAC_PRIVATE_KEY_FILE", "THERIAC_PRIVATE_KEY"
	switch {
	case file != "" && inline != "":
		return fileVariable, nil, fmt.Errorf("is set beside %s: set one of the two", inlineVariable)
	case file != "":
		data, err := os.ReadFile(file)
		if err != nil {
			return fileVariable, nil, err
		}
		return fileVariable, data, errors.Join(checkMode(file), checkKey(data))
	case inline != "":
		// Many places that keep variables can't keep line ends, so people write \n.
		data := []byte(strings.ReplaceAll(inline, `\n`, "\n"))
		return inlineVariable, data, checkKey(data)
	}
	return fileVariable, nil, fmt.Errorf("is not set, and neither is %s: it is the path of the App's private key, the .pem file that GitHub made", inlineVariable)
}

func readSecrets(s string) (webhook.Secrets, error) {
	if s == "" {
		return webhook.Secrets{}, errors.New("is not set: it is the webhook secret from the GitHub App's settings page")
	}
	return webhook.ParseSecrets(s)
}

// checkListen wants a port, and a host that is an address or a name.
func checkListen(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err == nil {
		if n, e := strconv.ParseUint(port, 10, 16); e == nil && n > 0 {
			return nil
		}
	}
	return fmt.Errorf("%q is not host:port, such as 127.0.0.1:8080 or :8080", s)
}

func checkGitHubURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return errors.New("is not a URL")
	case u.User != nil:
		return errors.New("holds credentials, which belong elsewhere")
	case u.Scheme != "https" && u.Scheme != "http", u.Host == "", u.RawQuery != "", u.Fragment != "":
		return fmt.Errorf("%q is not the URL of an API, such as https://HOST/api/v3/", s)
	case u.Host == "github.com":
		return errors.New("is the web site: leave the variable away for github.com")
	}
	return nil
}

// checkDatabase says nothing of the value, which may hold a password.
func checkDatabase(s string) error {
	if path, ok := strings.CutPrefix(s, "sqlite:"); ok && strings.Trim(path, "/") != "" {
		return nil
	}
	if strings.HasPrefix(s, "postgres://") || strings.HasPrefix(s, "postgresql://") {
		return nil
	}
	return errors.New("is neither sqlite:PATH nor postgres://USER@HOST/DATABASE")
}

func readLevel(s string, level *slog.Level) error {
	for _, l := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(l.String(), strings.TrimSpace(s)) {
			*level = l
			return nil
		}
	}
	return fmt.Errorf("%q is none of debug, info, warn, error", s)
}
