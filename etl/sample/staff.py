"""The invented employee directory: some of the people who offer capacities, and guests who do not."""

import datetime as dt
import json
from random import Random

from teamlandkarte.etl.sample import tables
from teamlandkarte.etl.sample.people import Capacity
from teamlandkarte.etl.sample.tables import TableFiles
from teamlandkarte.etl.sample.vocabulary import Vocabulary

_SHARE = 0.15  # of the people with capacities
_FIRST_NUMBER = 203_100
_TITLE = "Dr. "
_SITE = "https://staff.example.org"


class Staff:
    """Adds people to the directory's tables; its years end with `today`."""

    def __init__(self, files: TableFiles, vocabulary: Vocabulary, rng: Random, today: dt.date) -> None:
        self._files = files
        self._words = vocabulary.wording
        self._competences = vocabulary.competences
        self._rng = rng
        self._year = today.year if today.month >= 9 else today.year - 1  # courses begin in September
        self._names: set[str] = set()
        self._number = _FIRST_NUMBER

    def add_guests(self) -> None:
        """Add those who offer no capacity."""
        for name in self._words["visiting"]:
            self._add(name, list(self._rng.sample(self._competences, 4)))

    def consider(self, capacity: Capacity) -> None:
        """Add the owner of a capacity, as chance will have it; nobody twice."""
        name = capacity.owner.removeprefix(_TITLE)
        if self._rng.random() < _SHARE and name not in self._names:
            self._add(name, list(capacity.competences) or list(self._rng.sample(self._competences, 4)))

    def _add(self, name: str, competences: list[str]) -> None:
        rng = self._rng
        self._names.add(name)
        self._number += rng.randint(1, 9)
        number = str(self._number)
        key = f"org/persons/{number}"
        profile = {
            "contacts": {"email": f"p{number}@staff.example.org", "office": f"R {rng.randint(100, 499)}"},
            "positions": [rng.choice(self._words["departments"])],
        }
        self._files.add(tables.EMPLOYEES, key, number, name, f"{_SITE}/{key}", json.dumps(profile, ensure_ascii=False))
        for position in range(1, rng.choice((0, 1, 2, 3, 5)) + 1):
            title = rng.choice(self._words["publication_titles"]).format(competence=rng.choice(competences))
            text = f"{rng.choice(self._words['journals'])}, {self._year - rng.randrange(8)}"
            url = f"{_SITE}/publications/{number}-{position}"
            self._files.add(tables.EMPLOYEE_PUBLICATIONS, key, position, title, text, url)
        for position in range(1, rng.choice((0, 0, 1, 2, 3)) + 1):
            title = rng.choice(self._words["course_titles"]).format(competence=rng.choice(competences))
            begin = self._year - (position - 1) // 2
            url = f"{_SITE}/courses/{number}-{position}"
            self._files.add(tables.EMPLOYEE_COURSES, key, position, f"{begin}/{begin + 1}", title, url)
