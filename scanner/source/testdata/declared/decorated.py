"""Tools by decorators, with docstrings and arguments."""
from typing import Annotated, Literal, Optional

from mcp.server.fastmcp import Context, FastMCP
from pydantic import BaseModel, Field

LIMIT = "How many notes to give at most, "  'newest first'
mcp = FastMCP("notes", instructions="""Keeps notes.
Notes are text \u2013 no files.""")


class Filter(BaseModel):
    """Not published."""

    tag: str = Field(description="Only notes with this tag")
    since: Optional[str] = Field(None, description="An ISO date, "
                                                   "UTC")

    def matches(self, note: str) -> bool:
        return True


@mcp.tool()
async def search_notes(
    query: Annotated[str, Field(description="Words to look for")],
    where: Filter,
    limit: Annotated[int, LIMIT] = 10,
    order: Literal["new", "old"] = "new",
    ctx: Context = None,
) -> list[str]:
    """Search the notes.

    Args:
        query: what to look for
            in \t the text
    """
    return []


@mcp.tool(name="remove", description="Removes a note, " + "for good.", annotations={"title": "Remove a note", "destructiveHint": True})
def remove_note(
    note_id: str = Field(..., description='The note\'s \x69d'),
):
    """This docstring is not published."""


@mcp.tool
def ping() -> str: "Says that the server lives."


@mcp.resource("notes://{name}/text", mime_type="text/plain")
def note_text(name: str) -> str:
    """One note as text."""


@mcp.prompt("summary")
def summarise(topic: Annotated[str, Field(description="What to sum up")]) -> str:
    """Sums up the notes on a topic."""


@other.route("/tool")
def no_tool():
    """Not declared as anything."""
