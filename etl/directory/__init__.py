"""The employee directory as a part of a refresh: sources, who is active or dismissed, the tables of a version."""
