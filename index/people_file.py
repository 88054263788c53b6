"""The people of a dataset version on disk, laid out as they are scored, so that nothing is sorted or joined on loading.

The file is one array after the other in NumPy's own format.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.bundles import Bundles
from teamlandkarte.index.disk import not_written
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.ids import Ids
from teamlandkarte.index.people import People
from teamlandkarte.index.windows import Windows

PEOPLE_FILE = "people.npys"


def people_of(columns: Mapping[str, NDArray[Any]], links: NDArray[np.int64]) -> People:
    """Return the people of a snapshot.

    `columns`: the result of `people.sql`; `links` (L,): person << 32 | term, ascending and distinct.
    """
    return People.of(
        columns["capacity_id"].tolist(),
        links,
        role_terms=columns["role_term_id"],
        begin=_days(columns["begin_date"]),
        end=_days(columns["end_date"]),
        mean_norm=columns["mean_norm"],
    )


def write(people: People, path: Path) -> None:
    """Write the people into a new file, codes in as few bytes as hold them.

    Raises:
        DatasetError: The file cannot be written.
    """
    codes = people.codes.astype(np.min_scalar_type(int(people.codes.max(initial=0))))
    windows = people.windows
    competences = (people.degrees, people.widths, people.bundles.common, codes)
    arrays = (people.ids.text, people.ids.ends, people.id_ranks, *competences, people.role_terms)
    try:
        with path.open("xb") as file:
            for array in (*arrays, windows.begin, windows.end, people.mean_norm):
                np.save(file, array, allow_pickle=False)
    except OSError as exc:
        raise DatasetError(not_written(exc)) from exc


def read(path: Path) -> People:
    """Return the people that a file holds.

    Raises:
        DatasetError: The file is missing, truncated, or is not such a file.
    """
    try:
        with path.open("rb") as file:
            text, ends, id_ranks, degrees, widths, common, codes, roles, begin, end, mean_norm = (
                np.load(file, allow_pickle=False) for _ in range(11)
            )
    except (OSError, ValueError, EOFError) as exc:
        message = f"{path.name} cannot be read: run a refresh to publish a new dataset version."
        raise DatasetError(message) from exc
    return People(
        ids=Ids(text, ends),
        id_ranks=id_ranks,
        degrees=degrees,
        widths=widths,
        bundles=Bundles(common),
        codes=codes.astype(np.intp),  # NumPy gathers by nothing else, and would convert them in every search
        role_terms=roles,
        windows=Windows(begin, end),
        mean_norm=mean_norm,
    )


def _days(dates: NDArray[Any]) -> NDArray[np.datetime64]:
    """Return dates as days, NaT for NULL."""
    return np.ma.filled(dates.astype("datetime64[D]"), np.datetime64("NaT", "D"))
