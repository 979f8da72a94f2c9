import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const quote = /["'`]/g; // no text begins here
const half = total / 2, other = total / 3;

enum ToolName { Sum = "sum_numbers" }

const DESCRIPTION = `Adds numbers.
  Any\tnumber of them, \u{1F600} even none.`;
const common = { verbose: z.boolean().optional().describe("Say more") };
const Shape = z.object({
  city: z.string().min(1).describe('Name of the city, as in "Bern"'),
  days: z.number().int().default(3).describe("How many days, " + "from today").optional(),
  unit: z.enum(["metric", "imperial"]).describe("Unit of measure"),
}).strict();

export const server = new McpServer({ name: "demo", version: "1" }, {
  instructions: ["Forecasts and sums.", "Times are UTC."].join("\n"),
});

server.registerTool(ToolName.Sum, {
  title: "Sum",
  description: DESCRIPTION,
  inputSchema: { numbers: z.array(z.number().describe("One number")).describe("What to add"), ...common },
  annotations: { title: "Sum of numbers", readOnlyHint: true },
}, async ({ numbers }) => {
  const inner = numbers.map(n => `${n} don't`);
  return { content: [{ type: "text", text: inner.join("+") }] };
});

server.tool("forecast", "The weather of the next days\
 in a city.", Shape.shape, { readOnlyHint: true }, handler);

server.tool(
  "convert",
  `Converts ${from} to ${`kg or ${other ? "lb" : 'oz'}`}, exactly.`,
  { amount: z.number().describe("How much") },
  handler,
);

server.registerPrompt("plan", { title: "Plan", description: "Plans a day.", argsSchema: { when: z.string().describe("Which day") } }, handler);
server.registerResource("map", "map://world", { description: "A map of the world.", mimeType: "image/png" }, handler);
server.resource("tile", new ResourceTemplate("map://{zoom}/{x}", { list: undefined }), { description: "One tile." }, handler);
