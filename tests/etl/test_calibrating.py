"""A calibration from labelled pairs, as `calibrate` writes it and a refresh reads it."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.etl.calibrating import LabelledPair, calibrate, raw_similarities, read_pairs
from teamlandkarte.etl.own_calibration import own_calibration, refuse_other_files, write_calibration
from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.config import Config, Embedding
from teamlandkarte.index.errors import RefreshError, RequestError
from tests.hash_embedder import HashEmbedder


class WordEmbedder:
    """A remote model that takes texts for similar which share words."""

    model = "words"
    dimensions = 64

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        words = HashEmbedder(self.model, self.dimensions)
        sums = [words.embed(text.split()).sum(axis=0) for text in texts]
        return np.array([total / np.linalg.norm(total) for total in sums], np.float32)


def pairs() -> list[LabelledPair]:
    """Names that share words where they mean the same, 20 of each kind."""
    same = [LabelledPair(f"Planung von Anlage {n}", f"Planung der Anlage {n}", True) for n in range(20)]
    return same + [LabelledPair(f"Planung von Anlage {n}", f"Wartung {n}", False) for n in range(20)]


def configured(path: Path) -> Config:
    return Config(embedding=Embedding(calibration=str(path)))


def test_labels_are_read_in_two_languages(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("\ufefftext;term;same\nGleise;Gleisbau;ja\nGleise;Buchhaltung;No\n", "utf-8")
    assert read_pairs(path) == [
        LabelledPair("Gleise", "Gleisbau", same=True),
        LabelledPair("Gleise", "Buchhaltung", same=False),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text,term,same\nGleise,Gleisbau,maybe\n", "line 2: expected two names and yes or no, found 'Gleise'"),
        ("text,term,same\n,Gleisbau,yes\n", "line 2"),
        ("text,term,same\n,,\n ,Gleisbau,\n", "line 3"),
        ("one,other\na,b\n", "must begin with the line text,term,same"),
    ],
)
def test_a_line_without_a_label_is_refused_by_number(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(RequestError, match=message):
        read_pairs(path)


def test_a_pair_that_stands_there_twice_counts_once_and_an_emptied_row_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("text,term,same\nGleise,Gleisbau,yes\n,,\nGleisbau,GLEISE,ja\n , ,\nGleise,Gleisbau,1\n", "utf-8")
    assert read_pairs(path) == [LabelledPair("Gleise", "Gleisbau", same=True)]


def test_a_pair_with_two_labels_is_refused_with_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("text,term,same\nGleise,Gleisbau,yes\nWeiche,Gleis,no\ngleisbau,Gleise,no\n", "utf-8")
    with pytest.raises(RequestError, match=r"pairs\.csv, line 4: 'gleisbau' and 'Gleise' .* in line 2; keep one"):
        read_pairs(path)


def test_a_remote_model_is_compared_by_its_cosine_alone() -> None:
    embedder = WordEmbedder()
    one, other = embedder.embed(["Planung von Gleisen", "Gleisbau"])
    (raw,) = raw_similarities([LabelledPair("Planung von Gleisen", "Gleisbau", same=True)], embedder)
    assert raw == pytest.approx(max(0.0, float(one @ other)), abs=1e-5)


class Heard:
    """What a progress is told."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.steps: list[int] = []

    def phase(self, _name: str, total: int | None) -> None:
        self.total = total

    def advance(self, steps: int) -> None:
        self.steps.append(steps)


class Remembering(WordEmbedder):
    """The same model, which knows how many names it was given at once at most."""

    most = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.most = max(self.most, len(texts))
        return super().embed(texts)


def test_many_pairs_are_compared_some_at_a_time_and_it_is_told_how_far_that_is() -> None:
    embedder, heard = Remembering(), Heard()
    many = [LabelledPair(f"Planung {n}", f"Planung von Anlage {n % 700}", same=True) for n in range(1_200)]
    raw = raw_similarities(many, embedder, heard)
    assert embedder.most < len(many) / 2
    assert (heard.total, sum(heard.steps)) == (1_200, 1_200)
    assert len(heard.steps) > 2
    for place in (0, 699, 700, 1_199):
        one, other = embedder.embed([many[place].text, many[place].term])
        assert raw[place] == pytest.approx(max(0.0, float(one @ other)), abs=1e-4)


def test_too_few_pairs_are_refused_before_the_model_is_asked() -> None:
    embedder = Remembering()
    with pytest.raises(RequestError, match="20 of 39 pairs are the same: label at least 20 that are and 20 that are"):
        calibrate(pairs()[:-1], embedder)
    assert embedder.most == 0


def test_what_calibrate_writes_a_refresh_reads(tmp_path: Path) -> None:
    embedder = WordEmbedder()
    found = calibrate(pairs(), embedder)
    write_calibration(found.calibration, tmp_path / "calibration.json")
    assert own_calibration(configured(tmp_path / "calibration.json"), embedder.model) == found.calibration
    assert found.calibration.model == embedder.model
    assert sum(one.pairs for one in found.reliability.bins) == found.pairs == 40


def test_without_a_file_the_built_in_calibration_holds() -> None:
    assert own_calibration(Config(), "any") is None


def test_a_calibration_of_another_model_is_refused(tmp_path: Path) -> None:
    write_calibration(Calibration("hand-made", ((0.0, 0.0), (1.0, 1.0)), "another"), tmp_path / "c.json")
    with pytest.raises(RefreshError, match=r"c\.json was fitted for another, and the model is mine"):
        own_calibration(configured(tmp_path / "c.json"), "mine")


@pytest.mark.parametrize("text", ["{", "[]", json.dumps({"name": "x", "points": [[0, 0]]})])
def test_a_file_that_is_no_calibration_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "c.json").write_text(text, "utf-8")
    with pytest.raises(RefreshError, match=r"c\.json is no calibration"):
        own_calibration(configured(tmp_path / "c.json"), "mine")


@pytest.mark.parametrize("held", ["text,term,same\n", '{"name": "x"', '{"points": 1}', "[]", "[" * 100_000])
def test_a_calibration_replaces_no_file_that_is_none(tmp_path: Path, held: str) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(held, "utf-8")
    fitted = Calibration("hand-made", ((0.0, 0.0), (1.0, 1.0)), "mine")
    with pytest.raises(RefreshError, match=r"pairs\.csv is not empty and holds no calibration.* or delete it"):
        write_calibration(fitted, path)
    assert path.read_text("utf-8") == held


def test_a_device_or_a_folder_is_no_place_for_a_calibration(tmp_path: Path) -> None:
    for path in (Path(os.devnull), tmp_path):
        with pytest.raises(RefreshError, match="is no file; name another one with --output"):
            refuse_other_files(path)


def test_a_place_that_cannot_even_be_looked_at_is_none_for_a_calibration(tmp_path: Path) -> None:
    with pytest.raises(RefreshError, match=r"cannot be read \(.*\); name another file with --output"):
        refuse_other_files(tmp_path / f"{'c' * 300}.json")


def test_a_calibration_that_cannot_be_written_whole_leaves_the_older_one(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    older = Calibration("hand-made", ((0.0, 0.0), (1.0, 1.0)), "mine")
    write_calibration(older, path)
    (tmp_path / "c.json.new").mkdir()  # the draft cannot be written
    with pytest.raises(RefreshError, match=r"c\.json cannot be written"):
        write_calibration(Calibration("hand-made", ((0.0, 0.0), (1.0, 0.5)), "mine"), path)
    assert own_calibration(configured(path), "mine") == older


def test_an_older_calibration_or_an_empty_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.touch()
    for model in ("old", "mine"):
        write_calibration(Calibration("hand-made", ((0.0, 0.0), (1.0, 1.0)), model), path)
    found = own_calibration(configured(path), "mine")
    assert found is not None
    assert found.model == "mine"
