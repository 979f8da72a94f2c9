// Package phrase matches phrases over the tokens of a text: "not", within three
// words "tell", then "the user". Patterns are written in a small language and
// compiled by package compile, ahead of time, to the static tables of a
// [Program].
//
// # The language
//
// A source is lines of text. A line declares a class of words or a pattern:
//
//	class USER = user{,s,'s} | operator{,s} | "end user{,s}" | @HUMAN
//	conceal: @NEG [ever] (tell | inform | notify) ..3 @USER
//	class USER += usuario{,s} | usuaria{,s}
//	concept approval = confirmation | consent | sign-off | "are you sure"
//
// The second raises the signal conceal wherever it matches; several lines may
// raise one signal, in one source or in many. The third adds members to a class
// that is declared elsewhere: how a language joins what is there. A declaration
// goes on over the following lines that begin with a blank or follow a line
// ending in |, until the next one begins. # begins a comment, except inside
// quotes. Classes may be used before they are declared and from every source. A
// class is a group with a name: whatever can stand in a group can stand in it. A
// concept is a class whose members are noticed wherever they stand: its words by a
// bit in the table of words, its phrases as a signal of its name. So a rule can ask
// for sentences that speak of several things in any order.
//
// A pattern is a sequence of elements, matched on adjacent tokens of one
// sentence:
//
//	tell            the word, regardless of case
//	tell{,s,ing}    one word for each ending, as in a shell: tell, tells, telling
//	e-mail, e.g.    the same as "e-mail" and "e.g."
//	用户, 사용자      these characters in this order, a token each
//	"~/.ssh"        exactly these tokens, regardless of case, and blanks where the text
//	                has blanks and nowhere else; escapes as in Go, braces as above
//	(a | b c | @X)  one of these sequences
//	[a | b c]       one of these sequences, or nothing
//	@USER           a class
//	..3             none to three words, with any punctuation around them
//	^               no word stands before this place in its sentence; bullets, quotes
//	                and brackets may
//	~ident          a token shape; the others are ~any ~word ~caps ~number ~quoted
//	                ~path ~url: see [Shape]
//	!(a | b c)      at the beginning of a sequence: none of these ends here;
//	                elsewhere: none of these begins here
//	!<(a) !>(a)     the same, looking left and looking right, said explicitly
//
// # What matches
//
// Words are compared after folding, so a pattern is written in plain letters.
//
// In scripts without blanks and in Hangul, each character is a token. So a word
// has no end there (用户 matches in 用户名, 사용자 in 사용자에게), and gaps count
// characters. Between the characters of a Chinese or Japanese word a text may
// have blanks and marks as between two elements, since lines break anywhere;
// those of a Korean word stand side by side, since Korean has blanks.
//
// Between two elements, marks that only dress a word up may stand: the
// asterisks, underscores, backticks and quotes of "do **not** tell". A gap
// counts words; punctuation in it is free. Neither a gap nor an element crosses
// the end of a sentence.
//
// A pattern matches around each occurrence of its anchor, which is the rarest
// word, or group of words, that every match must have; so a pattern needs one,
// and cannot begin or end with a gap. Where it matches in several ways around
// one anchor, the shortest is reported, except that optional elements at either
// end belong to the match when they are there. Around two anchors it can match
// twice: "never never tell" has two matches of never ..3 tell if tell is not the
// anchor, one if it is.
//
// A match reaches at most [Reach] tokens to either side of its anchor, whatever
// the punctuation in its gaps. So the work for a token is bounded by the
// patterns, and the work for a text grows with its length and no faster.
package phrase
