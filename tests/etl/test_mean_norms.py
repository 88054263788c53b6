"""The length of a person's mean vector is the same whichever way it is found, and that of a plain mean."""

import duckdb
import numpy as np
import pytest

from teamlandkarte.etl.links import Links
from teamlandkarte.etl.mean_norms import mean_norms
from teamlandkarte.index.grid import Steps, on_grid

PEOPLE = 60
DIMENSIONS = 16


def links_between(people: list[str], names: dict[str, str], links: set[tuple[str, str]]) -> Links:
    with duckdb.connect() as scratch:
        scratch.execute("CREATE TABLE capacities (capacity_id VARCHAR)")
        scratch.executemany("INSERT INTO capacities VALUES (?)", [(person,) for person in people])
        scratch.execute("CREATE TABLE competences (competence_id VARCHAR, name VARCHAR)")
        scratch.executemany("INSERT INTO competences VALUES (?, ?)", list(names.items()) or [("none", "none")])
        scratch.execute("CREATE TABLE capacity_competences (capacity_id VARCHAR, competence_id VARCHAR)")
        scratch.executemany("INSERT INTO capacity_competences VALUES (?, ?)", list(links) or [("", "")])
        return Links.of(scratch)


def unit_vectors(terms: int, random: np.random.Generator) -> Steps:
    vectors = random.normal(size=(terms, DIMENSIONS))
    return on_grid((vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32))


# 5,000 terms are more than the products that are kept at once.
@pytest.mark.parametrize(("terms", "links_at_once"), [(40, 10_000), (5000, 10_000), (40, 7), (5000, 100)])
def test_norms_are_those_of_a_plain_mean_of_the_distinct_terms(terms: int, links_at_once: int) -> None:
    random = np.random.default_rng(terms)
    vectors = unit_vectors(terms, random)
    names = {f"k{number}": f"name {number}" for number in range(terms)}
    term_ids = {name: number if number != 1 else 0 for number, name in enumerate(names.values())}  # two names, one term
    people = [f"p{number}" for number in range(PEOPLE)]
    links = {
        (person, f"k{competence}")
        for person in people[1:]
        for competence in random.choice(min(terms, 40), size=random.integers(1, 20), replace=False)
    } | {("p3", "k0"), ("p3", "k1"), ("p4", f"k{terms - 1}")}

    found = links_between(people, names, links)
    norms = mean_norms(len(people), found.terms(term_ids), vectors, links_at_once=links_at_once)

    for person, norm in zip(sorted(people), norms, strict=True):
        own = sorted({term_ids[names[competence]] for who, competence in links if who == person})
        mean = (vectors[own] / 2.0**15).mean(axis=0) if own else np.zeros(DIMENSIONS)
        assert norm == pytest.approx(np.linalg.norm(mean), abs=1e-7)


def test_somebody_without_competences_has_norm_0() -> None:
    codes = links_between(["a"], {}, set()).terms({"none": 0})

    assert mean_norms(1, codes, np.ones((1, 1), np.int16)).tolist() == [0.0]


def test_links_come_in_the_order_of_the_ids_whatever_the_order_of_the_rows() -> None:
    people = ["b", "a", "10", "9", "é", "Z"]
    names = {"2": "Two", "10": "Ten"}
    links = {(person, competence) for person in people for competence in names}

    rows = links_between(people, names, links).as_ids().read_all().to_pylist()

    assert [(row["capacity_id"], row["competence_id"]) for row in rows] == sorted(links)
