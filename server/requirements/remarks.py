"""Remarks: what a text says of a competence besides how much it wants it: its version, either/or, years, a level."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.markdown import listed

if TYPE_CHECKING:
    from teamlandkarte.index.stated import Stated
    from teamlandkarte.index.terms import Finding

_MOST_TOLD = 12  # alternatives to a competence
_PART_LENGTH = 200  # characters


def remarks_of(text: str, findings: "Sequence[Finding]", said_of: "Sequence[Sequence[Stated]]") -> dict[str, str]:
    """Return by competence what the text says of it besides: a version, either/or, and what is `said_of` it."""
    from teamlandkarte.index.proficiency import in_words
    from teamlandkarte.index.stated_versions import version_behind

    either_or = _either_or(text, findings)
    remarks = {}
    for place, (found, said) in enumerate(zip(findings, said_of, strict=True)):
        version = version_behind(text, [(found.start, found.end), *found.mentions])
        parts = (version.words if version else "", either_or.get(place, ""), in_words(said))
        if remark := "; ".join(part for part in parts if part):
            remarks[folded(found.term)] = remark
    return remarks


def places_of(said_of: "Sequence[Sequence[Stated]]") -> "list[tuple[int, int]]":
    """Return where the years and levels stand that are shown beside the findings."""
    return [(one.start, one.end) for said in said_of for one in said]


def said_of_each(text: str, findings: "Sequence[Finding]") -> "list[Sequence[Stated]]":
    """Return for each finding the years and the level that the first of its mentions with any has."""
    from teamlandkarte.index.proficiency import proficiencies

    stated = proficiencies(text, sorted({place for found in findings for place in found.mentions}))
    places = ([(found.start, found.end), *found.mentions] for found in findings)
    return [next((stated[place] for place in several if place in stated), ()) for several in places]


def _either_or(text: str, findings: "Sequence[Finding]") -> dict[int, str]:
    """Return by its place a remark for each competence of which the text asks for it or for another one."""
    from teamlandkarte.index.alternatives import alternatives
    from teamlandkarte.index.stated_versions import version_behind

    places = [(found.start, found.end) for found in findings]
    versions = [version_behind(text, [place]) for place in places]
    with_versions = [
        (start, version.end if version else end) for (start, end), version in zip(places, versions, strict=True)
    ]
    remarks = {}
    for group in alternatives(text, with_versions):
        for place in group.places:
            others = [findings[other].term for other in group.places if other != place]
            said = [f"alternative to {listed(others, _MOST_TOLD, _PART_LENGTH)}"] if others else []
            remarks[place] = " ".join([*said, *(["or similar"] if group.or_similar else [])])
    return remarks
