package review

import (
	"slices"
	"testing"

	"github.com/theriac/theriac/scanner/manifest"
)

func TestSiblings(t *testing.T) {
	one := func(name string) string {
		return `{"name":"` + name + `","description":"Gets the weather. Call list_cities first to get the city ID.","inputSchema":{"type":"object"}}`
	}
	for _, c := range []struct {
		about, path, text string
		files             map[string]string
		want              []string
	}{
		{"by the files' names", "snaps/get_weather.snap", one("get_weather"),
			map[string]string{"get_weather.snap": "", "list_cities.snap": "{}", "readme.md": ""}, []string{"list_cities"}},
		{"by what is in them", "snaps/01.json", one("get_weather"),
			map[string]string{"01.json": "", "02.json": one("list_cities"), "03.json": "{}", "04.json": `{"tools":[]}`}, []string{"list_cities"}},
		{"a list has its own", "snaps/tools.json", `{"tools":[` + one("get_weather") + `]}`, map[string]string{"list_cities.json": one("list_cities")}, nil},
	} {
		d, err := manifest.Parse(c.path, []byte(c.text), manifest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := Siblings(d, func() Folder {
			f := Folder{Read: func(name string) []byte { return []byte(c.files[name]) }}
			for name := range c.files {
				f.Names = append(f.Names, name)
			}
			slices.Sort(f.Names)
			return f
		})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}
