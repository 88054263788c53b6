"""Looking people up: lists, profiles, details."""
