package manifest

// A Role says what a text is for, and so who reads it and which rules do. Roles
// are bits: a rule declares the set it reads.
type Role uint32

const (
	Name         Role = 1 << iota // a component's name
	Title                         // a title, also one in annotations
	Description                   // a component's own description, under any of its spellings
	Instructions                  // a server's instructions: part of the system prompt
	PromptText                    // a prompt's template text (MCPB), a tool's canned response prefix
	Parameter                     // the name of a parameter: a key below properties, a prompt argument's name
	SchemaText                    // description or title inside a schema or argument
	Enum                          // a member of enum, also of enumDescriptions and the like
	Default                       // default
	Example                       // examples, example
	Const                         // const
	Comment                       // $comment
	Annotation                    // a string in annotations other than title
	Meta                          // a string at any depth below _meta
	Address                       // what the protocol defines as an address or identifier: $schema, $id, $ref, icons[].src, websiteUrl, uri
	Template                      // a resource's URI template
	Format                        // type, format, pattern, mimeType, required: read by validators
	Key                           // a key that neither the protocol nor JSON Schema defines
	Unknown                       // a string at any depth below such a key

	allRoles = 1<<iota - 1
)

const (
	// Prose is what a person wrote for the model or the user to read.
	Prose = Title | Description | Instructions | PromptText | SchemaText
	// Values are strings that the model may copy into a call.
	Values = Enum | Default | Example | Const
	// Hidden is where clients show nothing and some pass everything on.
	Hidden = Comment | Annotation | Meta | Unknown
	// Names are identifiers.
	Names = Name | Parameter | Key
	// Everything is every role.
	Everything Role = allRoles
)

// Has reports whether the set shares a role with r.
func (s Role) Has(r Role) bool { return s&r != 0 }
