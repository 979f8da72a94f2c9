package hub

// Git's modes of a tree entry, as GitHub's API gives them.
const (
	ModeFile       = "100644"
	ModeExecutable = "100755"
	ModeSymlink    = "120000"
	ModeSubmodule  = "160000"
)

// An Entry is one file of a tree.
type Entry struct {
	Path string
	Mode string
	Size int64  // bytes; -1 if unknown
	ID   string // the blob's; the commit's for a submodule
}

// A Change is one path that differs between two trees. OldPath differs from Path
// for a rename and is empty for an added file; Path is empty for a removed one.
type Change struct{ Path, OldPath string }
