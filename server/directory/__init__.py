"""The employee directory as a service of its own, for clients that keep a copy of it."""
