"""A requirement found in a text or prepared from a task, with the words that show each part.

What is understood but cannot be searched for (a place, a workload) is listed, never dropped in silence.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from teamlandkarte.index.config import Level
from teamlandkarte.index.errors import EmbeddingError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded, plain_text
from teamlandkarte.server.answers.markdown import listed, one_line
from teamlandkarte.server.answers.room import cut
from teamlandkarte.server.open_tasks import Task, find_task
from teamlandkarte.server.requirements.capture import LEVELS
from teamlandkarte.server.requirements.place import Place
from teamlandkarte.server.requirements.remarks import places_of, remarks_of, said_of_each
from teamlandkarte.server.requirements.review import level_of
from teamlandkarte.server.requirements.unscored import Unscored, find_unscored
from teamlandkarte.server.service import Call
from teamlandkarte.server.things import spelled, thing
from teamlandkarte.server.toolset.bounds import LONGEST_NAME, bounded

if TYPE_CHECKING:
    from teamlandkarte.index.roles import RoleCandidate
    from teamlandkarte.index.terms import Finding
    from teamlandkarte.index.vocabulary import Vocabulary

_MOST_ROLES = 3
_MOST_TOLD = 12  # of what the text of a task tells besides
_MOST_CANDIDATES = 8  # between which it may be unclear which role is sought
_PART_LENGTH = 200  # characters
_MOST_OF_A_TASK = 4_000  # bytes of a task's text that its requirement carries; matching does not use it
_NAMED = 700_000  # micro-units: the text names the role as what it seeks, not in passing


@dataclass(frozen=True)
class Evidence:
    """One part found and the words it came from.

    `similarity` in micro-units, None where nothing was compared. `place` is None where the words are not those of the
    text, `how` where nothing but words of its kind was looked for.
    """

    field: str
    value: str
    words: str
    similarity: int | None = None
    place: Place | None = None
    how: str | None = None


@dataclass(frozen=True)
class Extraction:
    """What was found: the requirement, the evidence for each part, what no score counts and what stays unclear."""

    requirement: Requirement
    evidence: tuple[Evidence, ...]
    unscored: Unscored
    unclear: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing but the text itself was found."""
        return not self.evidence

    @property
    def unclear_in_words(self) -> str:
        """What stays unclear, in one line."""
        return "; ".join(one_line(part, _PART_LENGTH) for part in self.unclear)


@dataclass(frozen=True)
class _Skill:
    """A competence of a task: its level and what is said of it, None where its text says neither."""

    name: str
    level: Level | None
    remark: str | None
    evidence: Evidence


def from_text(call: Call, text: str) -> Extraction:
    """Find roles, competences and dates in a text, German or English.

    Raises:
        EmbeddingError: A phrase of the text could not be compared.
    """
    from teamlandkarte.index.dates import find_dates
    from teamlandkarte.index.terms import find_terms

    text = plain_text(text)
    encoder = call.dataset.encoder
    roles, undecided = _roles_sought(call, text)
    named_terms = _once(find_terms(text, call.dataset.competences, encoder=encoder), call.dataset.competences)
    held = bounded([found.term for found in named_terms])
    competences = [found for found in named_terms if found.term in held]
    said_of = said_of_each(text, competences)
    remarks = remarks_of(text, competences, said_of)
    dates = find_dates(text, call.service.clock().date(), encoder)
    evidence = [_role(text, role.role, role.evidence, role.similarity) for role in roles]
    for found in competences:
        words = _with_remark(found.words, remarks.get(folded(found.term)))
        evidence.append(_competence(found.term, words, found.similarity, found))
    evidence += _dates(dates.start, dates.end, dates.words, Place.at(text, *dates.place) if dates.place else None)
    requirement = Requirement(
        description=text,
        role_names=tuple(role.role for role in roles),
        competences=tuple(found.term for found in competences),
        weights={folded(found.term): found.level for found in competences if found.level},
        remarks=remarks,
        date_start=dates.start,
        date_end=dates.end,
    )
    lasting = f"from when: “{dates.lasting}” says only how long" if dates.lasting else ""
    unclear = (
        *undecided,
        *filter(None, (dates.ambiguous, lasting)),
        *_too_many([found.term for found in named_terms], held),
    )
    unscored = find_unscored(call, text, requirement, places_of(said_of), _mentions(competences))
    return Extraction(requirement, tuple(evidence), unscored, unclear)


def from_task(call: Call, task_id: str, *, reads_text: bool = False) -> Extraction:
    """Prepare a requirement from an open task: its skills, its dates and the role found in its title and description.

    With `reads_text` also what its title and description name, how strongly, and what they say of it.

    Raises:
        NotFoundError: There is no such open task.
    """
    task = find_task(call.dataset.snapshot, task_id)
    role = task.primary_role
    named = _named(call, task) if reads_text else []
    wanted = spelled((*task.skills, *(found.term for found in named)), call.dataset.competences)
    skills = _skills(call, task, named, bounded(wanted))
    evidence = [_role(task.text, role.role, role.evidence, role.similarity)] if role else []
    evidence += [skill.evidence for skill in skills]
    evidence += _dates(task.start_date, task.end_date, "the task's dates")
    requirement = Requirement(
        description=cut(task.text, _MOST_OF_A_TASK, f"get_task_details(task_id={task.task_id}) shows it whole"),
        role_names=(role.role,) if role else (),
        competences=tuple(skill.name for skill in skills),
        weights={folded(skill.name): skill.level for skill in skills if skill.level},
        remarks={folded(skill.name): skill.remark for skill in skills if skill.remark},
        date_start=task.start_date,
        date_end=task.end_date,
        task_id=task.task_id,
    )
    unclear = _undecided(task.roles) if task.roles and not role else []
    unclear += _too_many(wanted, skills)
    held = {thing(skill.name, call.dataset.competences) for skill in skills}
    shown = [found for found in named if thing(found.term, call.dataset.competences) in held]
    said_of = places_of(said_of_each(task.text, shown))
    unscored = find_unscored(call, task.text, requirement, said_of, _mentions(shown))
    return Extraction(requirement, tuple(evidence), unscored, tuple(unclear))


def told_besides(call: Call, task: Task, requirement: Requirement) -> str:
    """Return what the text of a task tells beyond a requirement, as words after "its text also"; empty without any.

    That is what else it names, and how strongly and with which remark it wants what the requirement holds.
    """
    held = {thing(name, call.dataset.competences): name for name in requirement.competences}
    named = _named(call, task)
    remarks = remarks_of(task.text, named, said_of_each(task.text, named))
    besides, levels, said = [], [], []
    for found in named:
        if (name := held.get(thing(found.term, call.dataset.competences))) is None:
            besides.append(found.term)
            continue
        if found.level and found.level != level_of(requirement, name):
            levels.append(f"{name} {found.level}")
        if (remark := remarks.get(folded(found.term))) and not requirement.remarks.get(folded(name)):
            said.append(_with_remark(name, remark))
    parts = (("names", besides), ("calls", levels), ("says more of", said))
    return "; ".join(f"{verb} {listed(words, _MOST_TOLD, _PART_LENGTH)}" for verb, words in parts if words)


def _named(call: Call, task: Task) -> "list[Finding]":
    """Return what the text of a task names; where nothing can be embedded, what it names by name."""
    from teamlandkarte.index.terms import find_terms

    vocabulary, encoder = call.dataset.competences, call.dataset.encoder
    try:
        found = find_terms(task.text, vocabulary, encoder=encoder)
    except EmbeddingError:
        found = find_terms(task.text, vocabulary, by_meaning=False, encoder=encoder)
    return _once(found, vocabulary)


def _skills(call: Call, task: Task, named: "Sequence[Finding]", competences: Sequence[str]) -> list[_Skill]:
    """Return what the list of a task and the findings in its text say of each competence."""
    vocabulary = call.dataset.competences
    in_list = {thing(name, vocabulary) for name in task.skills}
    in_text = {thing(found.term, vocabulary): found for found in named}
    remarks = remarks_of(task.text, named, said_of_each(task.text, named))
    skills = []
    for name in competences:
        meant = thing(name, vocabulary)
        is_listed, found = meant in in_list, in_text.get(meant)
        remark = remarks.get(folded(found.term)) if found else None
        places = ["the task's list of skills"] if is_listed else []
        places += [_with_remark(found.words, remark)] if found else []
        similarity = found.similarity if found and not is_listed else None
        evidence = _competence(name, "; ".join(places), similarity, found)
        skills.append(_Skill(name, found.level if found else None, remark, evidence))
    return skills


def _competence(name: str, words: str, similarity: int | None, found: "Finding | None") -> Evidence:
    if found is None:
        return Evidence("competence", name, words, similarity)
    return Evidence("competence", name, words, similarity, Place.of(found), found.how.value)


def _role(text: str, name: str, words: str, similarity: int) -> Evidence:
    from teamlandkarte.index.roles import first_words, how_found

    how = how_found(words, similarity)
    return Evidence("role", name, words, similarity, Place.of_words(text, first_words(words)), how.value)


def _dates(start: dt.date | None, end: dt.date | None, words: str, place: Place | None = None) -> list[Evidence]:
    value = f"{start or 'open'} to {end or 'open'}"
    return [Evidence("dates", value, words, place=place)] if start or end else []


def _once(findings: "Sequence[Finding]", vocabulary: "Vocabulary") -> "list[Finding]":
    """Return of what a text names in several ways the first finding, as strongly wanted as any of them."""
    once: dict[int | str, Finding] = {}
    for found in findings:
        meant = thing(found.term, vocabulary)
        first = once.setdefault(meant, found)
        levels = [one.level for one in (first, found) if one.level]
        once[meant] = replace(first, level=min(levels, key=LEVELS.index, default=None))
    return list(once.values())


def _too_many(named: Sequence[str], kept: Sequence[object]) -> list[str]:
    """Return what to decide where more competences are named than a requirement holds."""
    if len(kept) == len(named):
        return []
    too_long = any(len(name) > LONGEST_NAME for name in named)
    why = f", none of more than {LONGEST_NAME} characters" if too_long else ""
    return [f"which competences matter: {len(named)} are named and a requirement holds only {len(kept)} of them{why}"]


def _mentions(findings: "Sequence[Finding]") -> list[tuple[int, int]]:
    """Return where findings are named, not only meant: what is meant may say other things, too."""
    from teamlandkarte.index.terms import How

    named = [found for found in findings if found.how is not How.EMBEDDING]
    return [place for found in named for place in ((found.start, found.end), *found.mentions)]


def _with_remark(words: str, remark: str | None) -> str:
    return f"{words} ({remark})" if remark else words


def _roles_sought(call: Call, text: str) -> "tuple[list[RoleCandidate], list[str]]":
    """Return the roles that a text seeks, and which role remains to be decided."""
    from teamlandkarte.index.roles import TaskReading, candidates, possible, primary, undecided

    known = call.dataset.roles
    reading = TaskReading.of("", text, known, call.dataset.encoder)
    ranked = candidates(reading, known, _MOST_CANDIDATES, by_meaning=False)
    named = [one for one in ranked if one.score >= _NAMED and not one.is_one_of_several][:_MOST_ROLES]
    if not named:
        ranked = candidates(reading, known, _MOST_CANDIDATES)
        likely = primary(ranked)
        named = [likely] if likely else []
    unclear = [one for one in undecided(ranked) if one.is_one_of_several] if named else possible(ranked)
    return named, _undecided(unclear)


def _undecided(roles: "Sequence[RoleCandidate]") -> list[str]:
    return [f"the role: {', '.join(role.role for role in roles)}"] if roles else []
