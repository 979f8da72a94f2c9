package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/phrase/compile"
)

// matches compiles a source and gives what it finds in value: the signal and
// the text of each hit.
func matches(t *testing.T, source, value string) []string {
	t.Helper()
	p, err := compile.Compile(compile.Source{Name: "test.phr", Text: source})
	if err != nil {
		t.Fatal(err)
	}
	return found(p, value)
}

func found(p *phrase.Program, value string) []string {
	tokens := p.Lexicon.Tokenise(value, nil)
	var out []string
	for _, h := range p.Match(value, tokens, nil) {
		out = append(out, p.Signals[h.Signal]+" "+value[tokens[h.From].Start:tokens[h.To-1].End])
	}
	return out
}

func TestMatch(t *testing.T) {
	const user = "class USER = user{,s,'s} | operator | \"end user\"\n"
	for _, c := range []struct {
		name, source, value string
		want                []string
	}{
		{"word", "a: tell", "Tell them; TELL, retell", []string{"a Tell", "a TELL"}},
		{"nothing", "a: tell", "", nil},
		{"adjacent", "a: tell me", "tell me. tell, me. tell\nme", []string{"a tell me", "a tell\nme"}},
		{"not across sentences", "a: tell ..3 me", "You tell. Me too.", nil},
		{"gap", "a: not ..2 user", "not user, not a user, not my dear user, not my very dear user",
			[]string{"a not user", "a not a user", "a not my dear user"}},
		{"gap counts words", "a: not ..1 user", `not ("the") -- user`, []string{`a not ("the") -- user`}},
		{"shortest", "a: never ..4 user", "never never user", []string{"a never never user", "a never user"}},
		{"optional inside", "a: do [really] not", "do not, do really not", []string{"a do not", "a do really not"}},
		{"optional at the ends", "a: [do] not tell [the user]", "Do not tell the user", []string{"a Do not tell the user"}},
		{"optional gap", "a: not tell [..2 user]", "not tell any more user", []string{"a not tell any more user"}},
		{"group", "a: (a b | c) d", "a b d c d a d", []string{"a a b d", "a c d"}},
		{"class", user + "a: tell [the] @USER", "tell the end user tell users tell end", []string{"a tell the end user", "a tell users"}},
		{"anchor in a group", user + "a: the @USER to", "the end user to the operator to", []string{"a the end user to", "a the operator to"}},
		{"braces", "a: modif{y,ies,ied}", "modify modifies modified modif", []string{"a modify", "a modifies", "a modified"}},
		{"exact", `a: "~/.ssh"`, "~/.ssh ~ /.ssh ~/.SSH/id", []string{"a ~/.ssh", "a ~/.SSH"}},
		{"exact with blanks", `a: "rm -rf"`, "rm -rf; rm  -rf; rm-rf; rm - rf", []string{"a rm -rf", "a rm  -rf"}},
		{"exact has no marks inside", `a: "~/.ssh"`, "~*/.ssh ~/.`ssh", nil},
		{"exact in a phrase", `a: read "~/.ssh" now`, "read `~/.ssh` now", []string{"a read `~/.ssh` now"}},
		{"escapes", `a: "say \"hi\""`, `say "hi"`, []string{`a say "hi"`}},
		{"hyphen", "a: e-mail", "e-mail email e mail", []string{"a e-mail"}},
		{"Chinese", "a: 告诉 ..2 用户", "告诉用户, 告\n诉了**用**户, 告诉一切用户名, 告诉其他的用户", []string{"a 告诉用户", "a 告\n诉了**用**户", "a 告诉一切用户"}},
		{"braces for characters", "a: 用{户,戶}{名,名称}", "用户名, 用戶名称, 用名", []string{"a 用户名", "a 用戶名", "a 用戶名称"}},
		{"braces for two characters", "a: {对,對}{话,話}", "对话, 對話, 对話, 话对", []string{"a 对话", "a 對話", "a 对話"}},
		{"Japanese", "a: ユーザー ..1 言わない", "ユーザーに言わないで", []string{"a ユーザーに言わない"}},
		{"Korean", "a: 사용자 ..4 알리지 마", "사용자에게 알리지 마세요, 사용자 에게는 알리지마, 사용 자에게 알리지 마", []string{"a 사용자에게 알리지 마", "a 사용자 에게는 알리지마"}},
		{"Korean after Latin", "a: ~ident 도구", "send_email도구, send_email 도구", []string{"a send_email도구", "a send_email 도구"}},
		{"Russian", "a: не сообща{й,йте,ть} ..1 пользовател{ю,ям}", "НЕ СООБЩАЙТЕ об этом, не сообщай это Пользователю", []string{"a не сообщай это Пользователю"}},
		{"quoted Chinese", "a: \"用户\"", "用户 用 户", []string{"a 用户"}},
		{"inner dots", "a: e.g. this", "e.g. this", []string{"a e.g. this"}},
		{"apostrophe", "a: don't", "don't don t", []string{"a don't"}},
		{"marks", "a: do not tell", "do **not** `tell`; do _not_ \"tell\"", []string{"a do **not** `tell", "a do _not_ \"tell"}},
		{"start", "a: ^ never", "Never. - **Never** this, never that", []string{"a Never", "a Never"}},
		{"start before an option", "a: ^ [please] tell", "Please tell. Tell. We tell", []string{"a Please tell", "a Tell"}},
		{"look ahead", "a: tell !(me | no one)", "tell me, tell you, tell no one, tell no, tell", []string{"a tell", "a tell", "a tell"}},
		{"look behind", "a: !(not | never) tell", "not tell, never tell, do tell", []string{"a tell"}},
		{"look behind sees the sentence only", "a: !(not) tell", "Not. Tell", []string{"a Tell"}},
		{"look behind in the middle", "a: you ..3 !<(not) tell", "you do not tell, you do tell", []string{"a you do tell"}},
		{"look ahead at the start", "a: !>(tell me) tell ..1 now", "tell me now, tell us now", []string{"a tell us now"}},
		{"caps", "a: ~caps tell", "MUST tell, must tell, A tell", []string{"a MUST tell"}},
		{"number", "a: top ~number", "top 10, top ten", []string{"a top 10"}},
		{"any", "a: a ~any b", "a x b, a , b, a b", []string{"a a x b", "a a , b"}},
		{"word shape", "a: a ~word b", "a x b, a , b", []string{"a a x b"}},
		{"ident", "a: call ~ident now", "call send_email now, call sendEmail now, call send-email now, call send now",
			[]string{"a call send_email now", "a call sendEmail now", "a call send-email now"}},
		{"ident to the left", "a: ~ident tool", "the move-file tool, a good tool, the X-ray tool", []string{"a move-file tool"}},
		{"ident is whole", "a: call ..2 ~ident tool", "call a-b-c tool", []string{"a call a-b-c tool"}},
		{"quoted", "a: call ~quoted", "call 'x', call \"the best\", call `f`, call \" x\", call 'x\"", []string{"a call 'x'", `a call "the best"`, "a call `f`"}},
		{"quoted to the left", "a: ~quoted tool", "the 'x' tool, a “y z” tool, an \"a\" and \"b\" tool", []string{"a 'x' tool", "a “y z” tool", `a "b" tool`}},
		{"path", "a: read ~path", "read /etc/passwd. Read ~/.aws/x, read C:\\a\\b or read and/or. Read src/main.go. Read .env", []string{
			"a read /etc/passwd", "a Read ~/.aws/x", `a read C:\a\b`, "a Read src/main.go", "a Read .env"}},
		{"path to the left", "a: ~path first", "/etc/passwd first", []string{"a /etc/passwd first"}},
		{"url", "a: to ~url", "to https://a.example/b?c=d, to www.a.example. Go to hell://", []string{"a to https://a.example/b?c=d", "a to www.a.example"}},
		{"url is no path", "a: to ~path", "to https://a.example/b/c", nil},
		{"several lines", "a: b\na: c\nd: b", "b c", []string{"a b", "d b", "a c"}},
		{"nested classes", "class A = x | @B\nclass B = y | z w\na: @A", "x y z w", []string{"a x", "a y", "a z w"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, matches(t, c.source, c.value)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Hits that a caller has already stay as they are.
func TestMatchAppends(t *testing.T) {
	p, err := compile.Compile(compile.Source{Text: "a: x"})
	if err != nil {
		t.Fatal(err)
	}
	tokens := p.Lexicon.Tokenise("x x", nil)
	old := phrase.Hit{From: 9, To: 10}
	got := p.Match("x x", tokens, []phrase.Hit{old})
	if len(got) != 3 || got[0] != old {
		t.Errorf("got %v", got)
	}
	if !slices.IsSortedFunc(got[1:], func(x, y phrase.Hit) int { return int(x.From) - int(y.From) }) {
		t.Error(fmt.Sprint("not ordered: ", got))
	}
}

// Every word of a sentence of the greatest length can be an anchor.
func TestMatchInLongSentence(t *testing.T) {
	p, err := compile.Compile(compile.Source{Text: "p: x\nq: x x"})
	if err != nil {
		t.Fatal(err)
	}
	value := strings.Repeat("x ", 1000)
	hits := p.Match(value, p.Lexicon.Tokenise(value, nil), nil)
	words, pairs := 0, 0
	for _, h := range hits {
		if h.To-h.From == 1 {
			words++
		} else {
			pairs++
		}
	}
	// A pair does not cross the end of one of the five sentences.
	if words != 1000 || pairs != 1000-5 {
		t.Errorf("%d words and %d pairs, want 1000 and 995", words, pairs)
	}
}
