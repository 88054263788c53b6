"""Asking the person by form (MCP elicitation), where the client can show one.

A client that can show forms gets the question; its answer counts. A client that cannot, or that has declared forms and
left the same question unanswered before, gets none: then the conversation itself is where the person is asked.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Question:
    """What to ask; `state` names the state that the question is about, so a late answer cannot count for another."""

    text: str
    state: str


@dataclass(frozen=True)
class Reply:
    """What came back by form: yes, no, or closed without an answer; `state` is what it answers."""

    answer: Literal["yes", "no", "none"]
    state: str
