"""The CSV files of the hand-written lake, which a test may change: other texts, fewer rows, none."""

import csv
from pathlib import Path

CAPACITIES = "teamlandkarte_v_capacities_latest.csv"
CERTIFICATES = "teamlandkarte_v_capacity_certificates_latest.csv"
COMPETENCES = "teamlandkarte_v_competences_latest.csv"
LINKS = "teamlandkarte_v_capacity_competences_latest.csv"
REFERENCES = "teamlandkarte_v_capacity_references_latest.csv"
SKILLS = "beschaffungstool_kmp_skill_latest.csv"
TASKS = "beschaffungstool_kmp_task_latest.csv"


def edit(lake: Path, name: str, *changes: tuple[str, str]) -> None:
    """Replace texts, each of which must be there, in one of the files."""
    path = lake / name
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def without(lake: Path, name: str, *ids: str) -> None:
    """Take out the rows, at least one, whose first column is one of the ids."""
    with (lake / name).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    left = [row for row in rows if row[0].strip() not in ids]
    assert len(left) < len(rows)
    with (lake / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *left])


def keep_header_only(lake: Path, *names: str) -> None:
    """Take out every row."""
    for name in names:
        header = (lake / name).read_text("utf-8").partition("\n")[0]
        (lake / name).write_text(f"{header}\n", "utf-8")
