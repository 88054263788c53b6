"""Roles found in a task: tasks store none, so they come from title and description."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.crafts import Crafts, crafts
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.exclusions import unwanted
from teamlandkarte.index.genders import without_signs
from teamlandkarte.index.mentions import Lexicon
from teamlandkarte.index.negation import is_indispensable
from teamlandkarte.index.read_text import Mention
from teamlandkarte.index.role_names import SharedNames, is_knowledge, names_somebody, role_names, shared_names
from teamlandkarte.index.seekers import is_help_by, who_seeks
from teamlandkarte.index.terms import CERTAIN, How, KnownTerms, phrases
from teamlandkarte.index.text import clean

# What a mention is worth, in micro-units. A title names what is sought; a description also names colleagues.
_IN_TITLE = 1_000_000
_SOUGHT_IN_DESCRIPTION = 850_000
_IN_DESCRIPTION = 700_000
_COLLEAGUE = 400_000
_MISSPELT = 100_000  # is taken off
_OF_SEVERAL = 60_000  # is taken off where only a word names it that other roles have too
_OF_A_CRAFT = (340_000, 330_000, 320_000)  # and of its field; of its field, of another craft; of another field
_VALUES = frozenset((_IN_TITLE, _SOUGHT_IN_DESCRIPTION, _IN_DESCRIPTION, _COLLEAGUE))
_OF_SHARED_NAMES = frozenset(
    (*_OF_A_CRAFT, *(value - _OF_SEVERAL - slip for value in _VALUES for slip in (0, _MISSPELT)))
)
_BY_MEANING = 700_000  # of a similarity of 1: a similar title is never as certain as the name itself
_LEAST_BY_MEANING = 280_000
_MEANT = "by meaning: "  # how the evidence of a similar title begins
_HEADLINE = 160  # characters that are compared by meaning: a title or an opening sentence
_CLEAR_LEAD = 100_000  # by which the best must lead the second to be the one role
_CLEAR_LEAST = 600_000

_SOUGHT = re.compile(
    r"\b(?:such\w*|gesucht\w*|benötig\w*|brauch\w*|als|nachfolg\w*|ersatz für|vertretung|successor|replacement|"
    r"seek\w*|looking for|need\w*|as an?|rolle|role)\b[^.;\n]*$",
    re.IGNORECASE,
)
_SEEKING = re.compile(  # directly before what is sought, with an article between
    r"\b(?:suchen?|sucht|gesucht(?: wird)?|benötigen?|brauchen?|seeking|looking|needs?|needed|als|as)\b[:\s]*"
    r"(?:(?:ab sofort|dringend|derzeit|aktuell|urgently|currently|nach|for|noch)\s+)*(?:[^\s,;.]+\s+)?$",
    re.IGNORECASE,
)
_MOST_SOUGHT = 3  # phrases that are compared by meaning
_BESIDE = re.compile(
    r"\b(?:zusammenarbeit|abstimmung|austausch|koordination|bericht\w*|unterstütz\w*|report\w*|support\w*|together|"
    r"collaborat\w*|alongside|mit|with|durch|vom|by|talks?|speaks?|spricht|sprechen|liais\w+|between|zwischen)\b[^.;:\n]*$",
    re.IGNORECASE,
)
_NOT_SOUGHT = re.compile(
    r"\b(?:nicht|not|(?:an)?statt|anstelle|instead\s+of|rather\s+than|anything\s+but|\w{1,10}n['’]t\s+(?:want|need))\s+"
    r"(?:(?!nur|only|just|sondern|mit|with|ohne)[\w-]+\s+){0,2}$"
    r"|\b(?:weder\b[^.;:\n]*\bnoch|nor)\s+(?:eine?[nrms]?\s+|an?\s+)?$",
    re.IGNORECASE,
)
_BEFORE = 60  # characters before a mention that tell whether it is sought

_Named = tuple[int, int, str]  # term id, score in micro-units, evidence


@dataclass(frozen=True)
class RoleCandidate:
    """A role of the vocabulary that a task may seek; score in micro-units, evidence are the words that show it."""

    role: str
    term_id: int
    score: int
    evidence: str

    @property
    def similarity(self) -> int:
        """How alike the role and the first words of the evidence are, in micro-units, wherever these stand."""
        if self.evidence.startswith(_MEANT):
            return -(-self.score * CERTAIN // _BY_MEANING)
        return CERTAIN if self.score in _VALUES else CERTAIN - _MISSPELT

    @property
    def is_one_of_several(self) -> bool:
        """Whether nothing but a word names it that other roles have too: "Projektleiter" where there is none alone."""
        return self.score in _OF_SHARED_NAMES and not self.evidence.startswith(_MEANT)


def how_found(evidence: str, similarity: int) -> How:
    """Return how a role was found, by the evidence and the similarity of its candidate."""
    if evidence.startswith(_MEANT):
        return How.EMBEDDING
    return How.EXACT if similarity == CERTAIN else How.SPELLING


def first_words(evidence: str) -> str:
    """Return the words of the text that the evidence of a candidate names first."""
    return evidence.partition("; ")[0].partition(": ")[2]


@dataclass(frozen=True)
class TaskReading:
    """What the words of a task say about its role.

    `named`: the roles that it names, as (term id, score in micro-units, evidence). `headlines`: where none is named as
    sought, what may be a role in other words.
    """

    named: tuple[_Named, ...]
    headlines: tuple[str, ...]

    @classmethod
    def of(cls, title: str, description: str, roles: KnownTerms, encoder: Embedder | None = None) -> "TaskReading":
        """Read a task; without the local model as `encoder` nothing is embedded."""
        if not roles.terms:
            return cls((), ())
        terms = tuple(roles.terms)
        names, shared = role_names(terms, roles.aliases), shared_names(terms, roles.aliases)
        description = sought(description, encoder)
        texts = (without_signs(title), without_signs(description))
        mentions = [names.mentions(text) for text in texts]
        others = list(_unwanted(texts[1], mentions[1], names))
        wanted = [mention for mention in mentions[1] if mention not in others]
        named = [*_in_title(title, mentions[0]), *_in_description(description, wanted)]
        is_named = any(score >= _SOUGHT_IN_DESCRIPTION for _, score, _ in named)
        in_title, in_text = (list(_of_several(*each, named, shared)) for each in zip(texts, mentions, strict=True))
        several = [*_in_title(title, in_title), *_in_description(description, in_text)]
        named += [(term_id, score - _OF_SEVERAL, evidence) for term_id, score, evidence in several]
        if not named:
            named += _of_a_craft(title, texts[0], "title", crafts(terms, roles.aliases))
            named += _of_a_craft(description, texts[1], "description", crafts(terms, roles.aliases))
        others += who_seeks(texts[1], wanted)
        return cls(tuple(named), () if is_named else tuple(_headlines(title, _blanked(description, others))))


def infer_roles(
    title: str,
    description: str,
    roles: KnownTerms,
    limit: int,
    *,
    encoder: Embedder | None = None,
) -> list[RoleCandidate]:
    """Return up to `limit` roles that a task seeks, best first, ties by role id.

    Where no role is named as sought, the title is compared by embedding; without a title, what the description seeks in
    other words, else its first line. `encoder` is the local model, which judges what of the description is boilerplate
    better than words alone do.

    Raises:
        EmbeddingError: The title or a sentence could not be embedded.
    """
    return candidates(TaskReading.of(title, description, roles, encoder), roles, limit)


def candidates(reading: TaskReading, roles: KnownTerms, limit: int, *, by_meaning: bool = True) -> list[RoleCandidate]:
    """Return the roles that a task seeks, as `infer_roles` does, once it has been read.

    Only `by_meaning` is anything embedded.

    Raises:
        EmbeddingError: A headline could not be embedded.
    """
    found = list(reading.named)
    for headline in reading.headlines if by_meaning else ():
        found += _by_meaning(headline, roles, limit)
    best: dict[int, tuple[int, list[str]]] = {}
    for term_id, score, words in sorted(found, key=lambda one: -one[1]):
        _, evidence = best.setdefault(term_id, (score, []))
        if words not in evidence:
            evidence.append(words)
    ranked = [
        RoleCandidate(roles.terms[term_id], term_id, score, "; ".join(evidence))
        for term_id, (score, evidence) in best.items()
    ]
    return sorted(ranked, key=lambda candidate: (-candidate.score, candidate.term_id))[:limit]


def primary(ranked: Sequence[RoleCandidate]) -> RoleCandidate | None:
    """Return the one role that clearly leads, None when it is unclear."""
    if not ranked or ranked[0].score < _CLEAR_LEAST or ranked[0].is_one_of_several:
        return None
    if len(ranked) > 1 and ranked[0].score - ranked[1].score < _CLEAR_LEAD:
        return None
    return ranked[0]


def undecided(ranked: Sequence[RoleCandidate]) -> list[RoleCandidate]:
    """Return between which roles it is unclear what is sought, best first; none where one is or nothing is near."""
    if not ranked or ranked[0].score < _CLEAR_LEAST or primary(ranked):
        return []
    return [candidate for candidate in ranked if ranked[0].score - candidate.score < _CLEAR_LEAD]


def possible(ranked: Sequence[RoleCandidate]) -> list[RoleCandidate]:
    """Return between which roles it is unclear what is sought, also far ones where the text names somebody."""
    if primary(ranked):
        return []
    by_craft = [one for one in ranked if one.score in _OF_A_CRAFT and one.is_one_of_several]
    meant = [one for one in ranked if one.evidence.startswith(_MEANT) and names_somebody(first_words(one.evidence))]
    return undecided(ranked) or sorted([*by_craft, *meant], key=ranked.index)


def _unwanted(text: str, mentions: Sequence[Mention], names: Lexicon) -> Iterator[Mention]:
    """Yield the roles that a text does not seek."""
    places = list(unwanted(text, names)) if mentions else []
    for mention in mentions:
        inside = any(start <= mention.start < end for start, end in places)
        sign = _NOT_SOUGHT.search(text, max(0, mention.start - _BEFORE), mention.start)
        around = mention.start - 2 * _BEFORE, mention.end + _BEFORE
        if inside or (sign and not is_indispensable(text, sign.start(), *around)):
            yield mention


def _blanked(text: str, mentions: Sequence[Mention]) -> str:
    for mention in mentions:
        text = text[: mention.start] + " " * (mention.end - mention.start) + text[mention.end :]
    return text


def _of_several(
    text: str, mentions: Sequence[Mention], named: Sequence[_Named], shared: SharedNames
) -> Iterator[Mention]:
    """Yield for a word by which a text seeks any of several roles, of which it names none, a mention of each."""
    known = {term_id for term_id, _, _ in named}
    ends = [mention.end for mention in mentions]
    words = [(mention, roles) for mention, roles in shared.mentions(text) if known.isdisjoint(roles)]
    others = {mention.start for mention in _unwanted(text, [mention for mention, _ in words], shared.lexicon)}
    for mention, roles in words:
        place = bisect_right(ends, mention.start)
        inside = place < len(ends) and mentions[place].start <= mention.start
        if not inside and mention.start not in others:
            yield from (replace(mention, term_id=role) for role in roles)


def _of_a_craft(written: str, text: str, place: str, known: Crafts) -> Iterator[_Named]:
    """Yield for a general word by which a text seeks somebody the roles that it may mean, those of its field first."""
    found = list(known.mentions(text))
    others = {one.start for one in _unwanted(text, [mention for mention, _ in found], known.lexicon)}
    of_field = known.of_fields(text)
    both, of_another_craft, of_another_field = _OF_A_CRAFT
    for mention, roles in found:
        if mention.start in others:
            continue
        evidence, of_both = f"{place}: {_words(written, mention)}", sorted(of_field.intersection(roles))
        yield from ((role, both, evidence) for role in of_both)
        yield from ((role, of_another_craft, evidence) for role in sorted(of_field.difference(roles)))
        yield from ((role, of_another_field, evidence) for role in roles if not of_both)


def _in_title(title: str, mentions: Sequence[Mention]) -> Iterator[_Named]:
    for mention in mentions:
        yield mention.term_id, _worth(_IN_TITLE, mention), f"title: {_words(title, mention)}"


def _in_description(description: str, mentions: Sequence[Mention]) -> Iterator[_Named]:
    neutral = without_signs(description)
    seekers = who_seeks(neutral, mentions)
    for mention in mentions:
        before = neutral[max(0, mention.start - _BEFORE) : mention.start]
        sought, beside = _SOUGHT.search(before), _BESIDE.search(before)
        value = _IN_DESCRIPTION
        if mention in seekers:
            value = _COLLEAGUE
        elif sought and not (beside and beside.start() > sought.start() and not is_help_by(before)):
            value = _SOUGHT_IN_DESCRIPTION
        elif beside:
            value = _COLLEAGUE
        yield mention.term_id, _worth(value, mention), f"description: {_words(description, mention)}"


def _headlines(title: str, description: str) -> list[str]:
    """Return what may be a role in other words."""
    if heading := clean(without_signs(title)):
        return [heading[:_HEADLINE]]
    sought = [description[start:end] for start, end in phrases(description) if _seeks(description, start)]
    opening = clean(description.strip().partition("\n")[0])
    if is_knowledge(opening):
        opening = ""
    return [clean(phrase) for phrase in sought[:_MOST_SOUGHT]] or ([opening[:_HEADLINE]] if opening else [])


def _seeks(text: str, start: int) -> bool:
    return bool(_SEEKING.search(text[max(0, start - _BEFORE) : start]))


def _by_meaning(headline: str, roles: KnownTerms, limit: int) -> Iterator[_Named]:
    for role, similarity in roles.nearest(headline, limit):
        term_id = roles.id_of(role)
        if term_id is not None and similarity >= _LEAST_BY_MEANING:
            yield term_id, similarity * _BY_MEANING // CERTAIN, f"{_MEANT}{headline}"


def _worth(value: int, mention: Mention) -> int:
    return value if mention.exact else value - _MISSPELT


def _words(text: str, mention: Mention) -> str:
    return clean(text[mention.start : mention.end])
