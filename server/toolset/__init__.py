"""What a tool is made of, and how its arguments are read and listed."""
