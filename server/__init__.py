"""The query-only MCP server."""
