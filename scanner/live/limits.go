package live

import "time"

// Bounds of one listing. The protocol sets none; these are far beyond what
// published servers need (the largest of 128 lists 312 KB in 183 tools) and
// small enough for any machine.
const (
	// MaxBytes is how much a server may send, whatever it is: answers,
	// notifications, lines that are no JSON-RPC. HTTP bodies count decompressed.
	MaxBytes = 32 << 20
	// MaxPages is how many pages a list may have.
	MaxPages = 1000
	// MaxComponents is how many components all lists may have together.
	MaxComponents = 100_000
	// DefaultTimeout bounds a listing from the start of the process or the first
	// request to the end of the process. It has to suffice for npx to install a
	// server first.
	DefaultTimeout = 60 * time.Second
)

const (
	// maxRounds is how often lists are read again that change.
	maxRounds = 10
	// maxQuiet is how long a server must be quiet that may announce changes, or
	// that has tools and lists none yet; maxBrief is for any other. Plugins of
	// published servers took up to two seconds.
	maxQuiet = 2500 * time.Millisecond
	maxBrief = 400 * time.Millisecond
	// maxSettle is how often that long a server is listened to altogether.
	maxSettle = 4
	// calm is the end of a storm of announcements.
	calm = 100 * time.Millisecond
	// maxStderr is how much of a server's stderr is kept, in bytes.
	maxStderr = 64 << 10
	// maxRedirects is how many redirects of one request are followed.
	maxRedirects = 5
	// maxGrace is how long a server may stay silent when it is asked for
	// something that it never said it has. After that it counts as not having it.
	maxGrace = 5 * time.Second
)

// The last moments of a process: how long it may take to end by itself when its
// stdin is closed, and then when it is told to.
const (
	leaveByItself = time.Second
	leaveWhenTold = 500 * time.Millisecond
)
