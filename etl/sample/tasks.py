"""Invented tasks as the procurement tool stores them: Salesforce style, HTML descriptions, several states, no role."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from teamlandkarte.etl.lake_tables import PUBLISHED
from teamlandkarte.etl.sample.vocabulary import Role, Vocabulary
from teamlandkarte.etl.sample.wording import addressed, named, plain, rich_text, sentences

_OTHER_STATES = 0.45
_NOT_STARTED = frozenset((PUBLISHED, "Entwurf", "In Prüfung"))
_WITH_ENGLISH = frozenset(("software", "data", "it_operations", "security", "analysis", "testing"))

_Period = tuple[dt.date | None, dt.date | None]


@dataclass(frozen=True)
class Task:
    """One demand as it is before the lake soils it; its period is text, as the tool stores it."""

    title: str
    description: str | None
    start: str | None
    end: str | None
    created: dt.datetime
    modified: dt.datetime
    status: str
    skills: tuple[str, ...]


class Tasks:
    """Draws tasks from a vocabulary; their dates lie around `today`."""

    def __init__(self, vocabulary: Vocabulary, rng: Random, today: dt.date) -> None:
        self._vocabulary = vocabulary
        self._rng = rng
        self._today = today

    def tasks(self, published: int) -> Iterator[Task]:
        """Yield `published` tasks that are open and, among them, tasks in other states."""
        wording = self._vocabulary.wording
        while published:
            status = PUBLISHED
            if self._rng.random() < _OTHER_STATES:
                status = self._rng.choices(wording["statuses"], wording["status_shares"])[0]
            published -= status == PUBLISHED
            yield self._task(status)

    def _task(self, status: str) -> Task:
        rng, vocabulary = self._rng, self._vocabulary
        role = vocabulary.role(rng)
        wanted = self._wanted(role)
        facts = {
            "role": addressed(role.name, rng),
            "project": rng.choice(role.projects).format(place=vocabulary.word(rng, "places")),
            "work_place": vocabulary.word(rng, "work_places"),
            **named(wanted),
        }
        english = role.family.name in _WITH_ENGLISH and rng.random() < 0.15
        start, end = self._period(status)
        created = self._created()
        modified = created + dt.timedelta(hours=rng.randrange(400))
        return Task(
            title=sentences(rng, vocabulary.wording["english_titles" if english else "task_titles"], 1, facts)[0],
            description=self._description(None if english else role, facts, (start, end)),
            start=self._written(start),
            end=self._written(end),
            created=created,
            modified=min(modified, dt.datetime.combine(self._today, dt.time())),
            status=status,
            skills=self._skills(role, wanted),
        )

    def _wanted(self, role: Role) -> list[str]:
        """Return four to eight competences of the role, the most important first."""
        first, second, *further = self._rng.choice(role.stacks)
        common, others = self._rng.sample(role.common, 2), role.family.pool.draw(self._rng, 2)
        return list(dict.fromkeys((first, second, *common, *further, *others)))[: self._rng.randint(4, 8)]

    def _skills(self, role: Role, wanted: list[str]) -> tuple[str, ...]:
        """Return the skill list as people fill it in: often, not always, with words of their own and repetitions."""
        rng = self._rng
        if rng.random() < 0.22:
            return ()
        skills = rng.sample(wanted, rng.randint(2, len(wanted)))
        skills += role.family.pool.draw(rng, 1) if rng.random() < 0.2 else []
        skills += [self._vocabulary.word(rng, "free_skills")] if rng.random() < 0.25 else []
        skills += [skills[0].upper()] if rng.random() < 0.03 else []
        return tuple(skills)

    def _period(self, status: str) -> _Period:
        rng = self._rng
        earliest = -30 if status in _NOT_STARTED else -700
        start = (self._today + dt.timedelta(days=rng.randrange(earliest, 240))).replace(day=rng.choice((1, 1, 1, 15)))
        after = (start + dt.timedelta(days=rng.choice((90, 120, 180, 270, 365, 365, 545)))).replace(day=1)
        shape = rng.random()
        if shape < 0.05:
            return None, None
        return start, None if shape < 0.15 else after - dt.timedelta(days=1)

    def _written(self, day: dt.date | None) -> str | None:
        """Return the date as the tool exports it: mostly a day, sometimes a moment with zone."""
        if day is None:
            return None
        return f"{day.isoformat()}T00:00:00.000Z" if self._rng.random() < 0.05 else day.isoformat()

    def _created(self) -> dt.datetime:
        """Return a moment in office hours of the weeks before today, recent ones more often."""
        day = self._today - dt.timedelta(days=1 + int(self._rng.expovariate(1 / 35)))
        milliseconds = self._rng.randrange(6 * 3_600_000, 17 * 3_600_000)
        return dt.datetime.combine(day, dt.time()) + dt.timedelta(milliseconds=milliseconds)

    def _description(self, role: Role | None, facts: Mapping[str, str], period: _Period) -> str | None:
        """Return what the task says about itself, in German for a role and in English for none."""
        rng, vocabulary = self._rng, self._vocabulary
        kind = rng.random()
        if kind < 0.02:
            return None
        if kind < 0.05:
            return vocabulary.word(rng, "bare_descriptions")
        language = "task" if role else "english"
        paragraphs = sentences(rng, vocabulary.wording[f"{language}_openings"], 1, facts)
        if rng.random() < 0.8:
            paragraphs += sentences(rng, vocabulary.wording[f"{language}_needs"], 1, facts)
        closing = sentences(rng, vocabulary.wording[f"{language}_terms"], 1, facts)
        bullets: list[str] = []
        if role:
            bullets = sentences(rng, role.duties, rng.randint(2, 5), facts)
            closing += self._german_closing(period)
        write = rich_text if rng.random() < 0.7 else plain
        return write(rng, paragraphs, bullets, closing)

    def _german_closing(self, period: _Period) -> list[str]:
        start, end = period
        lines = [self._vocabulary.word(self._rng, "boilerplate")]
        if start and end and self._rng.random() < 0.3:
            lines.insert(0, f"Zeitraum: {start:%d.%m.%Y} bis {end:%d.%m.%Y}")
        return [line for line in lines if line]
