"""Rows that break a rule, one of each kind at a time: a refresh has to set them aside and say why."""

import datetime as dt
from dataclasses import replace

from teamlandkarte.etl.sample import tables
from teamlandkarte.etl.sample.people import Capacity
from teamlandkarte.etl.sample.rows import LakeRows
from teamlandkarte.etl.sample.tasks import Task

_UNKNOWN = "404404"  # no competence or partner has so high a number, no capacity so low a one
_UNKNOWN_TASK = "a9U290000000404"
_NO_DATES = ("2027-02-30", "offen", "nach Absprache", "KW 14")


def add_broken_capacities(rows: LakeRows, capacity_id: str, capacity: Capacity) -> None:
    """Add rows around a capacity on offer: without id, its id again, end before begin, dead links, blanks."""
    begin = capacity.begin or dt.date(2026, 7, 1)
    rows.add_capacity_row(None, capacity)
    rows.add_capacity_row(capacity_id, replace(capacity, description=None))
    backwards = rows.new_capacity_id()
    rows.add_capacity_row(backwards, replace(capacity, begin=begin, end=begin - dt.timedelta(days=30)))
    rows.add_competence_link(_UNKNOWN, rows.competence_ids["Python"][0])
    rows.add_competence_link(capacity_id, _UNKNOWN)
    rows.add_competence_link(capacity_id, None)
    for name in capacity.competences[:1] * 2:
        rows.add_competence_link(capacity_id, rows.competence_ids[name][0])
    rows.files.add(tables.CAPACITY_REFERENCES, capacity_id, _UNKNOWN, "Altprojekt vor der Umstellung")
    rows.files.add(tables.CAPACITY_REFERENCES, _UNKNOWN, None, "Verwaister Eintrag")
    rows.files.add(tables.CAPACITY_REFERENCES, capacity_id, None, None)
    rows.files.add(tables.CAPACITY_CERTIFICATES, capacity_id, "  ")
    rows.files.add(tables.CAPACITY_CERTIFICATES, _UNKNOWN, "Erste Hilfe")


def add_broken_tasks(rows: LakeRows, task_id: str, task: Task) -> None:
    """Add rows around a published task: without id, its id again, end before start, no date, dead links, blanks."""
    rows.add_task_row(None, task)
    rows.add_task_row(task_id, replace(task, description=None))
    rows.add_task_row(rows.new_task_id(), replace(task, start="2027-06-01", end="2027-03-31"))
    rows.add_task_row(rows.new_task_id(), replace(task, start=rows.rng.choice(_NO_DATES), end=None))
    rows.add_skill(_UNKNOWN_TASK, "Python")
    rows.add_skill(task_id, None)
    rows.add_skill(task_id, "   ")
