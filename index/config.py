"""The typed sections of config.toml. Every other module receives its section, never the file.

Reading the file, the environment and reporting problems is `config_file`.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr

from teamlandkarte.index.readings import CATEGORY_FLOORS, CLOSELY_RELATED


def _named(path: object) -> object:
    """Refuse the empty path, which would be the folder of the configuration."""
    if path == "":
        raise ValueError
    return path


PositiveInt = Annotated[int, Field(gt=0, le=1_000_000)]  # bounded, so that no sum of times or sizes overflows
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Name = Annotated[str, Field(min_length=1)]
Names = Annotated[tuple[Name, ...], Field(strict=False)]
FilePath = Annotated[Path, Field(strict=False), BeforeValidator(_named)]  # a file can only write it as text
Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
Level = Literal["essential", "ideal", "desirable", "suggested"]
Toolset = Literal["staffing", "directory"]


class Section(BaseModel):
    """One section: frozen, unknown keys are refused and no type is converted into another."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Credentials(Section):
    """The secrets, read from the environment or a `.env` beside the file, never from config.toml."""

    lake_username: str | None = None  # DATA_LAKE_USERNAME
    lake_password: SecretStr | None = None  # DATA_LAKE_PASSWORD
    azure_openai_api_key: SecretStr | None = None  # AZURE_OPENAI_EMBEDDING_API_KEY
    openai_api_key: SecretStr | None = None  # OPENAI_API_KEY


class Database(Section):
    """`[database]`: where capacities and tasks come from."""

    backend: Literal["duckdb", "trino"] = "duckdb"
    path: FilePath = Path("sample_lake")
    host: str = ""
    port: Annotated[int, Field(gt=0, lt=65536)] = 8446
    http_scheme: Literal["https", "http"] = "https"
    verify_ssl: bool | FilePath = True  # true, false, or the path of a CA file (PEM)
    catalog: Name = "hive"
    schema_name: Name = Field(default="tier1_open_lake", alias="schema")
    request_timeout_seconds: PositiveInt = 60
    max_attempts: PositiveInt = 4
    retry_seconds: PositiveInt = 120
    capacities_table: Name = "teamlandkarte_v_capacities_latest"
    capacity_competences_table: Name = "teamlandkarte_v_capacity_competences_latest"
    competences_table: Name = "teamlandkarte_v_competences_latest"
    capacity_references_table: Name = "teamlandkarte_v_capacity_references_latest"
    partners_table: Name = "teamlandkarte_v_partners_latest"
    capacity_certificates_table: Name = "teamlandkarte_v_capacity_certificates_latest"
    tasks_table: Name = "beschaffungstool_kmp_task_latest"
    task_skills_table: Name = "beschaffungstool_kmp_skill_latest"
    employees_table: Name = "teamlandkarte_v_employees_latest"
    employee_publications_table: Name = "teamlandkarte_v_employee_publications_latest"
    employee_courses_table: Name = "teamlandkarte_v_employee_courses_latest"


class AzureOpenAI(Section):
    """`[azure_openai]`: an Azure deployment; its key comes from AZURE_OPENAI_EMBEDDING_API_KEY."""

    endpoint: str = ""
    api_version: Name = "2024-10-21"
    embedding_deployment: Name = "text-embedding-3-large"
    embedding_model: Name = "text-embedding-3-large"
    dimensions: PositiveInt = 3072
    embedding_batch_size: PositiveInt = 128


class OpenAI(Section):
    """`[openai]`: OpenAI or any compatible endpoint; its key comes from OPENAI_API_KEY."""

    base_url: str = ""
    embedding_model: Name = "text-embedding-3-large"
    dimensions: PositiveInt = 3072
    embedding_batch_size: PositiveInt = 128


class Embedding(Section):
    """`[embedding]`: what turns a term into a vector."""

    provider: Literal["local", "openai"] = "local"
    threads: PositiveInt = 2
    max_attempts: PositiveInt = 5
    retry_seconds: PositiveInt = 600
    request_timeout_seconds: PositiveInt = 60
    calibration: str = ""  # a path; empty: the curve of the release, or the raw cosine for a remote model
    price_per_million_tokens: Annotated[float, Field(ge=0, le=1_000_000)] = 0.0


class VocabularyFiles(Section):
    """`[vocabulary]`: what users add to the names of the lake."""

    aliases: str = ""  # a path; empty: none

    @property
    def aliases_path(self) -> Path | None:
        """The file of aliases, None where there is none."""
        return Path(self.aliases) if self.aliases else None


class EmbeddingCache(Section):
    """`[embedding_cache]`: vectors already paid for."""

    path: FilePath = Path(".cache/embeddings.sqlite3")
    ttl_days: Annotated[int, Field(gt=0, le=36_500)] = 30


class Weights(Section):
    """`[matching.weights]`: what each level of a required competence counts.

    `essential` as `ideal`: only who lacks it is held back, and nobody is Top or Good thanks to the mark alone.
    """

    essential: Annotated[float, Field(gt=0, le=100)] = 1.0
    ideal: Annotated[float, Field(gt=0, le=100)] = 1.0
    desirable: Annotated[float, Field(gt=0, le=100)] = 0.5
    suggested: Annotated[float, Field(gt=0, le=100)] = 0.25

    def of(self, level: Level) -> float:
        """Return the number of a level."""
        return float(getattr(self, level))


class Similarity(Section):
    """`[matching.similarity]`: how similarities become a competence part, and when terms count as close."""

    strategy: Literal["per_skill", "aggregate"] = "per_skill"
    min_similarity: Fraction = CLOSELY_RELATED / 1_000_000
    bridge_terms: PositiveInt = 3


class Matching(Section):
    """`[matching]`: scores, categories and the confirmation gate."""

    competence_weight: Annotated[float, Field(ge=0, le=100)] = 0.7
    role_weight: Annotated[float, Field(ge=0, le=100)] = 0.3
    top_threshold: Fraction = CATEGORY_FLOORS["top"] / 1_000_000
    good_threshold: Fraction = CATEGORY_FLOORS["good"] / 1_000_000
    partial_threshold: Fraction = CATEGORY_FLOORS["partial"] / 1_000_000
    max_competences: PositiveInt = 200
    require_confirmation: bool = True
    confirm_by: Literal["auto", "chat"] = "auto"
    weights: Weights = Weights()
    similarity: Similarity = Similarity()


class CrawlSelectors(Section):
    """`[directory.crawl.selectors]`: what the parts of a profile page are, in CSS; empty: as the preset says."""

    name: str = ""
    positions: str = ""
    contacts: str = ""
    emails: str = ""
    sections: str = ""
    section_title: str = ""
    publications: str = ""
    courses: str = ""
    theses: str = ""
    tables: str = ""
    links: str = ""
    texts: str = ""
    items: str = ""
    item_title: str = ""


class DirectoryCrawl(Section):
    """`[directory.crawl]`: the public staff site of `source = "crawl"`, what is read there and how politely."""

    start_urls: Names = ()
    preset: Literal["hse", "plain"] = "plain"
    profile_pattern: str = ""
    list_pattern: str = ""
    user_agent: Name = "teamlandkarte"
    delay_seconds: Annotated[float, Field(ge=0, le=3600)] = 1.0
    concurrency: Annotated[int, Field(gt=0, le=16)] = 2
    max_attempts: Annotated[int, Field(gt=0, le=20)] = 4
    request_timeout_seconds: PositiveInt = 30
    max_page_kb: Annotated[int, Field(gt=0, le=65_536)] = 4096
    max_pages: PositiveInt = 20_000
    max_minutes: PositiveInt = 240
    max_failures: PositiveInt = 20
    resume_hours: Count = 168
    path: FilePath = Path(".cache/crawl.sqlite3")
    selectors: CrawlSelectors = CrawlSelectors()


class Directory(Section):
    """`[directory]`: the employee directory, where it comes from and how clients keep a copy of it."""

    source: Literal["lake", "files", "crawl", "none"] = "lake"
    path: FilePath = Path("directory")
    dismiss_after_runs: PositiveInt = 3
    remove_after_days: Count = 90
    max_drop: Fraction = 0.3
    known_versions: PositiveInt = 400
    capacity_key: str = ""
    service_name: Name = "miem-employees"
    service_version: str = ""
    language: Literal["ru", "de", "en"] = "ru"
    timezone: Name = "Europe/Moscow"
    crawl: DirectoryCrawl = DirectoryCrawl()


class Server(Section):
    """`[server]`: the MCP server."""

    name: Name = "teamlandkarte"
    toolsets: Annotated[tuple[Toolset, ...], Field(strict=False, min_length=1)] = ("staffing",)
    host: Name = "127.0.0.1"
    port: Annotated[int, Field(gt=0, lt=65536)] = 8000
    allowed_hosts: Names = ()
    allowed_origins: Names = ()
    search_ttl_minutes: PositiveInt = 60
    max_searches: PositiveInt = 100
    stale_after_hours: PositiveInt = 36


class Refresh(Section):
    """`[refresh]`: what a refresh lets pass before it publishes, and what it may use."""

    max_drop: Fraction = 0.3
    max_rejected: Fraction = 0.2
    few_rejected: Count = 10
    memory_mb: Annotated[int, Field(ge=256)] = 1024


class Storage(Section):
    """`[storage]`: where dataset versions and the run history lie, and how long they are kept."""

    path: FilePath = Path("data")
    grace_hours: Count = 24
    keep_versions: PositiveInt = 7
    keep_days: Count = 14
    erasure_days: Annotated[int, Field(gt=0, le=36_500)] = 7


class Schedule(Section):
    """`[schedule]`: when `teamlandkarte schedule` refreshes."""

    cron: Name = "30 3 * * *"
    timezone: Name = "Europe/Berlin"
    grace_hours: Count = 12


class Notify(Section):
    """`[notify]`: who hears of a refresh run that failed."""

    command: Names = ()
    webhook: str = ""
    timeout_seconds: PositiveInt = 30


class Metrics(Section):
    """`[metrics]`: where a monitor reads how the last refresh run went; empty: nowhere."""

    path: str = ""


class Config(Section):
    """The whole configuration; `origin` is the file it came from, None for the built-in defaults."""

    origin: Path | None = None
    credentials: Credentials = Credentials()
    database: Database = Database()
    azure_openai: AzureOpenAI = AzureOpenAI()
    openai: OpenAI = OpenAI()
    embedding: Embedding = Embedding()
    embedding_cache: EmbeddingCache = EmbeddingCache()
    vocabulary: VocabularyFiles = VocabularyFiles()
    matching: Matching = Matching()
    directory: Directory = Directory()
    server: Server = Server()
    refresh: Refresh = Refresh()
    storage: Storage = Storage()
    schedule: Schedule = Schedule()
    notify: Notify = Notify()
    metrics: Metrics = Metrics()
