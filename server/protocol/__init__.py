"""MCP itself: the server, its transports, who is calling."""
