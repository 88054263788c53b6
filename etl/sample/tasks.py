"""Invented tasks as the procurement tool stores them: Salesforce style, HTML descriptions, several states, no role."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from teamlandkarte.etl.sample.vocabulary import Role, Vocabulary
from teamlandkarte.etl.sample.wording import addressed, named, plain, rich_text, sentences

PUBLISHED = "Veröffentlicht"

_OTHER_STATES = 0.45
_WITH_ENGLISH = frozenset(("software", "data", "it_operations", "security", "analysis", "testing"))


@dataclass(frozen=True)
class Task:
    """One demand as it is before the lake soils it; dates are text, as the tool stores them."""

    title: str
    description: str | None
    start: str | None
    end: str | None
    created: dt.datetime
    modified: dt.datetime
    status: str
    skills: tuple[str, ...]


def tasks(published: int, vocabulary: Vocabulary, rng: Random, today: dt.date) -> Iterator[Task]:
    """Yield `published` tasks that are open and, among them, tasks in other states; dates lie around `today`."""
    while published:
        status = PUBLISHED
        if rng.random() < _OTHER_STATES:
            status = rng.choices(vocabulary.wording["statuses"], vocabulary.wording["status_shares"])[0]
        published -= status == PUBLISHED
        yield _task(status, vocabulary, rng, today)


def _task(status: str, vocabulary: Vocabulary, rng: Random, today: dt.date) -> Task:
    role = vocabulary.role(rng)
    wanted = _wanted(role, rng)
    project = rng.choice(role.projects).format(place=vocabulary.word(rng, "places"))
    english = role.family.name in _WITH_ENGLISH and rng.random() < 0.15
    start, end = _period(status, rng, today)
    facts = {"role": addressed(role.name, rng), "project": project, **named(wanted)}
    facts["work_place"] = vocabulary.word(rng, "work_places")
    created = _created(rng, today)
    titles = vocabulary.wording["english_titles" if english else "task_titles"]
    return Task(
        title=sentences(rng, titles, 1, facts)[0],
        description=_description(role, facts, (start, end), english, (vocabulary, rng)),
        start=_written(start, rng),
        end=_written(end, rng),
        created=created,
        modified=min(created + dt.timedelta(hours=rng.randrange(0, 400)), dt.datetime.combine(today, dt.time())),
        status=status,
        skills=_skills(role, wanted, vocabulary, rng),
    )


def _wanted(role: Role, rng: Random) -> list[str]:
    """Return four to eight competences of the role, the most important first."""
    first, second, *further = rng.choice(role.stacks)
    chosen = dict.fromkeys((first, second, *rng.sample(role.common, 2), *further, *role.family.pool.draw(rng, 2)))
    return list(chosen)[: rng.randint(4, 8)]


def _skills(role: Role, wanted: list[str], vocabulary: Vocabulary, rng: Random) -> tuple[str, ...]:
    """Return the skill list as people fill it in: often, not always, with words of their own and repetitions."""
    if rng.random() < 0.22:
        return ()
    skills = rng.sample(wanted, rng.randint(2, len(wanted)))
    skills += role.family.pool.draw(rng, 1) if rng.random() < 0.2 else []
    skills += [vocabulary.word(rng, "free_skills")] if rng.random() < 0.25 else []
    skills += [skills[0].upper()] if rng.random() < 0.03 else []
    return tuple(skills)


def _period(status: str, rng: Random, today: dt.date) -> tuple[dt.date | None, dt.date | None]:
    earliest = -30 if status in {PUBLISHED, "Entwurf", "In Prüfung"} else -700
    start = (today + dt.timedelta(days=rng.randrange(earliest, 240))).replace(day=rng.choice((1, 1, 1, 15)))
    end = (start + dt.timedelta(days=rng.choice((90, 120, 180, 270, 365, 365, 545)))).replace(day=1)
    shape = rng.random()
    if shape < 0.05:
        return None, None
    return start, None if shape < 0.15 else end - dt.timedelta(days=1)


def _written(day: dt.date | None, rng: Random) -> str | None:
    """Return the date as the tool exports it: mostly a day, sometimes a moment with zone."""
    if day is None:
        return None
    return f"{day.isoformat()}T00:00:00.000Z" if rng.random() < 0.05 else day.isoformat()


def _created(rng: Random, today: dt.date) -> dt.datetime:
    day = today - dt.timedelta(days=1 + int(rng.expovariate(1 / 35)))
    seconds = rng.randrange(6 * 3600, 17 * 3600)
    midnight = dt.datetime.combine(day, dt.time())
    return midnight + dt.timedelta(seconds=seconds, milliseconds=rng.randrange(1000))


def _description(
    role: Role,
    facts: dict[str, str],
    period: tuple[dt.date | None, dt.date | None],
    english: bool,  # noqa: FBT001
    drawn: tuple[Vocabulary, Random],
) -> str | None:
    vocabulary, rng = drawn
    words = vocabulary.wording
    kind = rng.random()
    if kind < 0.02:
        return None
    if kind < 0.05:
        return vocabulary.word(rng, "bare_descriptions")
    language = "english" if english else "task"
    paragraphs = sentences(rng, words[f"{language}_openings"], 1, facts)
    if rng.random() < 0.8:
        paragraphs += sentences(rng, words[f"{language}_needs"], 1, facts)
    bullets = [] if english else sentences(rng, role.duties, rng.randint(2, 5), facts)
    closing = sentences(rng, words[f"{language}_terms"], 1, facts)
    if all(period) and rng.random() < 0.3 and not english:
        start, end = (day.strftime("%d.%m.%Y") for day in period if day)
        closing.append(f"Zeitraum: {start} bis {end}")
    closing += [text for text in (vocabulary.word(rng, "boilerplate"),) if text and not english]
    return rich_text(rng, paragraphs, bullets, closing) if rng.random() < 0.7 else plain(paragraphs, bullets, closing)
