package webhook

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
)

// firstRead is how much is read at first of a body that does not tell its length, in bytes.
const firstRead = 64 << 10

var errNoRoom = errors.New("too much is being received at the moment")

// verified returns the body of a request whose signature holds, and what has to be called when it
// is no longer needed. Otherwise the answer is given.
func (h *Handler) verified(a *answer, w http.ResponseWriter, r *http.Request) (body []byte, room *reservation, ok bool) {
	signatures := r.Header.Values("X-Hub-Signature-256")
	if len(signatures) != 1 {
		a.with(http.StatusUnauthorized, slog.LevelWarn, "no signature")
		return nil, nil, false
	}
	if _, ok := decodeSignature(signatures[0]); !ok {
		a.with(http.StatusUnauthorized, slog.LevelWarn, "the signature is not a SHA-256 one")
		return nil, nil, false
	}
	if r.ContentLength > MaxBody {
		a.with(http.StatusRequestEntityTooLarge, slog.LevelWarn, "over 25 MiB")
		return nil, nil, false
	}
	held := h.budget.reservation(senderOf(r.RemoteAddr))
	defer func() {
		if !ok {
			held.release()
		}
	}()
	check := h.cfg.Secrets.verifier()
	body, err := readBody(r, http.MaxBytesReader(w, r.Body, MaxBody), check, held)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		a.with(http.StatusRequestEntityTooLarge, slog.LevelWarn, "over 25 MiB")
	case errors.Is(err, errNoRoom):
		// What is left of the body is not worth a look: the connection goes.
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", "5")
		a.with(http.StatusServiceUnavailable, slog.LevelWarn, "not read, please deliver again: "+errNoRoom.Error())
	case err != nil:
		a.with(http.StatusBadRequest, slog.LevelWarn, "the body ended early")
	case !check.holds(signatures[0]):
		a.with(http.StatusUnauthorized, slog.LevelWarn, "the signature does not hold: is the webhook secret the same here and at GitHub?")
	default:
		return body, held, true
	}
	return nil, nil, false
}

// readBody reads a body into memory that was reserved before, and hashes it on the way.
func readBody(r *http.Request, from io.Reader, check *verifier, room *reservation) ([]byte, error) {
	size := r.ContentLength
	if size < 0 {
		size = firstRead
	}
	if !room.grow(r.Context(), size) {
		return nil, errNoRoom
	}
	body := make([]byte, 0, size)
	for {
		if len(body) == cap(body) {
			// Full. One byte more says whether that was all.
			var next [1]byte
			n, err := io.ReadFull(from, next[:])
			if n == 0 {
				if errors.Is(err, io.EOF) {
					return body, nil
				}
				return nil, err
			}
			larger := 2 * max(cap(body), firstRead)
			if larger > smallBody {
				larger = MaxBody + 1 // once, instead of a copy for each doubling
			}
			// Old and new exist beside each other for a moment.
			if !room.grow(r.Context(), int64(cap(body)+larger)) {
				return nil, errNoRoom
			}
			grown := make([]byte, len(body), larger)
			copy(grown, body)
			body = append(grown, next[0])
			check.write(next[:])
			continue
		}
		n, err := from.Read(body[len(body):min(cap(body), len(body)+firstRead)])
		check.write(body[len(body) : len(body)+n])
		body = body[:len(body)+n]
		if errors.Is(err, io.EOF) {
			return body, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
