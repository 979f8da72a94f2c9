package checks

// The members of SARIF 2.1.0 with errata 01 that theriac writes. Section numbers
// are that document's. Fields stand in the order of their names, so that the
// output is sorted; what equals its default in SARIF is left out.

// sarifLog is the file (§3.13).
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Runs    []sarifRun `json:"runs"`
	Version string     `json:"version"`
}

// sarifRun is one run of one tool (§3.14).
type sarifRun struct {
	AutomationDetails  sarifAutomation          `json:"automationDetails"`
	ColumnKind         string                   `json:"columnKind"`
	Invocations        []sarifInvocation        `json:"invocations"`
	NewlineSequences   []string                 `json:"newlineSequences"`
	OriginalURIBaseIDs map[string]sarifArtifact `json:"originalUriBaseIds"`
	// Results is never null: an empty array says that the scan ran (§3.14.23).
	Results    []sarifResult    `json:"results"`
	Taxonomies []sarifComponent `json:"taxonomies"`
	Tool       sarifTool        `json:"tool"`
}

// sarifAutomation tells runs of a tool apart (§3.17).
type sarifAutomation struct {
	ID string `json:"id"`
}

// sarifTool is the program that ran (§3.18).
type sarifTool struct {
	Driver sarifComponent `json:"driver"`
}

// sarifComponent is a tool, or a taxonomy (§3.19).
type sarifComponent struct {
	FullName            string              `json:"fullName,omitempty"`
	GUID                string              `json:"guid,omitempty"`
	InformationURI      string              `json:"informationUri"`
	IsComprehensive     bool                `json:"isComprehensive,omitempty"`
	Name                string              `json:"name"`
	Notifications       []sarifDescriptor   `json:"notifications,omitempty"`
	Organization        string              `json:"organization,omitempty"`
	Rules               []sarifDescriptor   `json:"rules,omitempty"`
	SemanticVersion     string              `json:"semanticVersion,omitempty"`
	ShortDescription    sarifText           `json:"shortDescription"`
	SupportedTaxonomies []sarifComponentRef `json:"supportedTaxonomies,omitempty"`
	Taxa                []sarifDescriptor   `json:"taxa,omitempty"`
	Version             string              `json:"version,omitempty"`
}

// sarifComponentRef refers to a component by its name and GUID (§3.54).
type sarifComponentRef struct {
	GUID string `json:"guid"`
	Name string `json:"name"`
}

// sarifDescriptor describes a rule, a notification, or a category of a taxonomy
// (§3.49).
type sarifDescriptor struct {
	DefaultConfiguration *sarifConfiguration  `json:"defaultConfiguration,omitempty"`
	FullDescription      *sarifText           `json:"fullDescription,omitempty"`
	GUID                 string               `json:"guid,omitempty"`
	Help                 *sarifText           `json:"help,omitempty"`
	HelpURI              string               `json:"helpUri,omitempty"`
	ID                   string               `json:"id"`
	Name                 string               `json:"name,omitempty"`
	Properties           *sarifRuleProperties `json:"properties,omitempty"`
	Relationships        []sarifRelationship  `json:"relationships,omitempty"`
	ShortDescription     *sarifText           `json:"shortDescription,omitempty"`
}

// sarifConfiguration is how a rule reports unless it is told otherwise (§3.50).
type sarifConfiguration struct {
	Level string `json:"level"`
}

// sarifRuleProperties are what code scanning reads of a rule beyond SARIF, and
// the rule's layer (§3.8).
type sarifRuleProperties struct {
	Layer            int      `json:"layer"`
	SecuritySeverity string   `json:"security-severity"`
	Tags             []string `json:"tags"`
}

// sarifRelationship is how a rule relates to a category (§3.53).
type sarifRelationship struct {
	Kinds  []string           `json:"kinds"`
	Target sarifDescriptorRef `json:"target"`
}

// sarifDescriptorRef refers to a descriptor: by its GUID to one of a taxonomy,
// by its index to one of the tool (§3.52).
type sarifDescriptorRef struct {
	GUID          string             `json:"guid,omitempty"`
	ID            string             `json:"id"`
	Index         *int               `json:"index,omitempty"`
	ToolComponent *sarifComponentRef `json:"toolComponent,omitempty"`
}

// sarifText is a message (§3.11) or a multiformatMessageString (§3.12), which
// are alike as far as they are used here.
type sarifText struct {
	Markdown string `json:"markdown,omitempty"`
	Text     string `json:"text"`
}

// sarifInvocation says how the run went (§3.20).
type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

// sarifNotification is something to tell that is no result (§3.58).
type sarifNotification struct {
	Descriptor sarifDescriptorRef `json:"descriptor"`
	Level      string             `json:"level"`
	Locations  []sarifLocation    `json:"locations,omitempty"`
	Message    sarifText          `json:"message"`
}

// sarifResult is a finding (§3.27).
type sarifResult struct {
	// BaselineState is new or unchanged in a review (§3.27.24); the baseline of that
	// paragraph is the run on the base branch.
	BaselineState       string                `json:"baselineState,omitempty"`
	Level               string                `json:"level"`
	Locations           []sarifLocation       `json:"locations"`
	Message             sarifText             `json:"message"`
	PartialFingerprints sarifFingerprints     `json:"partialFingerprints"`
	Properties          sarifResultProperties `json:"properties"`
	RelatedLocations    []sarifLocation       `json:"relatedLocations,omitempty"`
	RuleID              string                `json:"ruleId"`
	RuleIndex           int                   `json:"ruleIndex"`
	Suppressions        []sarifSuppression    `json:"suppressions,omitempty"`
}

// sarifFingerprints are a result's identity (§3.27.17).
type sarifFingerprints struct {
	PrimaryLocationLineHash string `json:"primaryLocationLineHash"`
	Theriac                 string `json:"theriac/v1"`
}

// sarifResultProperties are what SARIF has no member for (§3.8).
type sarifResultProperties struct {
	Approximate bool   `json:"approximate,omitempty"`
	Pointer     string `json:"pointer"`
	Severity    string `json:"severity"`
	SpanEnd     int    `json:"spanEnd"`
	SpanStart   int    `json:"spanStart"`
}

// sarifSuppression is why a result does not count (§3.35).
type sarifSuppression struct {
	Justification string `json:"justification,omitempty"`
	Kind          string `json:"kind"`
	Status        string `json:"status"`
}

// sarifLocation is a place in a file and in the manifest that it holds (§3.28).
type sarifLocation struct {
	LogicalLocations []sarifLogicalLocation `json:"logicalLocations,omitempty"`
	Message          *sarifText             `json:"message,omitempty"` // of a further change
	PhysicalLocation sarifPhysicalLocation  `json:"physicalLocation"`
}

// sarifPhysicalLocation is a place in a file (§3.29).
type sarifPhysicalLocation struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           sarifRegion   `json:"region"`
}

// sarifArtifact is where a file is, or of the root of them all what it is (§3.4).
type sarifArtifact struct {
	Description *sarifText `json:"description,omitempty"`
	URI         string     `json:"uri,omitempty"`
	URIBaseID   string     `json:"uriBaseId,omitempty"`
}

// sarifRegion is a part of a file (§3.30). Lines and columns begin at 1, columns
// count UTF-16 code units, and the end column is exclusive; 0 stands for none.
type sarifRegion struct {
	EndColumn   int           `json:"endColumn,omitempty"`
	EndLine     int           `json:"endLine,omitempty"`
	Snippet     *sarifContent `json:"snippet,omitempty"`
	StartColumn int           `json:"startColumn,omitempty"`
	StartLine   int           `json:"startLine"`
}

// sarifContent is a part of a file as it stands there (§3.3).
type sarifContent struct {
	Text string `json:"text"`
}

// sarifLogicalLocation is a place in a manifest (§3.33).
type sarifLogicalLocation struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
	Name               string `json:"name"`
}
