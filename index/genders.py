"""Genders: a role is the same in every form of its title, so forms are brought to one before they are compared.

"Drucker/Druckerin Fachrichtung Hochdruck (m/w/d)", "Drucker*in Fachrichtung Hochdruck" and "Druckerin Fachrichtung
Hochdruck" all become "Drucker Fachrichtung Hochdruck". What no sign marks as a title stays as it is.
"""

import re
from itertools import takewhile

from teamlandkarte.index.text import bare

_GENDER = "(?:[mwdfxi]|gn|div)"
_SIGN = re.compile(
    rf"\(\s*{_GENDER}\s*(?:[/|,]\s*{_GENDER}\s*)+\)|\[\s*{_GENDER}\s*(?:[/|,]\s*{_GENDER}\s*)+\]"
    r"|\((?:all genders|alle geschlechter|gn|divers)\)|(?<=[\w\-–]\s)[mwdfx](?:/[mwdfx]){2,3}(?![\w/])",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"(?<=\w)(?:[/:*_·]-?in(?:nen)?|\(in(?:nen)?\))(?!\w)|(?<=er|or|nt|st|om|at|ur)In(?:nen)?(?!\w)|(?<=\w)/-?frau(?!\w)"
)
_ADJECTIVE_ENDING = re.compile(r"(?<=e)(?:[/:*_]-?r|\(r\))(?!\w)")
_BEFORE_A_TITLE = re.compile(_ADJECTIVE_ENDING.pattern + r"(?=\s+[A-ZÄÖÜ])")
_PART_OF_A_SIGN = re.compile(r"[(\[/:*_·]|In")  # each sign has one, and most texts have none
MALE_ENDS = ("er", "eur", "or", "ekt", "ent", "ant", "ist", "nom", "omat", "krat", "dat", "vokat", "bat")
_FEMALE = re.compile(rf"\b(\w{{2,}}(?:{'|'.join(MALE_ENDS)}))in(?:nen)?\b|\b(\w{{3,}})frau\b")
# "Technische Leiterin" is "Technischer Leiter", and so are the other adjectives before a title in -in.
_BEFORE_A_FEMALE = re.compile(rf"\b(\w+(?:isch|lich|ig|end|iv|al|ell|är))e(?=\s+\w{{2,}}(?:{'|'.join(MALE_ENDS)})in\b)")
_MALE = {"ärzt": "arzt", "anwält": "anwalt", "köch": "koch", "aerzt": "arzt", "anwaelt": "anwalt", "koech": "koch"}
_WITH_UMLAUT = re.compile(rf"({'|'.join(_MALE)})in(?:nen)?(?!\w)", re.IGNORECASE)
_WITH_UMLAUT_AND_SIGN = re.compile(
    rf"({'|'.join(_MALE)})(?:[/:*_·]-?in(?:nen)?|\(in(?:nen)?\)|(?-i:In)(?:nen)?)(?!\w)", re.IGNORECASE
)
_SAME_STEM = 0.6  # of the shorter word
_SHORTEST = 4  # letters of a word that has two forms
_LONGEST = 80
_LONGEST_ENDING = 5  # letters
_MOST_WORDS = 8  # of a title that a slash repeats


def without_signs(text: str) -> str:
    """Return the text with the signs of genders blanked, so that places stay where they are."""
    for signs in (_SIGN, _ENDING):
        text = signs.sub(lambda found: " " * len(found.group()), text)
    return text


def neutral(text: str) -> str:
    """Return a title in one gender and without signs: two forms of a title have the same."""
    return male(_without_second_form(_unsigned(text))) or text


def unmarked(text: str) -> str:
    """Return a title as it is embedded: without signs and in one gender, but with both forms where it names both.

    The encoder has learnt from titles that name both, and ranks no better without the second form (docs/quality.md).
    """
    signless = _unsigned(text)
    return (signless if _without_second_form(signless) != signless else male(signless)) or text


def male(text: str) -> str:
    """Return the text with its titles in one gender, signs untouched: "Planerin" is "Planer", "Kauffrau" "Kaufmann"."""
    if "in" in text or "frau" in text:
        text = _WITH_UMLAUT.sub(_without_umlaut, _BEFORE_A_FEMALE.sub(r"\1er", text))
        text = _FEMALE.sub(_male_form, text)
    return text


def _unsigned(text: str) -> str:
    if not _PART_OF_A_SIGN.search(text):
        return " ".join(text.split())
    text = _WITH_UMLAUT_AND_SIGN.sub(_without_umlaut, _BEFORE_A_TITLE.sub("r", text))
    for signs in (_SIGN, _ENDING, _ADJECTIVE_ENDING):
        text = signs.sub("", text)
    return " ".join(text.split())


def _without_umlaut(found: re.Match[str]) -> str:
    title = _MALE[found[1].lower()]
    return title.capitalize() if found[1][0].isupper() else title


def _male_form(found: re.Match[str]) -> str:
    title = found[1] or f"{found[2]}mann"
    # "Steuerin" lost the second "er" of "Steuerer".
    return f"{title}er" if title.casefold().endswith("steuer") else title


def _without_second_form(text: str) -> str:
    """Return the text without what a slash repeats: "Technischer Leiter/Technische Leiterin", "Koch/Köchin"."""
    before = ""
    while "/" in text:
        left, _, right = text.partition("/")
        one, other = left.split(), right.split(maxsplit=_MOST_WORDS)
        for count in range(min(len(one), len(other), _MOST_WORDS), 0, -1):
            differing = [pair for pair in zip(one[-count:], other[:count], strict=True) if pair[0] != pair[1]]
            if differing and all(_are_forms(*pair) for pair in differing):
                return before + " ".join([*one, *other[count:]])
        before, text = f"{before}{left}/", right
    return before + text


def _are_forms(one: str, other: str) -> bool:
    """Return whether two words differ in their endings only: "Arzt" and "Ärztin", "Kaufmann" and "Kauffrau"."""
    if max(len(one), len(other)) > _LONGEST:
        return False
    one, other = (bare(word.strip(",;()").casefold()) for word in (one, other))
    if min(len(one), len(other)) < _SHORTEST or not (one + other).replace("-", "").isalpha():
        return False
    stem = sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(one, other, strict=False)))
    if one[stem:] == "mann" and other[stem:] == "frau":
        return True
    endings = max(len(one), len(other)) - stem
    return stem >= _SAME_STEM * min(len(one), len(other)) and endings <= _LONGEST_ENDING
