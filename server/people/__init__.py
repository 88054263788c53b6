"""Looking people up: lists and details."""
