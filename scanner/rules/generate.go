package rules

//go:generate go run ./internal/gen
