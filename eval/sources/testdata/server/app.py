from mcp.server.fastmcp import FastMCP
from pydantic import Field

app = FastMCP("notes")


@app.tool()
def search(query: str = Field(description="Words to look for"), limit: int = Field(description="How many at most")):
    """Searches the notes.

    The newest come first.
    """


@app.tool(description=about("remove"))
def remove(note: str):
    """Not published."""


@app.tool()
def beside():
    """The server lists no such tool."""
