"""What real lakes do to text and keys: padding, double blanks, decomposed letters, variants."""

import unicodedata
from random import Random

_RARELY = 0.02


def soiled(text: str, rng: Random) -> str:
    """Return the text, rarely with harmless dirt that cleaning removes again."""
    if rng.random() >= _RARELY:
        return text
    dirt = rng.randrange(5)
    if dirt == 0:
        return f"{text}  "
    if dirt == 1:
        return f" {text}"
    if dirt == 2:
        return text.replace(" ", "  ", 1)
    if dirt == 3:
        return unicodedata.normalize("NFD", text)
    return text.replace(" ", "\u00a0", 1)


def padded(key: str, rng: Random) -> str:
    """Return the key, rarely filled up with blanks as a CHAR column delivers it."""
    return key.ljust(len(key) + 5) if rng.random() < _RARELY / 4 else key


def spelling_variants(names: tuple[str, ...], rng: Random) -> list[tuple[str, str]]:
    """Return (name, other spelling of the same term) for some names; the two differ in form, never in identity."""
    variants: list[tuple[str, str]] = []
    for name in names:
        if "ß" in name:
            variants.append((name, name.replace("ß", "ss")))
        decomposed = unicodedata.normalize("NFD", name)
        if decomposed != name and rng.random() < 0.3:
            variants.append((name, decomposed))
        if rng.random() < 0.05:
            variants.append((name, rng.choice((name.lower(), name.upper(), f"{name} ", name.replace(" ", "  ")))))
    return [(name, variant) for name, variant in variants if variant != name]
