"""Seekers: the roles of a text that seek somebody, which are not the ones that are sought."""

import re
from collections.abc import Sequence

from teamlandkarte.index.read_text import Mention

_HELP_BY = re.compile(  # "sucht Unterstützung durch einen", which is not the support of somebody
    r"\b(?:unterstützung|hilfe|verstärkung|support|help|assistance|reinforcement)\s+(?:durch|von|by|from|of)\s+"
    r"(?:(?!unser|de[rmn]\b|the\b|our\b|ihre|eure)[\w-]+\s+){0,3}$",
    re.IGNORECASE,
)
_SEEKS_BEHIND = re.compile(  # "Der Scrum Master unseres Teams sucht"
    r"(?:\s+(?!wir\b|ich\b|we\b)[\w'’-]+){0,4}?\s+(?:such(?:t|en)|brauch(?:t|en)|benötig(?:t|en)|"
    r"(?:is|are)\s+(?:\w+\s+)?(?:looking\s+for|seeking)|seeks?|needs?(?!\s+to\b))\b"
    r"(?!\s+(?:wir|ich|man|we|unser\w*|die\s+abteilung|das\s+team)\b)(?P<sought>[^.;:\n]*)",
    re.IGNORECASE,
)
_OF_WHOM_IS_SOUGHT = re.compile(  # "einen Scrum Master sucht", "Scrum Master gesucht"
    r"\b(?:einen|den|unseren|meinen|keinen|einem|dem|als|as|for|für|such\w*|brauch\w*|benötig\w*|seek\w*|need\w*|"
    r"looking)\b[^.,;:!?\n]*$",
    re.IGNORECASE,
)
_SOMEBODY_ELSE = re.compile(
    r"\b(?:unterstützung|hilfe|verstärkung|ersatz|vertretung|jemand\w*|nachfolg\w*|kolleg\w*|support|help|assistance|"
    r"some(?:one|body)|replacement|colleague|successor)\b",
    re.IGNORECASE,
)
_BEFORE = 60  # characters before a mention that tell whether it is sought


def is_help_by(before: str) -> bool:
    """Return whether words end where the one whose help is sought follows."""
    return bool(_HELP_BY.search(before))


def who_seeks(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the roles that seek another one, or help: "Der Scrum Master sucht einen Business Analysten"."""
    starts = [mention.start for mention in mentions]
    return [mention for mention in mentions if _seeks(text, mention, starts)]


def _seeks(text: str, mention: Mention, starts: Sequence[int]) -> bool:
    behind = _SEEKS_BEHIND.match(text, mention.end)
    if behind is None or _OF_WHOM_IS_SOUGHT.search(text, max(0, mention.start - _BEFORE), mention.start):
        return False
    another = any(behind.start("sought") <= start < behind.end() for start in starts)
    return another or bool(_SOMEBODY_ELSE.search(behind["sought"]))
