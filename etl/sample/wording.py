"""Sentences out of templates: descriptions of people and tasks, and titles."""

import html
import re
from collections.abc import Mapping, Sequence
from random import Random

_SLOT = re.compile(r"\{(\w+)\}")
_GENDERED = re.compile(
    r"\b(\w*(?:wickler|leiter|berater|planer|prüfer|wacher|steuerer|automatisierer|disponent|konstrukteur|genieur"
    r"|käufer|administrator))\b",
    re.IGNORECASE,
)
_ENTITIES = str.maketrans(
    {"ä": "&auml;", "ö": "&ouml;", "ü": "&uuml;", "Ä": "&Auml;", "Ö": "&Ouml;", "Ü": "&Uuml;", "ß": "&szlig;"}
)


def sentences(rng: Random, templates: Sequence[str], count: int, facts: Mapping[str, str]) -> list[str]:
    """Return up to `count` filled templates in their order, none that lacks a fact or repeats one."""
    used: set[str] = set()
    kept: list[int] = []
    for position in rng.sample(range(len(templates)), len(templates)):
        slots = set(_SLOT.findall(templates[position]))
        if len(kept) < count and slots <= facts.keys() and not slots & used:
            used |= slots
            kept.append(position)
    return [templates[position].format_map(facts) for position in sorted(kept)]


def named(competences: Sequence[str]) -> dict[str, str]:
    """Return the first three competences as the facts a, b and c; none if there are fewer."""
    return dict(zip("abc", competences, strict=False)) if len(competences) >= 3 else {}


def addressed(role: str, rng: Random) -> str:
    """Return the role as tasks address people: "Projektleiter*in IT", "Einkäufer/in", sometimes unchanged."""
    return _GENDERED.sub(rf"\1{rng.choice(('', '', '', '/in', '*in', ':in'))}", role, count=1)


def rich_text(rng: Random, paragraphs: Sequence[str], bullets: Sequence[str], closing: Sequence[str]) -> str:
    """Return HTML as the rich-text field of the task system stores it, some of it with entities for umlauts."""
    strong = "b" if rng.random() < 0.5 else "strong"
    parts = [f"<p>{html.escape(text, quote=False)}</p>" for text in paragraphs]
    if bullets:
        items = "".join(f"<li>{html.escape(text, quote=False)}</li>" for text in bullets)
        parts.append(f"<p><{strong}>Aufgaben:</{strong}></p><ul>{items}</ul>")
    lines = "<br>".join(html.escape(text, quote=False) for text in closing)
    parts.append(f'<p style="margin-top:8px;">{lines}</p>' if rng.random() < 0.3 else f"<p>&nbsp;</p><p>{lines}</p>")
    text = "".join(parts)
    return text.translate(_ENTITIES) if rng.random() < 0.3 else text


def plain(rng: Random, paragraphs: Sequence[str], bullets: Sequence[str], closing: Sequence[str]) -> str:
    """Return the same as lines of text, with the line ends of one system or the other."""
    listed = ["Aufgaben:", *(f"- {text}" for text in bullets)] if bullets else []
    return rng.choice(("\r\n", "\n")).join([*paragraphs, *listed, *closing])
