"""What a dataset version is and how it is asked; knows neither Trino nor MCP."""
