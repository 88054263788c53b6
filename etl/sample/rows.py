"""Turns people and tasks into the rows of the lake, keys and harmless dirt included."""

from random import Random

from teamlandkarte.etl.sample import tables
from teamlandkarte.etl.sample.dirt import padded, soiled, spelling_variants
from teamlandkarte.etl.sample.identifiers import SKILL_PREFIX, TASK_PREFIX, case_safe, numbers, salesforce_id
from teamlandkarte.etl.sample.people import Capacity
from teamlandkarte.etl.sample.tables import TableFiles
from teamlandkarte.etl.sample.tasks import Task
from teamlandkarte.etl.sample.vocabulary import Vocabulary

_FIRST_CAPACITY = 1_000_417
_FIRST_COMPETENCE = 2_001
_FIRST_PARTNER = 310
_FIRST_TASK = 1_190_800
_FIRST_TASK_NAME = 4_100  # the tool's own running number, shown to people


class LakeRows:
    """Adds people and tasks to the tables; writes the lake's vocabulary when it is made.

    `competence_ids`: the ids of a competence by its name, the usual one first; others stand for other spellings.
    """

    def __init__(self, files: TableFiles, vocabulary: Vocabulary, rng: Random) -> None:
        self.files = files
        self.rng = rng
        self._capacity_numbers = numbers(rng, _FIRST_CAPACITY, 3)
        self._task_numbers = numbers(rng, _FIRST_TASK, 9)
        self._skill_numbers = numbers(rng, _FIRST_TASK, 3)
        self._task_names = numbers(rng, _FIRST_TASK_NAME, 2)
        self.competence_ids = self._add_competences(vocabulary)
        self._partner_ids = self._add_partners(vocabulary)

    def new_capacity_id(self) -> str:
        """Return an id that no capacity has yet."""
        return str(next(self._capacity_numbers))

    def new_task_id(self) -> str:
        """Return an id that no task has yet, mostly in the form of 18 characters."""
        short = salesforce_id(TASK_PREFIX, next(self._task_numbers))
        return short if self.rng.random() < 0.05 else case_safe(short)

    def add_capacity(self, capacity: Capacity) -> str:
        """Add a capacity with its competences, references and certificates; return its id."""
        capacity_id = self.new_capacity_id()
        self.add_capacity_row(capacity_id, capacity)
        for name in capacity.competences:
            self.add_competence_link(capacity_id, self._competence_id(name))
        for partner, projects in capacity.references:
            partner_id = self._partner_ids[partner] if partner else None
            reference = (padded(capacity_id, self.rng), partner_id, soiled(projects, self.rng))
            self.files.add(tables.CAPACITY_REFERENCES, *reference)
        for certificate in capacity.certificates:
            self.files.add(tables.CAPACITY_CERTIFICATES, capacity_id, soiled(certificate, self.rng))
        return capacity_id

    def add_capacity_row(self, capacity_id: str | None, capacity: Capacity) -> None:
        """Add the capacity alone."""
        self.files.add(
            tables.CAPACITIES,
            capacity_id,
            soiled(capacity.owner, self.rng),
            soiled(capacity.role, self.rng) if capacity.role else None,
            capacity.level,
            capacity.begin,
            capacity.end,
            capacity.description,
            capacity.deletion_reason,
        )

    def add_competence_link(self, capacity_id: str, competence_id: str | None) -> None:
        """Say that a capacity has a competence."""
        self.files.add(tables.CAPACITY_COMPETENCES, padded(capacity_id, self.rng), competence_id)

    def add_task(self, task: Task) -> str:
        """Add a task with its skills; return its id."""
        task_id = self.new_task_id()
        self.add_task_row(task_id, task)
        for skill in task.skills:
            short = self.rng.random() < 0.1
            self.add_skill(task_id[:15] if short else task_id, soiled(skill, self.rng))
        return task_id

    def add_task_row(self, task_id: str | None, task: Task) -> None:
        """Add the task alone."""
        self.files.add(
            tables.TASKS,
            task_id,
            f"KMP-{next(self._task_names):06}",
            soiled(task.title, self.rng),
            task.description,
            task.start,
            task.end,
            task.created,
            task.modified,
            task.status,
        )

    def add_skill(self, task_id: str, name: str | None) -> None:
        """Say that a task asks for a skill."""
        skill_id = case_safe(salesforce_id(SKILL_PREFIX, next(self._skill_numbers)))
        self.files.add(tables.TASK_SKILLS, skill_id, task_id, name)

    def _competence_id(self, name: str) -> str:
        usual, *others = self.competence_ids[name]
        return self.rng.choice(others) if others and self.rng.random() < 0.2 else usual

    def _add_competences(self, vocabulary: Vocabulary) -> dict[str, list[str]]:
        """Write the competences, some of them again in another spelling; return their ids by name."""
        ids: dict[str, list[str]] = {}
        new_ids = numbers(self.rng, _FIRST_COMPETENCE, 4)
        known = [(name, name) for name in vocabulary.competences]
        for name, spelling in known + spelling_variants(vocabulary.competences, self.rng):
            ids.setdefault(name, []).append(str(next(new_ids)))
            self.files.add(tables.COMPETENCES, ids[name][-1], spelling)
        for blank in ("", "   ", None):
            self.files.add(tables.COMPETENCES, str(next(new_ids)), blank)
        self.files.add(tables.COMPETENCES, None, "Ohne Schlüssel")
        return ids

    def _add_partners(self, vocabulary: Vocabulary) -> dict[str, str]:
        new_ids = numbers(self.rng, _FIRST_PARTNER, 5)
        ids = {name: str(next(new_ids)) for name in vocabulary.wording["partners"]}
        for name, partner_id in ids.items():
            self.files.add(tables.PARTNERS, partner_id, soiled(name, self.rng))
        return ids
