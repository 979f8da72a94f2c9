package review

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/manifest"
)

// settings is the configuration at the tip of the base branch. One that is
// wrong is told, and the defaults are used, which accept and ignore nothing.
func (r *run) settings() (*config.Config, error) {
	if r.Config != nil {
		return r.Config, nil
	}
	c, faults, err := r.readSettings(r.Tip)
	if err != nil {
		return nil, err
	}
	if len(faults) == 0 {
		return c, nil
	}
	// A change that repairs the configuration must be able to pass.
	_, left, err := r.readSettings(r.Head)
	if err != nil {
		return nil, err
	}
	for _, f := range faults {
		f.Harmless = len(left) == 0
		f.Detail += "; the base branch's configuration is not used"
		r.report.NotAnalysed = append(r.report.NotAnalysed, f)
	}
	return config.Default(), nil
}

// readSettings reads the configuration of a tree: the default where there is
// none. faults is what is wrong with it.
func (r *run) readSettings(t Tree) (c *config.Config, faults []checks.NotAnalysed, err error) {
	c = config.Default()
	found := ""
	for _, name := range config.Names() {
		data, fault, err := r.readSetting(t, name)
		switch {
		case err != nil:
			return nil, nil, err
		case fault != nil:
			return nil, []checks.NotAnalysed{*fault}, nil
		case data == nil:
			continue
		case found != "":
			return nil, []checks.NotAnalysed{{URI: name, Reason: manifest.Unparsable,
				Detail: fmt.Sprintf("a second configuration beside %s: keep one of the two", found)}}, nil
		}
		found = name
		c, err = config.Parse(name, data, r.Rules)
		var list config.Errors
		if errors.As(err, &list) {
			for _, e := range list {
				faults = append(faults, checks.NotAnalysed{URI: e.Path, Reason: manifest.Unparsable,
					Line: e.Line, Column: e.Column, Detail: e.Detail})
			}
			return nil, faults, nil
		}
	}
	return c, nil, nil
}

// readSetting reads one file; data is nil where there is none.
func (r *run) readSetting(t Tree, name string) (data []byte, fault *checks.NotAnalysed, err error) {
	e, err := t.Stat(r.ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the configuration: %w", err)
	}
	broken := refuse(e)
	if broken == nil {
		data, err = t.Read(r.ctx, name)
		switch {
		case errors.As(err, &broken):
		case err != nil:
			return nil, nil, fmt.Errorf("read the configuration: %w", err)
		default:
			return append([]byte{}, data...), nil, nil
		}
	}
	return nil, &checks.NotAnalysed{URI: name, Reason: broken.Reason, Detail: broken.Detail}, nil
}

// changedSettings tells of a change to the configuration. One that would be
// wrong after the merge fails the review: every later one would fail by it.
func (r *run) changedSettings(changes []Change) error {
	touched := slices.ContainsFunc(changes, func(c Change) bool { return isSettings(c.Path) || isSettings(c.OldPath) })
	if touched {
		_, faults, err := r.readSettings(r.Head)
		if err != nil {
			return err
		}
		r.report.NotAnalysed = append(r.report.NotAnalysed, faults...)
	}
	for _, c := range changes {
		switch {
		case isSettings(c.Path):
			r.note(c.Path, "This change edits the configuration. The edit takes effect after the merge; this review uses the base branch's.")
		case isSettings(c.OldPath):
			r.note(c.OldPath, "This change removes the configuration. That takes effect after the merge; this review uses the base branch's.")
		case misspelt(c.Path):
			r.note(c.Path, fmt.Sprintf("This file is not read: the configuration is %s.", strings.Join(config.Names(), " or ")))
		}
	}
	return nil
}

func (r *run) note(uri, text string) {
	r.report.Notes = append(r.report.Notes, checks.Note{URI: uri, Text: text})
}

func isSettings(path string) bool { return slices.Contains(config.Names(), path) }

// misspelt finds files that somebody may believe to be the configuration.
func misspelt(path string) bool {
	return !isSettings(path) && slices.ContainsFunc(config.Names(), func(name string) bool {
		return strings.EqualFold(strings.TrimSuffix(name, ".yml")+".yaml", path) || strings.EqualFold(name, path)
	})
}
