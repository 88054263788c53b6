"""The directory source that reads a public staff site, politely."""
