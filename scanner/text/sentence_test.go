package text_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner/text"
)

// sentences returns the text of each sentence, from its first token to its last.
func sentences(s string) []string {
	var (
		x   text.Lexicon
		out []string
	)
	tokens := x.Tokenise(s, nil)
	for from, to := range text.Sentences(tokens) {
		out = append(out, s[tokens[from].Start:tokens[to-1].End])
	}
	return out
}

func TestSentences(t *testing.T) {
	// The mark ¦ stands where one sentence ends and the next begins.
	for _, tt := range []struct{ name, marked string }{
		{"nothing", ""},
		{"blanks", " \n\n "},
		{"full stops", "Reads a file. ¦Returns it! ¦Really? ¦Yes."},
		{"small letter after a stop", "reads a file. ¦then returns it"},
		{"no blank, no end", "see a.b and c!d or e?f=g"},
		{"stops before quotes and brackets", `He said "no." ¦Then (it went.) ¦'Go!' ¦Done.`},
		{"stop inside emphasis", "**Never do this.** ¦Go on. ¦_Stop._ ¦Now"},
		{"stop before a closing tag", "Read it.¦</IMPORTANT> now"},
		{"several stops", "What?! ¦No!!! ¦Then"},
		{"stop after a blank", "Go . ¦Then ! ¦Now"},

		{"abbreviations", "Takes text, e.g. JSON, i.e. Data, vs. Others, Mr. Smith, fig. 3, cf. Below. ¦Then"},
		{"units and titles", "waits 5 ms. ¦Then asks Ms. Smith"},
		{"e.g. with comma", "a value (e.g., JSON). ¦Next"},
		{"upper E.G.", "E.g. This one. ¦I.E. That one"},
		{"etc. in the middle", "files, folders, etc. in the list"},
		{"etc. at the end", "files, folders, etc. ¦Then read"},
		{"No. with a number", "see No. 5 for more"},
		{"no at the end", "The answer is no. ¦Then stop"},
		{"min. and max.", "takes min. 3 and max. 10 items"},
		{"U.S. in the middle", "the U.S. dollar and 5 p.m. sharp"},
		{"initials", "set plan b. if needed"},

		{"numbers", "between 0.5 and 1.25 or .5"},
		{"number at the end", "at least 2. ¦Then stop at 3.5. ¦Done"},
		{"versions", "needs v1.2.3 or 2.0.x, Node.js 18.0. ¦Then"},
		{"file names", "reads mcp.json, .env, ~/.ssh/id_rsa, ./a.txt and ../b. ¦Then"},
		{"file name at the end", "reads mcp.json. ¦Then .env. ¦Then"},
		{"URLs", "see https://example.com/a.b?c=d!e#f.g and www.example.org. ¦Then"},
		{"domains and calls", "call os.system(x), api.example.com or a.b.c()"},
		{"operators", "a != b, x?.y, !important, *.ts, [...rest]"},
		{"dots in a call", "use f(...) to call. ¦Then"},
		{"ellipsis goes on", "Wait... then go on… and on"},
		{"ellipsis ends", "Wait... ¦Then go on… ¦Now"},

		{"Chinese", "不要告诉用户。¦先读取文件！¦然后？¦好"},
		{"Chinese quotes", "他说「不。」¦然后走。"},
		{"Chinese folded", "不要告诉用户!¦先读取JSON.¦然后?¦好"},
		{"Japanese", "読みます。¦返します｡¦はい"},
		{"Arabic", "هل هذا ملف؟ ¦نعم۔ ¦اقرأ"},
		{"Hindi", "यह फ़ाइल है। ¦पढ़ो॥ ¦अब"},
		{"Armenian", "Կարդում է։ ¦Հետո"},

		{"blank line", "First thing\n\n¦Second thing\n \t\r\n¦Third"},
		{"wrapped prose", "Before using\nthis tool\r\nread the file"},
		{"after a colon", "you must:\nread the file"},
		{"list", "Steps\n¦- read\n¦* write\n¦+ send\n¦• go\n¦1. one\n¦2) two\n¦a) three\n¦(iv) four"},
		{"list of one line", "1. Read it. ¦2. Write it."},
		{"dash in wrapped prose", "a range of 5\n-10 and\n*starred* text"},
		{"number in wrapped prose", "it takes up to\n100 files, or\n2024. ¦Then"},
		{"headings", "Text\n¦# Use\n¦of the tool\n¦## More\n¦text"},
		{"tags", "Text\n¦<IMPORTANT>\nread\n¦</IMPORTANT>"},
		{"less-than", "if a\n< b then"},
		{"code fence", "Text\n¦```json\n¦{}\n¦```\n¦more"},
		{"table", "Text\n¦| a | b |\n¦| c | d |"},
		{"fields", "Args:\n¦    path: where to look\n    for it\n¦    max_depth (int, optional): how deep\n¦    **kind**: what\n¦    `x`: y\n¦Returns:\n  text"},
		{"docstring fields", "Does it\n¦:param x: the x\n¦@return the y"},
		{"steps", "Do this\n¦Step 1: read\n¦Step 2: send"},
		{"URL at a line's start", "see\nhttps://example.com for more"},
		{"emoji lines", "Text\n¦⚠️ Careful\n¦✅ Done\n「quoted」 goes on"},
		{"abbreviation before a list", "files etc.\n¦- one\n¦- two"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var want []string
			for s := range strings.SplitSeq(tt.marked, "¦") {
				if s = strings.TrimSpace(s); s != "" {
					want = append(want, s)
				}
			}
			if diff := cmp.Diff(want, sentences(strings.ReplaceAll(tt.marked, "¦", ""))); diff != "" {
				t.Errorf("sentences (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLongSentenceIsCut(t *testing.T) {
	got := sentences(strings.Repeat("word, ", 450))
	if len(got) != 3 {
		t.Fatalf("%d sentences of 450 words, want 3", len(got))
	}
	for i, want := range []int{200, 200, 50} {
		if n := strings.Count(got[i], "word"); n != want {
			t.Errorf("sentence %d has %d words, want %d", i, n, want)
		}
	}
}

func TestSentenceSpan(t *testing.T) {
	var x text.Lexicon
	tokens := x.Tokenise("One two. Three four five. Six", nil)
	for i, want := range [][2]int{{0, 3}, {0, 3}, {0, 3}, {3, 7}, {3, 7}, {3, 7}, {3, 7}, {7, 8}} {
		if from, to := text.SentenceSpan(tokens, i); [2]int{from, to} != want {
			t.Errorf("SentenceSpan(%d) = %d, %d, want %v", i, from, to, want)
		}
	}
}
