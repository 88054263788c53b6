"""Numbers with what they count, as people read them."""


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number and its thing, such as "1 row" or "1,200 rows"; `things` is a plural that is more than an s."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
