package tools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const about = "Lists the queues" + ` of a broker.`

type listParams struct {
	Prefix string `json:"prefix" jsonschema:"description=Only queues\\, whose names begin so,required"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many queues to give at most"`
	Note   string `json:"note" jsonschema_description:"A \"note\" to log"`
	hidden string
}

func list(ctx context.Context, req *mcp.CallToolRequest, p listParams) error { return nil }

func register(s *mcp.Server, t func(key, text string) string) {
	schema := &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"queue": {Type: "string", Description: "Name of the queue"},
		},
	}
	mcp.AddTool(s, &mcp.Tool{Name: "list_queues", Description: about}, list)
	s.AddTool(mcp.Tool{
		Name:        "purge_queue",
		Title:       "Purge",
		Description: t("TOOL_PURGE", "Removes all messages\tof a queue.\u00a0"),
		InputSchema: schema,
		Annotations: &mcp.ToolAnnotations{Title: "Purge a queue"},
	}, nil)
	tools := []mcp.Tool{{Name: "peek", Description: fmt.Sprintf("Shows the next %d messages.", max)}}
	_ = tools
	_ = &mcp.Prompt{Name: "audit", Description: "Audits a queue.", Arguments: []*mcp.PromptArgument{{Name: "queue", Description: "Which one"}}}
	_ = mcp.Resource{URI: "queue://all", Name: "all", Description: "All queues."}
}
