"""Names of people, firms, places and departments: they may read like a competence and are none."""

import re

from teamlandkarte.index.word_lists import one_of, word_lists

_LONGEST = 60  # signs of a name or an address: without it one endless word takes quadratic time
_PROPER = rf"[A-ZÄÖÜ][\wäöüß'’.-]{{0,{_LONGEST}}}"
_LISTS = word_lists("names")
_GIVEN = one_of(_LISTS["given"])
_ALSO_NAMES = one_of(_LISTS["also_names"])
_BEGINS = one_of(_LISTS["beginnings"])
_OF_THE_TRADE = rf"(?:\w*{one_of(_LISTS['of_the_trade'])}\w*)"
_PERSON = rf"{_PROPER}(?:(?<![a-zäöüß]{{2}}\.)[ \t]+{_PROPER}){{0,2}}"  # not beyond the end of a sentence
_INITIALS = r"(?!(?<=\d[ \t])J\.)[A-ZÄÖÜ]\.[ \t]?(?:[A-ZÄÖÜ]\.[ \t]?)*"
_BEHIND_THEM = one_of(_LISTS["turned_to"])
_ARTICLE = r"(?:(?:[Tt]he|our|dem|der|unserem|unserer)[ \t]+)?"
_NAMES = (
    # somebody who is addressed or has a title
    rf"\b(?:Frau|Herrn?|Mrs?|Ms|Hr|Fr|Dr|Prof|Familie|Firma|Fa)\b\.?[ \t]+(?:(?:Dr|Prof|Ing)\.[ \t]*)*{_PERSON}",
    rf"(?m:^)[ \t]*(?i:{'|'.join(_LISTS['greetings'])})\b[^,!:\n]{{0,40}}(?:[,!]|(?<!\.)(?m:$))",
    # an initial and a family name, but not the end of an abbreviation such as "z. B." nor "2 J."
    rf"(?<![\w.])(?<!\b[a-zA-Z]\.[ \t])(?<!\bin[ \t]){_INITIALS}(?!{_BEGINS}\b){_PROPER}",
    rf"\b{_GIVEN}[ \t]+(?!{_OF_THE_TRADE}\b){_PROPER}",
    rf"\b{_ALSO_NAMES}[ \t]+(?!{_OF_THE_TRADE}\b)(?!(?:on|or|and|und|oder)\b)[A-ZÄÖÜ][a-zäöüß]+(?![\w/+#.]*[\w+#])",
    # somebody who belongs to a team, or is to be asked
    rf"\b(?:{_GIVEN}|{_ALSO_NAMES})[ \t]+(?:from|of|aus|vom|von)[ \t]+{_ARTICLE}{_PROPER}[ \t-]+[Tt]eam\b",
    rf"\bbei[ \t]+{_ALSO_NAMES}[ \t]+(?:zu[ \t]+)?melden\b",
    rf"\b(?i:{'|'.join(_LISTS['turning_to'])})[ \t]+{_ALSO_NAMES}\b(?=[ \t]*(?:$|[.,;!?)\n]|{_BEHIND_THEM}\b))",
    rf"\b{_ALSO_NAMES}[ \t]+{one_of(_LISTS['speaking'])}\b",
    rf"\b{_ALSO_NAMES},?[ \t]+(?:the|our|unser|unsere)[ \t]+[a-zäöüA-Z]+",
    rf"\b(?:[Tt]he|[Dd]as|[Dd]ie|[Dd]er)[ \t]+{_ALSO_NAMES}[ \t]+(?:of|von|vom)\b",
    rf"(?<!\w)(?:{_PROPER}[ \t]+(?:&[ \t]+|und[ \t]+)?){{1,4}}{one_of(_LISTS['firms'])}(?!\w)",
    rf"\b{_PROPER}(?:[ \t]+|-){one_of(_LISTS['streets'])}(?!\w)(?:[ \t]+\d+\w?)?",
    rf"\b{one_of([*_LISTS['also_names'], *_LISTS['also_buildings']])}[ \t-]+{one_of(_LISTS['buildings'])}\b",
    rf"\b(?:[Cc]ontact|[Kk]ontakt|[Aa]nsprechpartner(?:in)?)[ \t]*:[ \t]*{_ALSO_NAMES}\b",
    rf"\b{one_of(_LISTS['rooms'])}[ \t]+(?:(?:[A-ZÄÖÜ][\w-]*|\d+\w?)[ \t]*){{1,4}}(?![\w+#])",
    rf"\b{one_of(_LISTS['articles'])}[ \t]+{one_of(_LISTS['projects'])}[ \t]+[\"„“]?{_ALSO_NAMES}\b[\"“”]?(?![-+#])",
    one_of(_LISTS["others"]),
    rf"(?<![^\s@])[^\s@]{{1,{_LONGEST}}}@[^\s@]{{1,{_LONGEST}}}\.\w+|https?://\S+|\bwww\.\S+",
)
_PATTERNS = tuple(re.compile(pattern) for pattern in _NAMES)
_FAREWELL = re.compile(
    rf"^[ \t]*{one_of(_LISTS['farewells'])}[^\n]{{0,40}}$(?:\n[^\n]{{0,40}}){{0,4}}", re.IGNORECASE | re.MULTILINE
)


def without_names(text: str) -> str:
    """Return a text as long as the given one, with blanks where it names a person, a firm, a place or a department."""
    spans = [(found.start(), found.end()) for pattern in _PATTERNS for found in pattern.finditer(text)]
    spans += [(found.start(), found.end()) for found in _FAREWELL.finditer(text) if _signs_off(found.group())]
    kept = list(text)
    for start, end in spans:
        kept[start:end] = [sign if sign == "\n" else " " for sign in text[start:end]]
    return "".join(kept)


def _signs_off(words: str) -> bool:
    """Return whether the lines after a farewell are no sentences."""
    return not any(line.rstrip().endswith((".", ":", "?")) and len(line.split()) > 4 for line in words.split("\n")[1:])
