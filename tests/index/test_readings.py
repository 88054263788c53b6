"""What similarities mean in words, and the categories that follow."""

import pytest

from teamlandkarte.index.calibration import LOCAL_CALIBRATION
from teamlandkarte.index.config import Matching
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.readings import READINGS, reading_of
from teamlandkarte.index.scoring import Scale


@pytest.mark.parametrize(
    ("similarity", "reading"),
    [
        (1_000_000, "same"),
        (950_000, "same"),
        (949_999, "closely related"),
        (700_000, "closely related"),
        (699_999, "related"),
        (450_000, "related"),
        (449_999, "unrelated"),
        (0, "unrelated"),
    ],
)
def test_a_similarity_means_the_best_reading_that_it_reaches(similarity: int, reading: str) -> None:
    assert reading_of(similarity) == reading
    assert reading_of(READINGS[reading]) == reading


def test_the_default_categories_follow_from_the_readings() -> None:
    assert Scale.of(Matching()).floors == (850_000, READINGS["closely related"], READINGS["related"])


def test_the_built_in_calibration_belongs_to_the_bundled_model() -> None:
    assert LOCAL_CALIBRATION.model == LOCAL_MODEL
