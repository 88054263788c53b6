"""How well each lot is read by weights of seeking that were fitted without it, as Markdown.

python -m tests.quality.measure_held_out

By words alone: what sentences mean is not asked. The rest of the reading has been tuned on all these lots, so that only
what is silenced is unseen.
"""

import sys
from collections.abc import Iterator

from teamlandkarte.index import boilerplate
from teamlandkarte.index.embedding import LocalEncoder
from tests.quality.fit_seeking import examples, fitted
from tests.quality.labels import PARTS, SEEN, LabelledText, labelled_texts, quality_vocabulary
from tests.quality.measure_extraction import FOLDER
from tests.quality.measure_ideas import instead
from tests.quality.reading import Product
from tests.quality.scores import COMPETENCES, DATES, Scores
from tests.quality.sought_texts import lot_of, sought_texts


def main() -> None:
    tasks = [text for part in PARTS for text in labelled_texts(part)]  # as the other measurements refresh them
    product = Product(FOLDER, quality_vocabulary(), tasks, LocalEncoder(2))
    head = ("lot", "texts", "precision", "recall", "dates F1", "boilerplate")
    sys.stdout.write(f"| {' | '.join(head)} |\n| --- |{' ---: |' * 5}\n")
    lots: dict[str, list[LabelledText]] = {}
    for part in SEEN:
        for text in labelled_texts(part):
            lots.setdefault(lot_of(text, part), []).append(text)
    for lot, texts in lots.items():
        seeking = fitted([one for text in sought_texts() if text.source != lot for one in examples(text)])
        by_words = instead(boilerplate, "LOCAL_MODEL", "")
        with by_words, instead(boilerplate, "learnt", lambda seeking=seeking: seeking):
            boilerplate.sought.cache_clear()
            scores = Scores.of([(text, product.read(text)) for text in texts])
        sys.stdout.write(f"| {lot} | {len(texts)} | {' | '.join(_figures(scores))} |\n")


def _figures(scores: Scores) -> Iterator[str]:
    found = scores.tallies[COMPETENCES]
    yield from (f"{share:.2f}" for share in (found.precision, found.recall, scores.tallies[DATES].f1))
    yield f"{1_000 * scores.boilerplate[COMPETENCES] / scores.boilerplate['words']:.1f}"


if __name__ == "__main__":
    main()
