import mcp.types as types
from mcp.server import Server

server = Server("files", instructions='Reads files below one folder.')
ABOUT = {
    "read": "Reads a file.",
}


class Names:
    LIST = "list_files"


def stat(path: str):
    r"""Tells a file's size and \date."""


def hidden(path: str):
    """Moved by register below."""


def register(app):
    app.tool(description=f"Says how long {path} is.")(hidden)
    app.add_tool(stat, name="stat_file")


TOOLS = [
    types.Tool(
        name=Names.LIST,
        description="""
        Lists what a folder holds.
          Folders end with a slash.
        """,
        inputSchema={
            "type": "object",
            "properties": {
                "folder": {"type": "string", "description": "A folder, as a path"},
                "depth": {"type": "integer", "default": 1, "description": "How deep to go: %d at most" % 9},
            },
            "required": ["folder"],
        },
    ),
    types.Tool(name="read_file", description=ABOUT["read"], inputSchema={"type": "object", "properties": {}}),
    {"name": "plain_tool", "description": 'As a dictionary.', "inputSchema": {"type": "object"}},
]


class GlobTool(BaseTool):
    name = "glob"
    description = (
        "Finds files by a pattern. "
        "Stars match anything."
    )
    args_schema = {"type": "object", "properties": {"pattern": {"type": "string", "description": "Such as *.txt"}}}


PROMPT = types.Prompt(name="review", description="Reviews a file.",
                      arguments=[types.PromptArgument(name="path", description="The file to review", required=True)])
