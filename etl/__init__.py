"""The only writer: one refresh run, from the lake to a published dataset version."""
