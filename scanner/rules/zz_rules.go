// Code generated from the rules of this folder. DO NOT EDIT.

package rules

import "github.com/theriac/theriac/scanner"

// all are the rules, by ID.
var all = [...]*scanner.Rule{
	&base001,   // BASE001
	&base002,   // BASE002
	&base003,   // BASE003
	&diff001,   // DIFF001
	&diff002,   // DIFF002
	&diff003,   // DIFF003
	&schema001, // SCHEMA001
	&schema002, // SCHEMA002
	&schema003, // SCHEMA003
	&schema004, // SCHEMA004
	&schema005, // SCHEMA005
	&schema006, // SCHEMA006
	&schema007, // SCHEMA007
	&schema008, // SCHEMA008
	&schema009, // SCHEMA009
	&schema010, // SCHEMA010
	&schema011, // SCHEMA011
	&schema012, // SCHEMA012
	&struct001, // STRUCT001
	&struct002, // STRUCT002
	&struct003, // STRUCT003
	&struct004, // STRUCT004
	&struct005, // STRUCT005
	&struct006, // STRUCT006
	&struct007, // STRUCT007
	&struct008, // STRUCT008
	&struct009, // STRUCT009
	&struct010, // STRUCT010
	&struct011, // STRUCT011
	&struct012, // STRUCT012
	&struct013, // STRUCT013
	&struct014, // STRUCT014
	&struct015, // STRUCT015
	&struct016, // STRUCT016
	&struct017, // STRUCT017
	&struct018, // STRUCT018
	&struct019, // STRUCT019
	&struct020, // STRUCT020
	&struct021, // STRUCT021
	&struct022, // STRUCT022
	&struct023, // STRUCT023
	&struct024, // STRUCT024
	&struct025, // STRUCT025
}
