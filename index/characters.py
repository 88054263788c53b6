"""Characters: half of one, as a byte that is none here is kept by Python, can neither be stored nor sent."""


def are_whole(text: str) -> bool:
    """Return whether no half of a surrogate pair stands in a text."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)
