package setup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/theriac/theriac/app/hub"
)

// Names of the files that setup writes.
const (
	KeyFile = "theriac.pem"
	EnvFile = "theriac.env"
)

// files are the two files of an App. They are made before the code is traded for
// the credentials: GitHub gives them once, so nothing may fail for want of a
// place to put them.
type files struct{ key, env *os.File }

// reserve makes both files, empty and for their owner only. Files that are there
// are never touched: they may be the only copy of another App's key.
func reserve(dir string) (_ *files, err error) {
	f := &files{}
	defer func() {
		if err != nil {
			f.discard()
		}
	}()
	for _, x := range []struct {
		name string
		file **os.File
	}{{KeyFile, &f.key}, {EnvFile, &f.env}} {
		if *x.file, err = os.OpenFile(filepath.Join(dir, x.name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// vacant says early what reserve would say late.
func vacant(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	}
	for _, name := range []string{KeyFile, EnvFile} {
		p := filepath.Join(dir, name)
		if _, err := os.Lstat(p); err == nil {
			return fmt.Errorf("%s is there already and is not overwritten: move it away, or choose another folder with --dir", p)
		}
	}
	return nil
}

// discard removes what was reserved and not filled.
func (f *files) discard() {
	for _, file := range []*os.File{f.key, f.env} {
		if file != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}
}

// fill writes the credentials, down to the disk.
func (f *files) fill(c hub.Credentials, api string) error {
	key, err := filepath.Abs(f.key.Name())
	if err != nil {
		return err
	}
	return errors.Join(
		writeOut(f.key, c.PrivateKey),
		writeOut(f.env, environment(c, api, key)),
	)
}

func writeOut(f *os.File, text string) error {
	_, err := f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// environment is the settings as a file of variables, which shells, systemd
// (EnvironmentFile) and compose (env_file) read the same way.
func environment(c hub.Credentials, api, key string) string {
	var b strings.Builder
	set := func(name, value string) { fmt.Fprintf(&b, "%s=%s\n", name, quoteEnv(value)) }
	set("THERIAC_APP_ID", strconv.FormatInt(c.AppID, 10))
	set("THERIAC_PRIVATE_KEY_FILE", key)
	set("THERIAC_WEBHOOK_SECRET", c.WebhookSecret)
	if api != hub.DefaultURL {
		set("THERIAC_GITHUB_URL", api)
	}
	return b.String()
}

// quoteEnv leaves plain values bare: `docker run --env-file` would take quotes
// for a part of the value. GitHub's own secrets are plain.
func quoteEnv(s string) string {
	plain := s != ""
	for _, r := range s {
		plain = plain && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@+,", r))
	}
	if plain {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(s) + `"`
}
