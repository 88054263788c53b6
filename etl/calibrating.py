"""Calibrating: a curve for the configured model out of pairs of names that people have labelled."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from teamlandkarte.etl.progress import Progress, Silence
from teamlandkarte.etl.spreadsheet import UnusableTableError, read_table
from teamlandkarte.etl.vocabulary import Terms
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.calibration import RAW_COSINE, Calibration
from teamlandkarte.index.counting import counted
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.fitting import Reliability, fitted
from teamlandkarte.index.grid import on_grid
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.text import clean, folded
from teamlandkarte.index.vocabulary import Vocabulary

_COLUMNS = ("text", "term", "same")
_YES = frozenset(("1", "yes", "ja", "true", "same"))
_NO = frozenset(("0", "no", "nein", "false", "different"))
_LEAST_PAIRS = 20  # of each kind, half of which fit a curve for the other half
_PAIRS_AT_ONCE = 500
_FOLDS = 2  # each half is judged by the curve of the other


@dataclass(frozen=True)
class LabelledPair:
    """Two names, and whether a person says that they mean the same."""

    text: str
    term: str
    same: bool


@dataclass(frozen=True)
class Calibrated:
    """A fitted curve, and its reliability on pairs that it was not fitted on."""

    calibration: Calibration
    pairs: int
    reliability: Reliability


def read_pairs(path: Path) -> list[LabelledPair]:
    """Read a CSV file with the columns text, term and same; a pair that stands there twice is read once.

    Raises:
        RequestError: It cannot be read, has other columns, or a line is not labelled, or other than one before it.
    """
    first: dict[tuple[str, ...], tuple[int, LabelledPair]] = {}
    try:
        for line, texts in read_table(path, _COLUMNS):
            if not any(texts):
                continue  # a row that was emptied in a spreadsheet
            pair = _pair(path.name, line, *texts)
            before, other = first.setdefault(tuple(sorted((folded(pair.text), folded(pair.term)))), (line, pair))
            if pair.same != other.same:
                raise RequestError(
                    f"{path.name}, line {line}: {pair.text!r} and {pair.term!r} have the other label in line {before}; "
                    "keep one of the two lines"
                )
    except UnusableTableError as exc:
        raise RequestError(f"{path.name} {exc}; name a CSV file {','.join(_COLUMNS)}") from exc
    return [pair for _, pair in first.values()]


def calibrate(pairs: Sequence[LabelledPair], embedder: Embedder, progress: Progress | None = None) -> Calibrated:
    """Fit a curve for the model of an embedder.

    Raises:
        EmbeddingError: A name could not be embedded.
        RequestError: The pairs are too few, or do not tell what is the same.
    """
    same = [pair.same for pair in pairs]
    _require_enough(same)  # before the model is asked, which takes its time and may cost money
    return fit(raw_similarities(pairs, embedder, progress), same, embedder.model)


def fit(raw: Sequence[float], same: Sequence[bool], model: str) -> Calibrated:
    """Fit a curve to raw similarities and judge it on the half that it has not seen, once for each half.

    Raises:
        RequestError: The pairs are too few, or do not tell what is the same.
    """
    _require_enough(same)
    name = f"fitted on {len(raw)} pairs"
    order = sorted(range(len(raw)), key=lambda place: same[place])  # so that the halves hold equally many of each kind
    shown, labels = list[float](), list[bool]()
    for fold in range(_FOLDS):
        judged = order[fold::_FOLDS]
        seen = sorted(set(order) - set(judged))
        curve = fitted(name, model, [raw[place] for place in seen], [same[place] for place in seen])
        shown += (curve.micro([raw[place] for place in judged]) / MICRO).tolist()
        labels += [same[place] for place in judged]
    return Calibrated(fitted(name, model, raw, same), len(raw), Reliability.of(shown, labels))


def raw_similarities(
    pairs: Sequence[LabelledPair], embedder: Embedder, progress: Progress | None = None
) -> list[float]:
    """Return how similar each pair is to the model, before any calibration.

    Pairs are compared some at a time, those of one term together, so that time and memory grow with their number alone.

    Raises:
        EmbeddingError: A name could not be embedded.
    """
    progress = progress or Silence()
    progress.phase("compare", len(pairs))
    raw = [0.0] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda place: clean(pairs[place].term))
    for begin in range(0, len(order), _PAIRS_AT_ONCE):
        places = order[begin : begin + _PAIRS_AT_ONCE]
        compared = _compared([pairs[place] for place in places], embedder)
        for place, similarity in zip(places, compared, strict=True):
            raw[place] = similarity
        progress.advance(len(places))
    return raw


def _compared(pairs: Sequence[LabelledPair], embedder: Embedder) -> list[float]:
    terms = Terms.of((clean(pair.term), 1) for pair in pairs)
    vectors = on_grid(embedder.embed(terms.terms))
    known = Vocabulary(
        terms.terms, vectors, model=embedder.model, calibration=RAW_COSINE, aliases=Aliases(), encoder=embedder
    )
    known.prepare([pair.text for pair in pairs])
    return [float(known.raw_row(pair.text)[terms.ids[clean(pair.term)]]) for pair in pairs]


def _require_enough(same: Sequence[bool]) -> None:
    if min(sum(same), len(same) - sum(same)) < _LEAST_PAIRS:
        are = "is" if sum(same) == 1 else "are"
        raise RequestError(
            f"{sum(same):,} of {counted(len(same), 'pair')} {are} the same: label at least {_LEAST_PAIRS} that are and "
            f"{_LEAST_PAIRS} that are not"
        )


def _pair(file: str, line: int, text: str, term: str, said: str) -> LabelledPair:
    label = said.casefold()
    if not text or not term or label not in _YES | _NO:
        raise RequestError(f"{file}, line {line}: expected two names and yes or no, found {text!r}, {term!r}, {said!r}")
    return LabelledPair(text, term, label in _YES)
