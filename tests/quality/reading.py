"""What the product makes of a labelled text: its own refresh publishes the vocabulary, its own tools read the text."""

import csv
import datetime as dt
import uuid
from dataclasses import dataclass
from pathlib import Path

from teamlandkarte.etl import embedding_cache
from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, EmbeddingCache, Level, Storage
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.scoring import DEFAULT_LEVEL
from teamlandkarte.index.text import folded
from teamlandkarte.index.versions import DatasetVersions, utc_now
from teamlandkarte.server.opening import open_service
from teamlandkarte.server.requirements.extraction import from_text
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import PrimaryRole
from teamlandkarte.server.tasks.task_roles import infer_primary_role
from tests.quality.labels import LabelledText, QualityVocabulary

_TABLES = {
    "beschaffungstool_kmp_skill": "task__c,skillname__c",
    "beschaffungstool_kmp_task": "id,title__c,description__c,startdate__c,enddate__c,createddate,status__c",
    "teamlandkarte_v_capacities": "id,owner_name,role_name,role_level,begin_date,end_date,description,deletion_reason",
    "teamlandkarte_v_capacity_certificates": "capacity_id,description",
    "teamlandkarte_v_capacity_competences": "capacity_id,competence_id",
    "teamlandkarte_v_capacity_references": "capacity_id,partner_id,projects",
    "teamlandkarte_v_competences": "id,name",
    "teamlandkarte_v_partners": "id,name",
}


@dataclass(frozen=True)
class Reading:
    """What was found in a text; `primary` is the one role that it clearly seeks, `unclear` what else is to be asked."""

    competences: dict[str, Level]
    start: dt.date | None
    end: dt.date | None
    roles: tuple[str, ...]
    primary: str | None
    unclear: tuple[str, ...]


class Product:
    """A server's tools on a dataset that holds the vocabulary, and the labelled texts that have a title as tasks."""

    def __init__(
        self, folder: Path, vocabulary: QualityVocabulary, texts: list[LabelledText], encoder: LocalEncoder
    ) -> None:
        """Refresh a lake made of them in a folder; the embedding cache in it survives."""
        self._now = utc_now()
        config = _config(folder, vocabulary, texts, encoder)
        self._dataset = CurrentDataset(DatasetVersions(config.storage), encoder)
        self._service = open_service(
            config, clock=lambda: self._now, new_id=lambda: str(uuid.uuid4()), current=self._dataset
        )

    def read(self, text: LabelledText) -> Reading:
        """Read a text on its day, as `extract_requirements` and `infer_primary_role` do."""
        self._now = dt.datetime.combine(text.today, dt.time(12), dt.UTC)
        call = Call(self._service, caller=None, opened=self._dataset.get())
        extraction = from_text(call, text.text)
        of_task, of_text = (text.id, None) if text.title else (None, text.text)
        primary = infer_primary_role(call, task_id=of_task, description=of_text).data
        assert isinstance(primary, PrimaryRole)
        requirement = extraction.requirement
        return Reading(
            {name: requirement.weights.get(folded(name), DEFAULT_LEVEL) for name in requirement.competences},
            requirement.date_start,
            requirement.date_end,
            requirement.role_names,
            primary.role,
            tuple(part for part in extraction.unclear if not part.startswith("the role: ")),
        )


def _config(folder: Path, vocabulary: QualityVocabulary, texts: list[LabelledText], encoder: LocalEncoder) -> Config:
    lake = folder / "lake"
    lake.mkdir(parents=True, exist_ok=True)
    _write_lake(lake, vocabulary, texts)
    config = Config(
        database=Database(backend="duckdb", path=lake),
        embedding_cache=EmbeddingCache(path=folder / "embeddings.sqlite3"),
        storage=Storage(path=folder / "data"),
    )
    cache = embedding_cache.EmbeddingCache(config.embedding_cache.path, config.embedding_cache.ttl_days, utc_now)
    refresh(config, open_lake(config.database, config.credentials), CachedEmbedder(InBatches(encoder), cache))
    return config


def _write_lake(lake: Path, vocabulary: QualityVocabulary, texts: list[LabelledText]) -> None:
    rows: dict[str, list[tuple[str, ...]]] = {
        "beschaffungstool_kmp_task": [
            (text.id, text.title, text.description, "", "", "2026-01-05 08:00:00.000", "Veröffentlicht")
            for text in texts
            if text.title
        ],
        "teamlandkarte_v_capacities": [
            (f"K{place:03}", f"Person {place}", role, "Senior", "2026-01-01", "2026-12-31", "", "")
            for place, role in enumerate(vocabulary.roles)
        ],
        "teamlandkarte_v_competences": [(f"C{place:04}", name) for place, name in enumerate(vocabulary.competences)],
    }
    for table, header in _TABLES.items():
        with (lake / f"{table}_latest.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header.split(","), *rows.get(table, [])])
