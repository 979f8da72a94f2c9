package webhook

import (
	"errors"
	"fmt"
	"mime"
	"net/url"
)

// MaxBody is the most that is read of a request, in bytes. GitHub never sends a payload over
// 25 MB ("Webhook events and payloads" in GitHub's documentation).
const MaxBody = 25 << 20

var errMediaType = errors.New("want application/json or application/x-www-form-urlencoded")

// isForm reports whether a body is a form.
func isForm(contentType string) bool {
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && mediaType == formType
}

const formType = "application/x-www-form-urlencoded"

// payloadOf takes the JSON out of a body that has one of the two content types which a webhook
// can be set to. An unknown one gives errMediaType.
func payloadOf(contentType string, body []byte) ([]byte, error) {
	mediaType, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, errMediaType
	}
	switch mediaType {
	case "application/json":
		return body, nil
	case formType:
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return nil, errors.New("the form cannot be decoded") // err quotes the payload
		}
		if n := len(form["payload"]); n != 1 {
			return nil, fmt.Errorf("the form has %d fields named payload, want 1", n)
		}
		return []byte(form.Get("payload")), nil
	}
	return nil, errMediaType
}
