"""Writing: the form of a name in which two ways to write it are equal, and the version that a name may end in."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from teamlandkarte.index.genders import neutral
from teamlandkarte.index.text import folded, spelt_out

_CACHED = 65_536
# "Node JS", "Node.js" and "NodeJS" are one name. The signs of "C++", "C#" and ".NET" stay, and so do points in numbers.
_DROPPED = re.compile(r"[\s\-‐‑–—_/,:;'’()]")
_DROPPED_POINT = re.compile(r"(?<!\s)(?<!^)\.(?!\d)|(?<!\d)(?<!\s)(?<!^)\.")
# Words of letters that case and umlauts alone give another form: no ending of a gender, nothing that a point separates.
_PLAIN_WORD = "[A-Za-zÄÖÜäöüß]+(?<![Ii]n)(?<!nnen)(?<!frau)"
_PLAIN = re.compile(f"{_PLAIN_WORD}(?:[ -]{_PLAIN_WORD})*")
# Titles that decline: a "Beauftragter" is the same as a "Beauftragte".
DECLINED = (
    *("beauftragt", "angestellt", "sachverstaendig", "bevollmaechtigt", "auszubildend", "vorsitzend", "abgeordnet"),
    *("delegiert", "studierend", "verantwortlich", "beschaeftigt", "vorgesetzt"),
)
_NUMBER = re.compile(
    r"(?P<name>.*?[^\W\d_]{2}[+#]*|[A-Za-z][+#]+|.*[^\W\d_](?=\s))(?P<gap>[\s\-]*)v?(?P<number>\d+(?:\.(?:\d+|x))*)",
    re.IGNORECASE,
)
_LANGUAGE_LEVEL = re.compile(r"(?P<name>[^\W\d_]{4,})\s+(?P<number>[ABC][12])")
_NORMS = frozenset("iso en din iec vde vdi vdv ril richtlinie dguv trbs trgs bitv nist rfc isa hoai".split())  # noqa: SIM905
_WITHOUT_VERSIONS = frozenset(("industrie", "industry", "arbeit", "web"))  # "Industrie 4.0" is no version of industry
_YEARS = frozenset(map(str, range(1_990, 2_100)))
_LONGEST_VERSION = 2  # digits before the first point
_LAST_SIGNS = ("x", "X")  # of "3.x"


class Numbered(NamedTuple):
    """A name that ends in a number: its writing without it, the number, and whether other numbers are other versions.

    Otherwise they are other things: ISO 9001 is no version of ISO 27001.
    """

    name: str
    number: str
    is_version: bool


@lru_cache(_CACHED)
def writing(name: str) -> str:
    """Return the form in which all ways to write a name are equal: case, umlauts, hyphens, blanks, gender."""
    form = folded(neutral(name))
    kept = "".join(form.split())
    if not kept.isalnum():  # most names have no other signs
        kept = _DROPPED.sub("", _DROPPED_POINT.sub("", form)) or form
    return undeclined(spelt_out(kept))


def undeclined(form: str) -> str:
    """Return a form, umlauts typed out, in which the titles that decline have one ending."""
    for title in DECLINED:
        form = form.replace(f"{title}er", f"{title}e")
    return form


def plain_writings(names: Sequence[str]) -> dict[int, str]:
    """Return by its position the `writing` of each name that is words alone; such a name is not `numbered`.

    They are written all at once, since a vocabulary has tens of thousands, most of them such.
    """
    places = [place for place, plain in enumerate(map(_PLAIN.fullmatch, names)) if plain]
    together = spelt_out("\n".join([names[place] for place in places]).casefold())
    return dict(zip(places, undeclined(together.replace(" ", "").replace("-", "")).split("\n"), strict=False))


def writings(names: Sequence[str]) -> list[str]:
    """Return the `writing` of each name; of many at once in a fifth of the time."""
    plain = plain_writings(names)
    return [plain[place] if place in plain else writing(name) for place, name in enumerate(names)]


def numbered(name: str) -> Numbered | None:
    """Return the parts of a name that ends in a version, a level of a language or another number, else None."""
    may_be = name[-1:].isdigit() or name[-1:] in _LAST_SIGNS  # hardly any: both forms end in a number
    return _numbered(name) if may_be else None


def language_level(name: str) -> str | None:
    """Return the level that a name of a language ends in, "A1" to "C2", else None."""
    found = _LANGUAGE_LEVEL.fullmatch(name)
    return None if found is None else found["number"]


@lru_cache(_CACHED)
def _numbered(name: str) -> Numbered | None:
    if (level := _LANGUAGE_LEVEL.fullmatch(name)) is not None:
        return Numbered(writing(level["name"]), level["number"], is_version=True)
    found = _NUMBER.fullmatch(name)
    if found is None or found["name"].casefold() in _WITHOUT_VERSIONS:
        return None
    whole = found["number"].partition(".")[0].lstrip("0")
    is_norm = any(word in _NORMS for word in re.split(r"[\s/]+", found["name"].casefold()))
    is_version = not is_norm and (len(whole) <= _LONGEST_VERSION or (whole in _YEARS and bool(found["gap"])))
    return Numbered(writing(found["name"]), found["number"], is_version)
