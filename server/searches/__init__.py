"""Searches over everyone, their filters and categories."""
