// Package setup makes the GitHub App: one page on the loopback interface asks for
// an account and an address, sends the browser to GitHub with the App's manifest,
// takes the code that GitHub sends back, trades it for the App's credentials and
// writes them to files that only their owner can read.
//
// GitHub's side of it:
// https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
//
// Who else can reach the page: other users of the machine, and every web site
// that the browser has open. The first are kept out by a key in the address that
// the terminal shows, which becomes a cookie. Web sites can't read the page; what
// they could make the browser send is refused by the name that it asks for (a
// site may let its own name point here), by where a form comes from, and by a
// state that ends with its first use.
package setup
