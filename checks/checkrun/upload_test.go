package checkrun_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/checks/checkrun"
)

const sarifLog = `{"version":"2.1.0","runs":[]}`

func (w *world) upload() checkrun.Upload {
	return checkrun.Upload{Owner: "acme", Repo: "tools", HeadSHA: w.pull.HeadSHA(), Pull: w.pull.Number, Log: []byte(sarifLog)}
}

func TestUpload(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	receipt, err := checkrun.UploadSARIF(ctx, w.client.CodeScanning, w.upload())
	if err != nil || receipt.ID == "" || receipt.Refused || receipt.Note != "" {
		t.Fatalf("receipt %+v, %v", receipt, err)
	}
	want := []hubtest.Upload{{ID: receipt.ID, Repo: "acme/tools", CommitSHA: w.pull.HeadSHA(), Ref: "refs/pull/1/head", Tool: "theriac", Log: []byte(sarifLog)}}
	if diff := cmp.Diff(want, w.gh.Uploads()); diff != "" {
		t.Errorf("uploads (-want +got):\n%s", diff)
	}
	for mode, want := range map[string]checkrun.SARIFState{"pending": checkrun.SARIFPending, "failed": checkrun.SARIFFailed, "ok": checkrun.SARIFComplete} {
		w.gh.SetScanning(mode)
		if got, err := checkrun.SARIFStatus(ctx, w.client.CodeScanning, "acme", "tools", receipt.ID); got != want || err != nil {
			t.Errorf("status %q, %v, want %q", got, err, want)
		}
	}
	if got, err := checkrun.SARIFStatus(ctx, w.client.CodeScanning, "acme", "tools", "another"); err == nil {
		t.Errorf("status %q of an upload that is none", got)
	}
}

func TestUploadOfBranch(t *testing.T) {
	w := newWorld(t)
	u := w.upload()
	u.Pull, u.Ref, u.HeadSHA = 0, "refs/heads/main", w.repo.Tip("main")
	if receipt, err := checkrun.UploadSARIF(context.Background(), w.client.CodeScanning, u); err != nil || receipt.ID == "" {
		t.Fatalf("receipt %+v, %v", receipt, err)
	}
	if got := w.gh.Uploads()[0].Ref; got != "refs/heads/main" {
		t.Errorf("ref %q", got)
	}
}

// TestUploadRefused: code scanning is an extra, and often switched off.
func TestUploadRefused(t *testing.T) {
	for mode, want := range map[string]string{"400": "invalid", "403": "off for this repository", "404": "not available", "413": "too large", "503": "at the moment"} {
		t.Run(mode, func(t *testing.T) {
			w := newWorld(t)
			w.gh.SetScanning(mode)
			receipt, err := checkrun.UploadSARIF(context.Background(), w.client.CodeScanning, w.upload())
			if err != nil || receipt.Refused != (mode == "403" || mode == "404") || receipt.ID != "" || !strings.Contains(receipt.Note, want) || strings.Contains(receipt.Note, "\n") {
				t.Errorf("receipt %+v, %v", receipt, err)
			}
		})
	}
}

func TestUploadFails(t *testing.T) {
	w := newWorld(t)
	w.gh.Fail(hubtest.Fault{Path: "/sarifs", Reset: true, Times: 10})
	receipt, err := checkrun.UploadSARIF(context.Background(), w.client.CodeScanning, w.upload())
	if err == nil || receipt.Refused || receipt.Note == "" {
		t.Errorf("receipt %+v, %v: want one that may be tried again", receipt, err)
	}
}

func TestUploadTooLarge(t *testing.T) {
	w := newWorld(t)
	receipt, err := checkrun.UploadWithin(context.Background(), w.client.CodeScanning, w.upload(), 10)
	if err != nil || receipt.Refused || receipt.ID != "" || !strings.Contains(receipt.Note, "bytes compressed, and GitHub takes 10") {
		t.Errorf("receipt %+v, %v", receipt, err)
	}
	if n := len(w.gh.Requests()); n != 0 {
		t.Errorf("%d requests for what GitHub can't take", n)
	}
}
