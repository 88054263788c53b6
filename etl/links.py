"""Who offers which competence, as numbers: ten million links are then 80 MB, and are sorted within a second."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import duckdb
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from teamlandkarte.index.bundles import LOW_BITS
from teamlandkarte.index.snapshot import statement

_LINKS_AT_ONCE = 500_000


@dataclass(frozen=True, eq=False)
class Links:
    """The links of validated rows.

    `people` (P,) and `competences` (C,): ids in code point order; `names` (C,): the competences' names. `packed` (L,):
    person << 32 | competence of each link, both as positions in those, ascending.
    """

    people: pa.Array
    competences: pa.Array
    names: tuple[str, ...]
    packed: NDArray[np.int64]

    @classmethod
    def of(cls, scratch: duckdb.DuckDBPyConnection) -> "Links":
        """Read what `validation` left."""
        people = scratch.sql(statement("teamlandkarte.etl", "link_people")).to_arrow_table()
        competences = scratch.sql(statement("teamlandkarte.etl", "link_competences")).to_arrow_table()
        packed = np.asarray(
            scratch.execute(statement("teamlandkarte.etl", "packed_links")).fetchnumpy()["link"], np.int64
        )
        packed.sort()
        return cls(
            people.column("capacity_id").combine_chunks(),
            competences.column("competence_id").combine_chunks(),
            tuple(competences.column("name").to_pylist()),
            packed,
        )

    def terms(self, term_ids: Mapping[str, int]) -> NDArray[np.int64]:
        """Return person << 32 | term, ascending and each once: two competences may be one term.

        `term_ids`: the term of each competence name.
        """
        term_of = np.array([term_ids[name] for name in self.names], np.int64)
        packed = np.empty_like(self.packed)
        for start in range(0, len(packed), _LINKS_AT_ONCE):
            some = self.packed[start : start + _LINKS_AT_ONCE]
            packed[start : start + _LINKS_AT_ONCE] = term_of[some & LOW_BITS] | (some & ~LOW_BITS)
        packed.sort()
        first = np.ones(len(packed), np.bool_)
        np.not_equal(packed[1:], packed[:-1], out=first[1:])
        return packed if first.all() else packed[first]

    def as_ids(self) -> pa.RecordBatchReader:
        """Return the links in their order as rows of capacity_id and competence_id."""
        schema = pa.schema([("capacity_id", pa.string()), ("competence_id", pa.string())])

        def batches() -> Iterator[pa.RecordBatch]:
            for start in range(0, len(self.packed), _LINKS_AT_ONCE):
                packed = self.packed[start : start + _LINKS_AT_ONCE]
                columns = [
                    self.people.take(pa.array(packed >> 32)),
                    self.competences.take(pa.array(packed & LOW_BITS)),
                ]
                yield pa.RecordBatch.from_arrays(columns, schema=schema)

        return pa.RecordBatchReader.from_batches(schema, batches())
