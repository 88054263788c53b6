"""What each idea of the reading brings: the figures of the texts that may be looked at, with one idea left out.

python -m tests.quality.measure_ideas
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from teamlandkarte.index import (
    boilerplate,
    dates,
    feasts,
    levels,
    mentions,
    other_dates,
    periods,
    relative_periods,
    role_names,
    roles,
    terms,
    weekdays,
)
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.server.requirements import extraction
from tests.quality.labels import PARTS, SEEN, labelled_texts, quality_vocabulary
from tests.quality.measure_extraction import FOLDER
from tests.quality.reading import Product
from tests.quality.scores import COMPETENCES, DATES, WITH_LEVEL, Scores

_NEVER = re.compile(r"(?!)")
_NEVER_NEAR = 2_000_000
Part = tuple[Any, str, Any]  # where an idea is, its name there, and what stands in for it


def _as_it_is(text: str, _encoder: object = None) -> str:
    return text


def _wishes(*, levelled: bool, negated: bool) -> Callable[..., Any]:
    whole = levels.wishes

    def wishes(text: str, spans: Any) -> Any:
        said = whole(text, spans)
        kept = {term for term, (wish, _) in said.items() if (negated if wish == "not needed" else levelled)}
        return {term: (wish if term in kept else None, sentence) for term, (wish, sentence) in said.items()}

    return wishes


def _ideas() -> dict[str, list[Part]]:
    relative = len([*relative_periods.relative_forms(), *weekdays.weekday_forms(), *feasts.feast_forms()])
    return {
        "nothing": [],
        "cleaning of HTML and `&nbsp;`": [(extraction, "plain_text", _as_it_is)],
        "boilerplate": [(module, "sought", _as_it_is) for module in (terms, dates, roles)],
        "what sentences mean": [(boilerplate, "LOCAL_MODEL", "")],
        "openings of boilerplate": [(boilerplate, "_OPENINGS", _NEVER)],
        "the neighbours of a sentence tell what it is": [(boilerplate, "_TURNS", 0.5)],
        "names of people, firms, places, departments": [(m, "without_names", _as_it_is) for m in (terms, dates)],
        "aliases and mentions (`index/*.csv`)": [(Aliases, "names_of", lambda _self, _terms: [])],
        "levels": [(terms, "wishes", _wishes(levelled=False, negated=True))],
        "negation": [(terms, "wishes", _wishes(levelled=True, negated=False))],
        "shared word ends (Arten- und Bodenschutz)": [(mentions.Lexicon, "_suspended", lambda _self, _read: iter(()))],
        "titles and everyday words are not compared by meaning": [
            (terms, "_SOMEBODY", _NEVER),
            (terms, "_GENERIC_WORDS", frozenset()),
        ],
        "thresholds of meaning (0.6 and 0.9 instead)": [
            (terms, "_CLOSE_WHERE_ASKED", 600_000),
            (terms, "_CLOSE_ANYWHERE", 900_000),
        ],
        "comparing phrases by meaning": [
            (terms, "_CLOSE_WHERE_ASKED", _NEVER_NEAR),
            (terms, "_CLOSE_ANYWHERE", _NEVER_NEAR),
        ],
        "words of a role in both languages": [(role_names, "_IN_ENGLISH", ())],
        "dates of something else": [
            (other_dates, "_OF_SOMETHING_ELSE", _NEVER),
            (other_dates, "_SOMETHING_ELSE_BEHIND", _NEVER),
        ],
        "a single word is compared by meaning only where something is sought": [(terms, "_SEEKS", re.compile(""))],
        "relative dates, weekdays, seasons, feasts": [(periods, "_FORMS", periods._FORMS[:-relative])],
    }


@contextmanager
def instead(where: Any, name: str, stand_in: Any) -> Iterator[None]:
    before = getattr(where, name)
    setattr(where, name, stand_in)
    try:
        yield
    finally:
        setattr(where, name, before)


def main() -> None:
    texts = [text for part in SEEN for text in labelled_texts(part)]
    tasks = [text for part in PARTS for text in labelled_texts(part)]  # as the other measurement refreshes them
    product = Product(FOLDER, quality_vocabulary(), tasks, LocalEncoder(2))
    head = ("left out", "precision", "recall", "F1", "F1 with level", "dates F1", "roles", "not needed", "boilerplate")
    sys.stdout.write(f"| {' | '.join(head)} |\n| --- |{' ---: |' * 8}\n")
    for idea, parts in _ideas().items():
        with ExitStack() as stack:
            for part in parts:
                stack.enter_context(instead(*part))
            mentions.lexicon.cache_clear()
            boilerplate.sought.cache_clear()
            role_names.role_names.cache_clear()
            role_names.shared_names.cache_clear()
            scores = Scores.of([(text, product.read(text)) for text in texts])
        sys.stdout.write(f"| {idea} | {' | '.join(_figures(scores))} |\n")


def _figures(scores: Scores) -> Iterator[str]:
    found = scores.tallies[COMPETENCES]
    shares = (found.precision, found.recall, found.f1, scores.tallies[WITH_LEVEL].f1, scores.tallies[DATES].f1)
    yield from (f"{share:.2f}" for share in shares)
    right, count = (sum(column) for column in zip(*scores.choices.values(), strict=True))
    yield f"{right / count:.2f}"
    forbidden, named = scores.forbidden
    yield f"{named - forbidden}/{named}"
    yield f"{1_000 * scores.boilerplate[COMPETENCES] / scores.boilerplate['words']:.1f}"


if __name__ == "__main__":
    main()
