"""Readings: what a similarity means in words, whatever the model, since each is calibrated onto this one scale."""

from typing import Literal

Reading = Literal["same", "closely related", "related", "unrelated"]

# Micro-units from which a reading holds. Of ten pairs that show 0.7, about seven mean the same (docs/quality.md).
SAME = 950_000
CLOSELY_RELATED = 700_000
RELATED = 450_000

READINGS: dict[str, int] = {"same": SAME, "closely related": CLOSELY_RELATED, "related": RELATED, "unrelated": 0}
# The lowest scores of Top, Good and Partial unless configured otherwise: a score is a mean of similarities, so Good is
# closely related on the average, Partial is related, and Top is half way from closely related to the very same.
CATEGORY_FLOORS = {"top": (CLOSELY_RELATED + 1_000_000) // 2, "good": CLOSELY_RELATED, "partial": RELATED}


def reading_of(similarity: int) -> Reading:
    """Return what a similarity in micro-units means."""
    if similarity >= SAME:
        return "same"
    if similarity >= CLOSELY_RELATED:
        return "closely related"
    return "related" if similarity >= RELATED else "unrelated"
