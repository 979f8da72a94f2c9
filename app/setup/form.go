package setup

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/theriac/theriac/app/hub"
)

// form is what a person fills in, as it came.
type form struct {
	Name, Organisation, Hook, GitHub string
	Scanning                         bool // ask for the permission to upload to code scanning
}

// choice is a form that makes sense.
type choice struct {
	name     string
	hook     string
	create   *url.URL // GitHub's page that takes a manifest
	api      string   // the API that gives out the credentials
	site     string   // scheme and host of GitHub
	scanning bool
}

// mistakes says what is wrong with which field.
type mistakes map[string]string

// maxName is GitHub's limit for an App's name, in characters.
// https://docs.github.com/en/apps/creating-github-apps/registering-a-github-app/registering-a-github-app
const maxName = 34

// maxLogin is GitHub's limit for the name of an account, in characters.
const maxLogin = 39

func (f form) check() (choice, mistakes) {
	c := choice{name: strings.TrimSpace(f.Name), scanning: f.Scanning}
	wrong := mistakes{}
	if n := len([]rune(c.name)); n == 0 || n > maxName {
		wrong["Name"] = fmt.Sprintf("A name of 1 to %d characters.", maxName)
	}
	hook, err := url.Parse(strings.TrimSpace(f.Hook))
	switch {
	case err != nil, !isHost(hook.Host), hook.Scheme != "https", hook.User != nil, hook.Fragment != "":
		wrong["Hook"] = "An https:// address that GitHub can reach."
	default:
		if strings.Trim(hook.Path, "/") == "" {
			hook.Path = "/webhook"
		}
		c.hook = hook.String()
	}
	organisation := strings.TrimSpace(f.Organisation)
	if !isLogin(organisation) {
		wrong["Organisation"] = "The name of an organisation as it stands in its address, or nothing for your own account."
	}
	site, err := url.Parse(strings.TrimSpace(f.GitHub))
	switch {
	case err != nil, !isHost(site.Host), site.User != nil, strings.Trim(site.Path, "/") != "", site.RawQuery != "", site.Fragment != "",
		site.Scheme != "https" && !(site.Scheme == "http" && isLoopback(site.Hostname())):
		wrong["GitHub"] = "https://github.com, or the https:// address of a GitHub Enterprise Server."
	default:
		site.Path = ""
		c.site = site.String()
		c.api = apiOf(site)
		c.create = site.JoinPath("settings", "apps", "new")
		if organisation != "" {
			c.create = site.JoinPath("organizations", organisation, "settings", "apps", "new")
		}
	}
	if len(wrong) > 0 {
		return choice{}, wrong
	}
	return c, nil
}

// isHost reports whether s is a plain host, with or without a port. net/url lets
// characters pass that mean something in a header.
func isHost(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-._:[]", r) {
			return false
		}
	}
	return s != ""
}

// isLogin reports whether s could be the name of an account, or is empty.
func isLogin(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return len(s) <= maxLogin && !strings.HasPrefix(s, "-")
}

// apiOf is where a GitHub has its API: github.com and GitHub Enterprise Cloud
// with data residency on a host of its own, GitHub Enterprise Server below a path.
// https://docs.github.com/en/enterprise-server/rest/using-the-rest-api/getting-started-with-the-rest-api
func apiOf(site *url.URL) string {
	switch host := strings.ToLower(site.Host); {
	case host == "github.com", host == "www.github.com":
		return hub.DefaultURL
	case strings.HasSuffix(host, ".ghe.com"):
		return "https://api." + host + "/"
	}
	return site.JoinPath("api", "v3").String() + "/"
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
