package checkrun

import (
	"context"
	"time"
)

// OpenAtOnce is Open with a clock that never waits. It tells how long each wait
// would have been.
func OpenAtOnce(ctx context.Context, svc Service, at Target, waits *[]time.Duration) (*Run, error) {
	return open(ctx, svc, at, clock{now: time.Now, sleep: func(ctx context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return ctx.Err()
	}})
}

// UploadWithin is UploadSARIF with another limit, in bytes, than GitHub's.
var UploadWithin = upload

const WritePause = writePause
