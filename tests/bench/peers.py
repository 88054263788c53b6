"""What else one would pick, each written as its own documentation recommends.

All answer one question: the 50 people with the highest mean, over the required terms, of the best cosine among the own
terms. A peer is built from a world and then asked with term ids; it returns people and their means, best first.
"""

import tempfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.row_cache import RowCache
from tests.bench.world import World, requirement

BEST = 50
CANDIDATES = 1000  # per required term, where a peer searches for the nearest
Found = tuple[NDArray[np.int64], NDArray[np.float64]]
Ask = Callable[[NDArray[np.int64]], Found]


def ours(world: World) -> Ask:
    """The product: everyone scored, counts per category, the best in order; terms were asked for before."""
    matcher = world.matcher()

    def ask(terms: NDArray[np.int64]) -> Found:
        ranking = matcher.rank(requirement(terms))
        _ = ranking.counts
        rows = ranking.best(BEST)
        return matcher.people.id_ranks[rows].astype(np.int64), ranking.overall[rows] / 1e6

    return ask


def ours_new_terms(world: World) -> Ask:
    """The same, each term asked for the first time."""
    matcher = world.matcher()
    competences: Any = matcher._competences

    def ask(terms: NDArray[np.int64]) -> Found:
        competences._cache = RowCache(1 << 26)
        rows = (ranking := matcher.rank(requirement(terms))).best(BEST)
        _ = ranking.counts
        return matcher.people.id_ranks[rows].astype(np.int64), ranking.overall[rows] / 1e6

    return ask


def numpy_per_person(world: World) -> Ask:
    """A loop over people, a small matrix product each."""
    bags = np.split(world.terms, np.cumsum(np.bincount(world.owners, minlength=world.people))[:-1])
    own = [world.vectors[bag] for bag in bags]

    def ask(terms: NDArray[np.int64]) -> Found:
        wanted = world.vectors[terms].T
        return best_of(np.array([(mine @ wanted).max(axis=0).mean() if len(mine) else 0.0 for mine in own]))

    return ask


def sklearn_per_person(world: World) -> Ask:
    """A loop over people with scikit-learn's `cosine_similarity`."""
    from sklearn.metrics.pairwise import cosine_similarity

    bags = np.split(world.terms, np.cumsum(np.bincount(world.owners, minlength=world.people))[:-1])
    own = [world.vectors[bag] for bag in bags]

    def ask(terms: NDArray[np.int64]) -> Found:
        wanted = world.vectors[terms]
        return best_of(
            np.array([cosine_similarity(mine, wanted).max(axis=0).mean() if len(mine) else 0.0 for mine in own])
        )

    return ask


def query_time(world: World) -> Ask:
    """What the product replaces: fetch everybody's terms and vectors when asked, and loop over pairs in Python."""
    connection = duckdb_of(world)

    def ask(terms: NDArray[np.int64]) -> Found:
        vectors = dict(connection.execute("SELECT term, vector FROM terms").fetchall())
        wanted = [vectors[term] for term in terms.tolist()]
        best = [[0.0] * len(wanted) for _ in range(world.people)]
        for person, term in connection.execute("SELECT person, term FROM links").fetchall():
            own, mine = vectors[term], best[person]
            for place, vector in enumerate(wanted):
                cosine = sum(a * b for a, b in zip(own, vector, strict=True))
                mine[place] = max(mine[place], cosine)
        return best_of(np.array(best).mean(axis=1))

    return ask


def duckdb_join(world: World) -> Ask:
    """DuckDB: `array_cosine_similarity` once per term of the vocabulary, then a join and two GROUP BYs."""
    connection = duckdb_of(world)
    sql = """
        WITH wanted AS (SELECT term, vector FROM terms WHERE term IN (SELECT unnest($terms))),
        nearness AS (
            SELECT terms.term, wanted.term AS asked, array_cosine_similarity(terms.vector, wanted.vector) AS cosine
            FROM terms CROSS JOIN wanted
        ),
        best AS (
            SELECT person, asked, max(cosine) AS cosine FROM links JOIN nearness USING (term) GROUP BY person, asked
        )
        SELECT person, sum(cosine) / $asked AS score FROM best GROUP BY person ORDER BY score DESC, person LIMIT 50
    """

    def ask(terms: NDArray[np.int64]) -> Found:
        rows = connection.execute(sql, {"terms": terms.tolist(), "asked": len(terms)}).fetchnumpy()
        return rows["person"], rows["score"]

    return ask


def faiss_postings(world: World) -> Ask:
    """FAISS: one flat index over every term of everybody, the nearest 1,000 per required term, grouped by person."""
    import faiss

    index = faiss.IndexFlatIP(world.vectors.shape[1])
    index.add(world.vectors[world.terms])

    def ask(terms: NDArray[np.int64]) -> Found:
        cosines, postings = index.search(world.vectors[terms], CANDIDATES)
        return grouped(world, postings, cosines)

    return ask


def usearch_exact(world: World) -> Ask:
    """USearch: exact search over every term of everybody, the nearest 1,000 per required term, grouped by person."""
    from usearch.index import MetricKind, search

    postings = world.vectors[world.terms]

    def ask(terms: NDArray[np.int64]) -> Found:
        found = search(postings, world.vectors[terms], CANDIDATES, MetricKind.Cos, exact=True)
        return grouped(world, found.keys.astype(np.int64), 1.0 - found.distances)

    return ask


def usearch_hnsw(world: World) -> Ask:
    """USearch: its HNSW index over every term of everybody, the nearest 1,000 per required term."""
    from usearch.index import Index, MetricKind

    index = Index(ndim=world.vectors.shape[1], metric=MetricKind.Cos)
    index.add(np.arange(len(world.links)), world.vectors[world.terms])

    def ask(terms: NDArray[np.int64]) -> Found:
        found = index.search(world.vectors[terms], CANDIDATES)
        return grouped(world, found.keys.astype(np.int64), 1.0 - found.distances)

    return ask


def hnswlib_vocabulary(world: World) -> Ask:
    """hnswlib over the vocabulary, the nearest 50 terms per required term, everything else counting 0."""
    import hnswlib

    index = hnswlib.Index(space="ip", dim=world.vectors.shape[1])
    index.init_index(max_elements=len(world.vectors), ef_construction=200, M=16)
    index.add_items(world.vectors)
    index.set_ef(100)
    firsts = np.flatnonzero(np.diff(world.owners, prepend=-1))

    def ask(terms: NDArray[np.int64]) -> Found:
        labels, distances = index.knn_query(world.vectors[terms], k=BEST)
        rows = np.zeros((len(terms), len(world.vectors)), np.float32)
        np.put_along_axis(rows, labels.astype(np.int64), 1.0 - distances, axis=1)
        means = np.zeros(world.people)
        means[world.owners[firsts]] = np.maximum.reduceat(rows[:, world.terms], firsts, axis=1).mean(axis=0)
        return best_of(means)

    return ask


def lancedb_multivector(world: World) -> Ask:
    """LanceDB: a multivector column, late interaction (MaxSim) over cosine, without an index and so exact."""
    import lancedb
    import pyarrow as pa

    dimensions = world.vectors.shape[1]
    counts = np.bincount(world.owners, minlength=world.people)
    table = None
    connection = lancedb.connect(tempfile.mkdtemp())
    bounds = np.concatenate(([0], np.cumsum(counts)))
    for start, stop in pairwise([*range(0, world.people, 20_000), world.people]):
        own = world.terms[bounds[start] : bounds[stop]]
        flat = pa.FixedSizeListArray.from_arrays(pa.array(world.vectors[own].reshape(-1)), dimensions)
        lists = pa.ListArray.from_arrays(pa.array(bounds[start : stop + 1] - bounds[start], pa.int32()), flat)
        batch = pa.table({"person": pa.array(range(start, stop), pa.int64()), "vector": lists})
        batch = batch.filter(pa.array(counts[start:stop] > 0))
        if table is None:
            table = connection.create_table("people", batch)
        else:
            table.add(batch)
    assert table is not None

    def ask(terms: NDArray[np.int64]) -> Found:
        found = table.search(world.vectors[terms]).distance_type("cosine").limit(BEST).to_arrow()
        distances = found[
            "_distance"
        ].to_numpy()  # of a multivector it is the number of vectors less the sum of cosines
        return found["person"].to_numpy(), 1.0 - distances / len(terms) if distances.size else distances

    return ask


def qdrant_local(world: World) -> Ask:
    """Qdrant in its local mode: a multivector per person, compared by MaxSim."""
    from qdrant_client import QdrantClient, models

    client = QdrantClient(":memory:")
    config = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
    size = world.vectors.shape[1]
    parameters = models.VectorParams(size=size, distance=models.Distance.COSINE, multivector_config=config)
    client.create_collection("people", vectors_config=parameters)
    bags = np.split(world.terms, np.cumsum(np.bincount(world.owners, minlength=world.people))[:-1])
    points = [models.PointStruct(id=p, vector=world.vectors[bag].tolist()) for p, bag in enumerate(bags) if len(bag)]
    for start in range(0, len(points), 500):
        client.upsert("people", points[start : start + 500])

    def ask(terms: NDArray[np.int64]) -> Found:
        found = client.query_points("people", query=world.vectors[terms].tolist(), limit=BEST).points
        return np.array([point.id for point in found]), np.array([point.score / len(terms) for point in found])

    return ask


def best_of(means: NDArray[np.float64]) -> Found:
    """Return the people with the highest means."""
    people = np.argsort(-means, kind="stable")[:BEST]
    return people, means[people]


def grouped(world: World, postings: NDArray[np.int64], cosines: NDArray[np.float32]) -> Found:
    """Return the best people among what was found per required term; what was not found counts 0."""
    best = np.zeros((len(postings), world.people))
    for row, own, cosine in zip(best, postings, cosines, strict=True):
        np.maximum.at(row, world.owners[own], cosine)
    return best_of(best.mean(axis=0))


def duckdb_of(world: World) -> Any:
    """Return a database file with the tables `terms` and `links`."""
    import duckdb
    import pyarrow as pa

    connection = duckdb.connect(str(Path(tempfile.mkdtemp()) / "people.duckdb"))
    flat = pa.FixedSizeListArray.from_arrays(pa.array(world.vectors.reshape(-1)), world.vectors.shape[1])
    terms = pa.table({"term": pa.array(range(len(world.vectors)), pa.int32()), "vector": flat})
    links = pa.table({"person": pa.array(world.owners, pa.int32()), "term": pa.array(world.terms, pa.int32())})
    connection.register("given_terms", terms)
    connection.register("given_links", links)
    connection.execute("CREATE TABLE terms AS FROM given_terms")
    connection.execute("CREATE TABLE links AS FROM given_links")
    return connection


# The most people a peer is asked about: beyond that its build or a single answer takes many minutes.
PEERS: Sequence[tuple[str, Callable[[World], Ask], int]] = (
    ("Teamlandkarte", ours, 10**7),
    ("Teamlandkarte, five new terms", ours_new_terms, 10**7),
    ("DuckDB, cosine per term, then join", duckdb_join, 10**7),
    ("NumPy loop over people", numpy_per_person, 100_000),
    ("LanceDB multivector", lancedb_multivector, 5_000),
    ("FAISS flat over postings, k=1000", faiss_postings, 100_000),
    ("USearch exact over postings, k=1000", usearch_exact, 100_000),
    ("hnswlib over terms, k=50", hnswlib_vocabulary, 100_000),
    ("USearch HNSW over postings, k=1000", usearch_hnsw, 1_000),
    ("scikit-learn loop over people", sklearn_per_person, 1_000),
    ("Qdrant local mode, multivector", qdrant_local, 1_000),
    ("fetch everything, loop in Python", query_time, 1_000),
)
