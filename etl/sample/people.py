"""Invented people: who offers which competences, when, with which references and certificates."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from teamlandkarte.etl.sample.vocabulary import Role, Vocabulary
from teamlandkarte.etl.sample.wording import named, sentences

FOR_EVER = dt.date(9999, 12, 31)

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


def capacities(active: int, vocabulary: Vocabulary, rng: Random, today: dt.date) -> Iterator[Capacity]:
    """Yield `active` capacities that are on offer and, among them, deleted ones; dates lie around `today`."""
    previous: Capacity | None = None
    while active:
        if previous and rng.random() < _SECOND_WINDOW:
            begin, end = availability(rng, today)
            capacity = replace(previous, begin=begin, end=end)
        else:
            capacity = _capacity(vocabulary, rng, today)
        previous = capacity
        if rng.random() < _DELETED:
            yield replace(capacity, deletion_reason=vocabulary.word(rng, "deletion_reasons"))
        else:
            active -= 1
            yield capacity


def availability(rng: Random, today: dt.date) -> tuple[dt.date | None, dt.date | None]:
    """Return first and last day of an offer: running, future, past, open on either side, for ever, a day, unknown."""
    offset = rng.choice((-200, -90, -30, 0, 14, 30, 60, 120, 240)) + rng.randrange(60)
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


def _capacity(vocabulary: Vocabulary, rng: Random, today: dt.date) -> Capacity:
    role = vocabulary.role(rng)
    level: str = rng.choices(vocabulary.wording["levels"], vocabulary.wording["level_shares"])[0]
    competences = _competences(role, level, vocabulary, rng)
    projects = _projects(role, vocabulary, rng, rng.randint(1, 2) if level == "Junior" else rng.randint(1, 5))
    begin, end = availability(rng, today)
    return Capacity(
        owner=_owner(vocabulary, rng),
        role=role.name if rng.random() > 0.015 else None,
        level=level if rng.random() > 0.04 else None,
        begin=begin,
        end=end,
        description=_description(role, level, competences, projects[0], (vocabulary, rng)),
        deletion_reason=None,
        competences=competences,
        references=_references(projects, vocabulary, rng),
        certificates=_certificates(role, level, vocabulary, rng),
    )


def _owner(vocabulary: Vocabulary, rng: Random) -> str:
    origin = rng.choices(vocabulary.origins, cum_weights=vocabulary.origin_shares)[0]
    first = rng.choice(origin.women if rng.random() < 0.42 else origin.men)
    family = rng.choice(origin.families)
    if rng.random() < 0.03:
        family = f"{family}-{rng.choice(vocabulary.origins[0].families[:20])}" if "-" not in family else family
    return f"{'Dr. ' if rng.random() < 0.03 else ''}{first} {family}"


def _competences(role: Role, level: str, vocabulary: Vocabulary, rng: Random) -> tuple[str, ...]:
    """Return a set that hangs together: most of one stack, much of what the role shares, some of the field."""
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


def _projects(role: Role, vocabulary: Vocabulary, rng: Random, count: int) -> list[str]:
    templates = rng.sample(role.projects, min(count, len(role.projects)))
    return [template.format(place=vocabulary.word(rng, "places")) for template in templates]


def _references(projects: list[str], vocabulary: Vocabulary, rng: Random) -> tuple[tuple[str | None, str], ...]:
    """Return the projects in groups of one to three, three of four groups with the partner they were done for."""
    references: list[tuple[str | None, str]] = []
    rest = projects if rng.random() < 0.75 else []
    while rest:
        size = rng.choice((1, 1, 2, 3))
        group, rest = rest[:size], rest[size:]
        if rng.random() < 0.15:
            group = [*group, vocabulary.word(rng, "extra_projects")]
        references.append((vocabulary.word(rng, "partners") if rng.random() < 0.75 else None, ", ".join(group)))
    return tuple(references)


def _certificates(role: Role, level: str, vocabulary: Vocabulary, rng: Random) -> tuple[str, ...]:
    most = 1 if level == "Junior" else 3
    count = rng.randint(0, most) if rng.random() < 0.7 else 0
    chosen = rng.sample(role.certificates, count)
    return tuple(f"{name}{vocabulary.word(rng, 'certificate_notes')}" for name in chosen)


def _description(
    role: Role, level: str, competences: tuple[str, ...], project: str, drawn: tuple[Vocabulary, Random]
) -> str | None:
    vocabulary, rng = drawn
    kind = rng.random()
    facts = {"project": f"„{project}“", "years": str(rng.randint(*_YEARS[level]))}
    facts |= named([word for word in competences if word not in vocabulary.neutral])
    if kind < 0.04:
        return None
    if kind < 0.08:
        return " ".join(sentences(rng, vocabulary.wording["short_profile"], 1, facts))
    facts["work_place"] = vocabulary.word(rng, "work_places")
    if kind < 0.18 and role.english:
        said = sentences(rng, role.english, 3, facts)
        closing = vocabulary.word(rng, "english_closing")
    elif level == "Junior":
        said = sentences(rng, vocabulary.wording["junior_profile"], 1, facts)
        said += sentences(rng, vocabulary.wording["junior_skills"], 1, facts)
        closing = vocabulary.word(rng, "closing")
    else:
        said = sentences(rng, role.profile, rng.randint(2, 4), facts)
        closing = vocabulary.word(rng, "closing")
    return " ".join(filter(None, [*said, closing.format_map(facts)]))
