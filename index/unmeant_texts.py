"""Texts in a configuration that nobody can have meant: they look empty and are not, or hold what cannot be seen."""

from collections.abc import Iterable

_LAID_OUT = "\n\t"  # in a text over several lines, such as a long selector


def why_unmeant(value: object, *, may_be_empty: bool) -> str | None:
    """Return what is wrong with a text, or with one of a list, and what to do; None for every other value."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else ()
    if any(isinstance(text, str) and _holds_controls(text) for text in texts):
        return "holds a control character; write it anew"
    if any(isinstance(text, str) and text and not _is_seen(text) for text in texts):
        return "looks empty and is not; write " + ('a text, or "" for none' if may_be_empty else "what is meant")
    return None


def _holds_controls(signs: Iterable[str]) -> bool:
    return any((sign < " " and sign not in _LAID_OUT) or "\x7f" <= sign < "\xa0" for sign in signs)


def _is_seen(signs: Iterable[str]) -> bool:
    return any(sign.isprintable() and not sign.isspace() for sign in signs)
