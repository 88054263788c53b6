"""Invented people: who offers which competences, when, with which references and certificates."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from teamlandkarte.etl.sample.vocabulary import Role, Vocabulary
from teamlandkarte.etl.sample.wording import named, sentences
from teamlandkarte.index.availability import FOR_EVER

_DELETED = 0.06
_SECOND_WINDOW = 0.03  # the same person offers another, often overlapping, time range
_WINDOW_SHARES = (56, 14, 12, 4, 4, 3, 1, 6)
_YEARS = {"Junior": (2, 3), "Professional": (3, 8), "Senior": (8, 17), "Expert": (12, 28), "Lead": (10, 25)}
_FURTHER = {"Junior": 2, "Professional": 4, "Senior": 6, "Expert": 7, "Lead": 6}  # competences beyond the role's own


@dataclass(frozen=True)
class Capacity:
    """One offered availability as it is before the lake soils it; `references` are (partner, projects) pairs."""

    owner: str
    role: str | None
    level: str | None
    begin: dt.date | None
    end: dt.date | None
    description: str | None
    deletion_reason: str | None
    competences: tuple[str, ...]
    references: tuple[tuple[str | None, str], ...]
    certificates: tuple[str, ...]


class People:
    """Draws people from a vocabulary; their dates lie around `today`."""

    def __init__(self, vocabulary: Vocabulary, rng: Random, today: dt.date) -> None:
        self._vocabulary = vocabulary
        self._rng = rng
        self._today = today

    def capacities(self, active: int) -> Iterator[Capacity]:
        """Yield `active` capacities that are on offer and, among them, deleted ones."""
        previous: Capacity | None = None
        while active:
            if previous and self._rng.random() < _SECOND_WINDOW:
                begin, end = availability(self._rng, self._today)
                capacity = replace(previous, begin=begin, end=end)
            else:
                capacity = self._capacity()
            previous = capacity
            if self._rng.random() < _DELETED:
                yield replace(capacity, deletion_reason=self._vocabulary.word(self._rng, "deletion_reasons"))
            else:
                active -= 1
                yield capacity

    def _capacity(self) -> Capacity:
        rng, wording = self._rng, self._vocabulary.wording
        role = self._vocabulary.role(rng)
        level: str = rng.choices(wording["levels"], wording["level_shares"])[0]
        competences = self._competences(role, level)
        projects = self._projects(role, rng.randint(1, 2) if level == "Junior" else rng.randint(1, 5))
        begin, end = availability(rng, self._today)
        return Capacity(
            owner=self._owner(),
            role=role.name if rng.random() > 0.015 else None,
            level=level if rng.random() > 0.04 else None,
            begin=begin,
            end=end,
            description=self._description(role, level, competences, projects[0]),
            deletion_reason=None,
            competences=competences,
            references=self._references(projects),
            certificates=self._certificates(role, level),
        )

    def _owner(self) -> str:
        rng, origins = self._rng, self._vocabulary.origins
        origin = rng.choices(origins, cum_weights=self._vocabulary.origin_shares)[0]
        first = rng.choice(origin.women if rng.random() < 0.42 else origin.men)
        family = rng.choice(origin.families)
        if "-" not in family and rng.random() < 0.03:
            family = f"{family}-{rng.choice(origins[0].families[:20])}"
        return f"{'Dr. ' if rng.random() < 0.03 else ''}{first} {family}"

    def _competences(self, role: Role, level: str) -> tuple[str, ...]:
        """Return a set that hangs together: most of one stack, much of what the role shares, some of the field."""
        rng, vocabulary = self._rng, self._vocabulary
        if rng.random() < 0.01:
            return ()
        primary, *others = rng.sample(role.stacks, len(role.stacks))
        chosen = [word for word in primary if rng.random() < 0.85]
        chosen += [word for word in role.common if rng.random() < 0.65]
        if others and level != "Junior":
            chosen += [word for word in others[0] if rng.random() < 0.25]
        further = rng.randint(16, 34) if rng.random() < 0.03 else rng.randint(0, _FURTHER[level])
        chosen += role.family.pool.draw(rng, further)
        chosen += vocabulary.languages.draw(rng, 1) if rng.random() < 0.6 else []
        chosen += vocabulary.soft.draw(rng, 1) if rng.random() < 0.3 else []
        return tuple(dict.fromkeys(chosen))

    def _projects(self, role: Role, count: int) -> list[str]:
        templates = self._rng.sample(role.projects, min(count, len(role.projects)))
        return [template.format(place=self._vocabulary.word(self._rng, "places")) for template in templates]

    def _references(self, projects: list[str]) -> tuple[tuple[str | None, str], ...]:
        """Return the projects in groups of one to three, three of four groups with the partner they were done for."""
        rng, vocabulary = self._rng, self._vocabulary
        references: list[tuple[str | None, str]] = []
        rest = projects if rng.random() < 0.75 else []
        while rest:
            size = rng.choice((1, 1, 2, 3))
            group, rest = rest[:size], rest[size:]
            if rng.random() < 0.15:
                group = [*group, vocabulary.word(rng, "extra_projects")]
            partner = vocabulary.word(rng, "partners") if rng.random() < 0.75 else None
            references.append((partner, ", ".join(group)))
        return tuple(references)

    def _certificates(self, role: Role, level: str) -> tuple[str, ...]:
        most = 1 if level == "Junior" else 3
        count = self._rng.randint(0, most) if self._rng.random() < 0.7 else 0
        chosen = self._rng.sample(role.certificates, count)
        return tuple(f"{name}{self._vocabulary.word(self._rng, 'certificate_notes')}" for name in chosen)

    def _description(self, role: Role, level: str, competences: tuple[str, ...], project: str) -> str | None:
        rng, vocabulary = self._rng, self._vocabulary
        wording = vocabulary.wording
        facts = {"project": f"„{project}“", "years": str(rng.randint(*_YEARS[level]))}
        facts |= named([word for word in competences if word not in vocabulary.neutral])
        kind = rng.random()
        if kind < 0.04:
            return None
        if kind < 0.08:
            return " ".join(sentences(rng, wording["short_profile"], 1, facts))
        language = "english_" if role.english and kind < 0.18 else ""
        if language:
            said = sentences(rng, role.english, 3, facts)
        elif level == "Junior":
            said = sentences(rng, wording["junior_profile"], 1, facts)
            said += sentences(rng, wording["junior_skills"], 1, facts)
        else:
            said = sentences(rng, role.profile, rng.randint(2, 4), facts)
        facts["work_place"] = vocabulary.word(rng, "work_places")
        said.append(vocabulary.word(rng, f"{language}closing").format_map(facts))
        return " ".join(filter(None, said))


def availability(rng: Random, today: dt.date) -> tuple[dt.date | None, dt.date | None]:
    """Return first and last day of an offer: running, future, past, open on either side, for ever, a day, unknown."""
    offset = rng.choice((-330, -210, -120, -80, -50, -30, 0, 30, 60, 150)) + rng.randrange(50)
    begin = _monday(today + dt.timedelta(days=offset))
    end = _month_end(begin + dt.timedelta(days=rng.choice((60, 90, 180, 180, 270, 365, 365, 545, 730))))
    past = begin - dt.timedelta(days=rng.randrange(400, 1200))
    windows: tuple[tuple[dt.date | None, dt.date | None], ...] = (
        (begin, max(end, _month_end(today))),
        (begin, end),
        (begin, None),
        (begin, FOR_EVER),
        (None, end),
        (None, None),
        (begin, begin),
        (past, past + dt.timedelta(days=rng.randrange(30, 300))),
    )
    return rng.choices(windows, _WINDOW_SHARES)[0]


def _monday(day: dt.date) -> dt.date:
    return day + dt.timedelta(days=-day.weekday() % 7)


def _month_end(day: dt.date) -> dt.date:
    return (day.replace(day=1) + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
