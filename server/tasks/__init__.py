"""Open tasks: lists, details, roles, and matching from either side."""
