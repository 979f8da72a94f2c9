package main

// openCases come out wrong today, with the reason. A case that is not listed and
// comes out wrong fails TestCases, and so does one that is listed and comes out
// right: the list can only be true.
var openCases = map[string]string{
	"STRUCT001/tag-es":      noLanguage,
	"STRUCT001/tag-zh":      noLanguage,
	"STRUCT001/tag-ru":      noLanguage,
	"STRUCT001/tag-de":      noLanguage,
	"STRUCT005/hide-zh":     noLanguage,
	"STRUCT005/hide-es":     noLanguage,
	"STRUCT005/hide-fr":     noLanguage,
	"STRUCT005/hide-de":     noLanguage,
	"STRUCT005/hide-pt":     noLanguage,
	"STRUCT005/hide-ja":     noLanguage,
	"STRUCT005/hide-ko":     noLanguage,
	"STRUCT005/hide-ru":     noLanguage,
	"STRUCT006/override-zh": noLanguage,
	"STRUCT006/override-es": noLanguage,
	"STRUCT006/override-fr": noLanguage,
	"STRUCT006/override-de": noLanguage,
	"STRUCT006/override-pt": noLanguage,
	"STRUCT006/override-ja": noLanguage,
	"STRUCT006/override-ko": noLanguage,
	"STRUCT006/override-ru": noLanguage,
	"STRUCT007/read-zh":     noLanguage,
	"STRUCT007/read-es":     noLanguage,
	"STRUCT007/read-fr":     noLanguage,
	"STRUCT007/read-de":     noLanguage,
	"STRUCT007/read-pt":     noLanguage,
	"STRUCT007/read-ja":     noLanguage,
	"STRUCT007/read-ko":     noLanguage,
	"STRUCT007/read-ru":     noLanguage,
	"STRUCT009/force-zh":    noLanguage,
	"STRUCT009/force-es":    noLanguage,
	"STRUCT009/force-fr":    noLanguage,
	"STRUCT009/force-de":    noLanguage,
	"STRUCT009/force-pt":    noLanguage,
	"STRUCT009/force-ja":    noLanguage,
	"STRUCT009/force-ko":    noLanguage,
	"STRUCT009/force-ru":    noLanguage,
	"STRUCT012/both-es":     noLanguage,
	"STRUCT012/both-zh":     noLanguage,
}

const noLanguage = "the word classes lack the language"

// openDisguises are not read in full today. The list is as strict as openCases.
var openDisguises = map[string]string{}
