package hub

import (
	"time"

	"github.com/theriac/theriac/scanner/manifest"
)

// GitHub's figures for reading.
const (
	// apiVersion is the version of the REST API that this package was written
	// against. https://docs.github.com/en/rest/about-the-rest-api/api-versions
	apiVersion = "2022-11-28"

	// perPage is the most that GitHub gives on one page.
	// https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
	perPage = 100

	// compareFilesMax is where GitHub cuts a comparison's list of files.
	// https://docs.github.com/en/rest/commits/commits#compare-two-commits
	compareFilesMax = 300

	// filesMax is where GitHub cuts the list of a pull request's files.
	// https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files
	filesMax = 3000

	// secondaryWait is how long to stay away when GitHub names no time: "at least
	// one minute", and longer each time after that.
	// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
	secondaryWait    = time.Minute
	secondaryWaitMax = 30 * time.Minute

	// answerTimeout bounds one call, from the first byte sent to the last byte
	// read. GitHub itself gives up on a request after 10 s.
	// https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#timeouts
	answerTimeout = 11 * time.Second
)

// Our own.
const (
	// DefaultMaxFileBytes is how large a file Tree.Read returns: the most that the
	// scanner would read.
	DefaultMaxFileBytes = manifest.MaxSize

	// maxAnswer bounds one answer in bytes: a recursive tree at GitHub's limit of
	// 100,000 entries is about 30 MB of JSON.
	maxAnswer = 64 << 20

	// clientsKept bounds the clients (and so the tokens) that a Hub holds. One
	// more costs one token call of the next review of the repository that fell
	// out.
	clientsKept = 2048

	// largeRepo is the size in KB, by GitHub's reckoning, from which trees are
	// read folder by folder rather than whole.
	largeRepo = 200_000

	// walkCalls bounds the calls that one walk of a tree may make, so that a
	// hostile tree can't eat an installation's 5,000 calls of an hour.
	walkCalls = 200

	// readCalls bounds the calls by which one attempt at a review reads trees, files
	// and lists of files, in all.
	readCalls = 300

	// openFirst is how many open pull requests are asked for at first: an answer
	// has some 20 KB of each.
	openFirst = 30

	// openPages bounds the search of all open pull requests.
	openPages = 10
)
