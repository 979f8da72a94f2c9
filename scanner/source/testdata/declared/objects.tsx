import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { Type } from "@sinclair/typebox";

const view = <p className="a">It isn't {`a text`} here</p>;

export const tools: Tool[] = [
  {
    name: "create_issue",
    description: t("TOOL_CREATE_ISSUE", "Creates an issue in a project."),
    inputSchema: {
      type: "object",
      properties: {
        "project-key": { type: "string", description: "Key of the project" },
        labels: { type: "array", items: { type: "string", description: "One label", enum: ["bug", "idea"] } },
      },
      required: ["project-key"],
    },
  },
  { name: 'close_issue', description: describeClosing(), inputSchema: zodToJsonSchema(CloseSchema) },
];

const CloseSchema = z.object({ reason: z.string().describe("Why it is closed") });

export const moveTool = defineTool({
  name: "move_issue",
  description: dedent`
    Moves an issue to another project.
      Comments move with it.
  `,
  parameters: Type.Object({ to: Type.String({ description: "Key of the new project" }) }),
  handler: async () => undefined,
});

export class CountTool extends BaseTool {
  readonly name: string = "count_issues";
  get description() { return "Counts issues."; }
  schema = { state: { type: z.string(), description: "State of the issues" } };
}

export const plain = { name: "not a tool", description: "An object of some other kind.", size: 3 };
