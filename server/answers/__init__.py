"""How an answer is written: Markdown, room, cleaning, the ground it stands on."""
