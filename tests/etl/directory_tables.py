"""Where a test writes a directory down: the employees' tables of a lake, and files."""

import csv
from pathlib import Path

EMPLOYEES = "teamlandkarte_v_employees_latest.csv"
PUBLICATIONS = "teamlandkarte_v_employee_publications_latest.csv"
COURSES = "teamlandkarte_v_employee_courses_latest.csv"


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def rows(folder: Path, name: str, *lines: tuple[str, ...]) -> None:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)


def write_staff(folder: Path) -> None:
    """Write the tables of two people, and of three whose rows cannot be used."""
    header = ("profile_key", "profile_id", "full_name", "canonical_url", "profile")
    rows(
        folder,
        EMPLOYEES,
        header,
        ("k1", "1", "Anna", "https://x/1", '{"contacts": {"room": 7}, "sections": [{"type": "text", "title": "Me"}]}'),
        ("k2", "", " Boris ", "", ""),
        ("k3", "3", "Clara", "", "{broken"),
        ("", "4", "Nobody", "", ""),
        ("k5", "5", "", "", ""),
    )
    papers = [("k1", "10", "Last", "2024", ""), ("k1", "2", "Second", "", "u2"), ("k1", "1", "First", "", "")]
    rows(folder, PUBLICATIONS, ("profile_key", "position", "title", "text", "url"), *papers)
    rows(folder, COURSES, ("profile_key", "position", "year", "title", "url"), ("k2", "1", "2025/2026", "Algebra", ""))
