// Package source reads what a program's source says to a model: tools, prompts,
// resources and server instructions that are declared in Python, TypeScript,
// JavaScript and Go. Nothing is run.
//
// The way of a file:
//
//	bytes → tokens with their brackets matched (Go: go/parser) → declarations
//	      → expressions → values as they will be published → manifest.Document
//
// The engine is one for all languages. A [language] says how a file is cut into
// tokens and which calls, decorators, objects and classes declare something; what
// an expression says (a literal, literals that are joined, a constant, a schema)
// is worked out by the same functions for all of them.
//
// Every text knows where each of its bytes stands in the file, through escapes,
// indentation that is taken away, and literals that are joined. A text that the
// program computes is not guessed at: its fixed parts are read, {} stands for the
// rest, and it is told as [Computed].
//
// Broken code gives what could be read. The work on a file is bounded by a number
// of steps that is linear in its size.
package source
