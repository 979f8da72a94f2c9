package tools

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type args struct {
	UID string `json:"uid" jsonschema:"required,description=The dashboard's UID"`
}

func find(ctx context.Context, a args) (string, error) { return "", nil }

var findTool = MustTool("find_dashboard", "Finds a dashboard.", find, mcp.WithTitleAnnotation("Find"))

func all() {
	_ = server.NewMCPServer("dashboards", "1", server.WithInstructions("Reads dashboards, and changes none."))
	_ = mcp.NewTool("get_panel",
		mcp.WithDescription(`Gets a panel
of a dashboard.`),
		mcp.WithString("title", mcp.Required(), mcp.Description("Title of the "+"panel"), mcp.Enum("a", "b")),
		mcp.WithNumber("width", mcp.Description("In pixels"), mcp.DefaultNumber(800)),
	)
	_ = mcp.NewPrompt("explain", mcp.WithPromptDescription("Explains a dashboard."), mcp.WithArgument("uid", mcp.ArgumentDescription("Which dashboard")))
	_ = mcp.NewResource("grafana://datasources", "datasources", mcp.WithResourceDescription("All data sources."), mcp.WithMIMEType("application/json"))
	_ = mcp.NewResourceTemplate("grafana://{uid}", "dashboard", mcp.WithTemplateDescription("One dashboard."))
}
