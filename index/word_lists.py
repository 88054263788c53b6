"""Word lists: the words and signs by which texts are read, kept as data beside the code."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files


@cache
def word_lists(name: str) -> dict[str, list[str]]:
    """Return the lists of `wording/<name>.toml` by their names."""
    text = files("teamlandkarte.index").joinpath("wording", f"{name}.toml").read_text("utf-8")
    return {key: list(map(str, words)) for key, words in tomllib.loads(text).items()}


def one_of(signs: Iterable[str]) -> str:
    """Return the regular expression that matches any of these, the first one that does."""
    return f"(?:{'|'.join(signs)})"


def words_of(signs: Iterable[str]) -> re.Pattern[str]:
    """Return the compiled expression that finds any of these as whole words, whatever their case."""
    return re.compile(rf"\b{one_of(signs)}(?!\w)", re.IGNORECASE)
