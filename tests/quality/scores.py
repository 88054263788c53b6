"""How a reading compares with the labels: what was found, missed and wrong, as counts and as words."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.quality.labels import LabelledText
from tests.quality.reading import Reading

BOILERPLATE = "boilerplate"
COMPETENCES = "competences"
WITH_LEVEL = "competences with their level"
MARKED_LEVEL = "levels other than ideal"
DATES = "dates"
ROLES = "roles"


@dataclass
class Tally:
    """`right` of the `found` ones are right; `met` of the `wanted` ones were found."""

    found: int = 0
    right: int = 0
    wanted: int = 0
    met: int = 0

    def add(self, *, found: int = 0, right: int = 0, wanted: int = 0, met: int = 0) -> None:
        self.found += found
        self.right += right
        self.wanted += wanted
        self.met += met

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.met / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True)
class Mistake:
    """One wrong or missed finding: what kind, and the words or the term."""

    text_id: str
    kind: str
    what: str


@dataclass
class Scores:
    """The counts over some texts, and every mistake.

    `choices` says for each kind of role question (one role is sought, or it is unclear) how many were answered right
    and how many there are; `boilerplate` counts words and false finds in texts that are nothing else.
    """

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    choices: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    boilerplate: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    forbidden: list[int] = field(default_factory=lambda: [0, 0])
    asked_needlessly: int = 0
    mistakes: list[Mistake] = field(default_factory=list)

    @classmethod
    def of(cls, readings: Iterable[tuple[LabelledText, Reading]]) -> "Scores":
        """Judge every reading."""
        scores = cls()
        for text, reading in readings:
            scores.judge(text, reading)
        return scores

    def judge(self, text: LabelledText, reading: Reading) -> None:
        """Compare one reading with its labels."""
        if text.kind == BOILERPLATE:
            self._boilerplate(text, reading)
        self._competences(text, reading)
        self._dates(text, reading)
        self._roles(text, reading)

    def _mistake(self, text: LabelledText, kind: str, what: str) -> None:
        self.mistakes.append(Mistake(text.id, kind, what))

    def _boilerplate(self, text: LabelledText, reading: Reading) -> None:
        self.boilerplate["words"] += len(text.text.split())
        self.boilerplate[COMPETENCES] += len(reading.competences)
        self.boilerplate[ROLES] += len(reading.roles)
        self.boilerplate[DATES] += (reading.start is not None) + (reading.end is not None)

    def _competences(self, text: LabelledText, reading: Reading) -> None:
        levels = {term: label.level for label in text.wanted for term in label.terms}
        allowed = {term for label in text.competences if label.expect == "allowed" for term in label.terms}
        forbidden = {term for label in text.competences if label.expect == "forbidden" for term in label.terms}
        self.forbidden[0] += len(forbidden & reading.competences.keys())
        self.forbidden[1] += sum(label.expect == "forbidden" for label in text.competences)
        for term, level in reading.competences.items():
            if term not in levels and term in allowed:
                continue
            right, level_right = term in levels, levels.get(term) == level
            self.tallies[COMPETENCES].add(found=1, right=right)
            self.tallies[WITH_LEVEL].add(found=1, right=level_right)
            if level != "ideal":
                self.tallies[MARKED_LEVEL].add(found=1, right=level_right)
            if not right:
                kind = "competence found that is not needed" if term in forbidden else "wrong competence"
                self._mistake(text, kind, term)
            elif not level_right:
                self._mistake(text, "wrong level", f"{term}: {level}, not {levels[term]}")
        for label in text.wanted:
            found = [reading.competences[term] for term in label.terms if term in reading.competences]
            self.tallies[COMPETENCES].add(wanted=1, met=bool(found))
            self.tallies[WITH_LEVEL].add(wanted=1, met=label.level in found)
            if label.level != "ideal":
                self.tallies[MARKED_LEVEL].add(wanted=1, met=label.level in found)
            if not found:
                self._mistake(text, "missed competence", f"{label.words} ({' / '.join(label.terms)})")

    def _dates(self, text: LabelledText, reading: Reading) -> None:
        sides = (("start", text.dates.start, reading.start), ("end", text.dates.end, reading.end))
        for side, wanted, found in sides:
            right = bool(reading.unclear) and found is None if wanted == "ask" else found == wanted
            # To ask is a finding too, right where the label says so.
            finding = found is not None or (wanted == "ask" and right)
            self.tallies[DATES].add(
                found=finding, right=finding and right, wanted=wanted is not None, met=wanted is not None and right
            )
            if not right:
                self._mistake(text, "wrong date" if found else "missed date", f"{side} {_shown(found, wanted)}")
        if reading.unclear and "ask" not in (text.dates.start, text.dates.end):
            self.asked_needlessly += 1

    def _roles(self, text: LabelledText, reading: Reading) -> None:
        if text.roles is None:
            return
        names = {name for role in text.roles for name in role.names}
        met = [role for role in text.roles if set(role.names) & set(reading.roles)]
        right = names & set(reading.roles)
        self.tallies[ROLES].add(found=len(reading.roles), right=len(right), wanted=len(text.roles), met=len(met))
        for role in reading.roles:
            if role not in names:
                self._mistake(text, "wrong role", role)
        for label in text.roles:
            if label not in met:
                self._mistake(text, "missed role", f"{label.words} ({' / '.join(label.names)})")
        if text.kind == BOILERPLATE:
            return
        one = len({role.names for role in text.roles}) == 1
        chosen = reading.primary in names if one else reading.primary is None
        count = self.choices["one role is sought" if one else "it is unclear"]
        count[0] += chosen
        count[1] += 1
        if not chosen:
            self._mistake(
                text, "wrong primary role", f"{reading.primary}, not {' / '.join(sorted(names)) or 'unclear'}"
            )


def _shown(found: dt.date | None, wanted: dt.date | str | None) -> str:
    return f"{found or 'open'}, not {wanted or 'open'}"
