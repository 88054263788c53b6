"""Capture, review and confirmation of what a person seeks."""
