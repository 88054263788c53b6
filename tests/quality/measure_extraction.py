"""How well texts are read: precision, recall and F1 on the labelled texts of this folder, as Markdown.

    python -m tests.quality.measure_extraction [--errors tuning|varied]

`--errors` reads that part alone and also lists each wrong or missed finding. Those of the kept half and of the unread
texts are never shown, and their figures not on the way: rules that were written for them would make them worthless.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from teamlandkarte.index.embedding import LocalEncoder
from tests.quality.labels import HALVES, PARTS, SEEN, LabelledText, labelled_texts, quality_vocabulary
from tests.quality.reading import Product, Reading
from tests.quality.scores import COMPETENCES, DATES, MARKED_LEVEL, ROLES, WITH_LEVEL, Scores

FOLDER = Path(".build/quality")  # keeps the embedding cache from run to run
Readings = list[tuple[LabelledText, Reading]]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--errors", choices=SEEN, help="read this part alone and list its mistakes")
    with_mistakes = parser.parse_args().errors
    parts = {part: labelled_texts(part) for part in PARTS}
    product = Product(
        FOLDER, quality_vocabulary(), [text for texts in parts.values() for text in texts], LocalEncoder(2)
    )
    sys.stdout.write("# Reading of texts\n\n")
    for part, texts in parts.items():
        if with_mistakes and part != with_mistakes:
            continue
        readings = [(text, product.read(text)) for text in texts]
        name = f"{part} half" if part in HALVES else f"{part} texts"
        _write([f"## The {name}: {len(texts)} texts\n", *_tables(readings)])
        if with_mistakes:
            _write(_mistakes(Scores.of(readings)))


def _write(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _tables(readings: Readings) -> Iterator[str]:
    scores = Scores.of(readings)
    yield "| what | precision | recall | F1 | found | labelled |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name in (COMPETENCES, WITH_LEVEL, MARKED_LEVEL, DATES, ROLES):
        yield _row(name, scores, name)
    for language, shown in (("de", "German"), ("en", "English")):
        part = Scores.of([(text, reading) for text, reading in readings if text.language == language])
        yield _row(f"competences, {shown}", part, COMPETENCES)
    yield ""
    yield "| what | right | of | share |"
    yield "| --- | ---: | ---: | ---: |"
    for name, (right, count) in sorted(scores.choices.items(), reverse=True):
        yield f"| primary role where {name} | {right} | {count} | {right / count:.2f} |"
    right, count = (sum(column) for column in zip(*scores.choices.values(), strict=True))
    yield f"| primary role, all (accuracy@1) | {right} | {count} | {right / count:.2f} |"
    found, named = scores.forbidden
    yield f"| named as not needed and not found | {named - found} | {named} | {(named - found) / named:.2f} |"
    yield ""
    words = scores.boilerplate["words"]
    shares = (f"{name} {1_000 * scores.boilerplate[name] / words:.1f}" for name in (COMPETENCES, DATES, ROLES))
    yield f"False finds per 1,000 words of boilerplate ({words} words): {', '.join(shares)}."
    yield f"Something is asked about where nothing is unclear: {scores.asked_needlessly} of {len(readings)} texts.\n"


def _row(shown: str, scores: Scores, name: str) -> str:
    tally = scores.tallies[name]
    precision = f"{tally.precision:.2f}" if tally.found else "–"
    return f"| {shown} | {precision} | {tally.recall:.2f} | {tally.f1:.2f} | {tally.found} | {tally.wanted} |"


def _mistakes(scores: Scores) -> Iterator[str]:
    yield "### Mistakes\n"
    for kind, count in Counter(mistake.kind for mistake in scores.mistakes).most_common():
        yield f"* {kind}: {count}"
    yield "\n| text | mistake | what |\n| --- | --- | --- |"
    for mistake in scores.mistakes:
        yield f"| {mistake.text_id} | {mistake.kind} | {mistake.what.replace('|', '/')} |"
    yield ""


if __name__ == "__main__":
    main()
