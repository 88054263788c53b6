"""Settings that are fine one by one and cannot be meant together."""

from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import SecretStr

from teamlandkarte.index.config import Config
from teamlandkarte.index.crawl_rules import CRAWL_RULES, Rule
from teamlandkarte.index.cron import Cron

_AZURE_KEY = "AZURE_OPENAI_EMBEDDING_API_KEY"
_OPENAI_KEY = "OPENAI_API_KEY"
_WHERE = "in the environment or in a file .env beside config.toml"


def contradictions(config: Config, *, ignoring: Collection[str]) -> list[str]:
    """Return one sentence per contradiction; rules about a key in `ignoring` (`section.key`) are left out."""
    return [
        sentence
        for keys, rule in _RULES
        if not any(key in ignoring or key.split(".")[0] in ignoring for key in keys)
        if (sentence := rule(config)) is not None
    ]


def missing_for_refresh(config: Config) -> list[str]:
    """Return one sentence per secret that a refresh needs and does not have; serving needs none of them."""
    problems = (_missing_user(config), _unusable_password(config), missing_embedding_key(config))
    return [problem for problem in problems if problem]


def missing_embedding_key(config: Config) -> str | None:
    """Return what is missing to ask the chosen embedding service; a compatible service may need no key."""
    secrets = config.credentials
    if config.embedding.provider != "openai":
        return None
    if config.azure_openai.endpoint:
        missing = f"[azure_openai] endpoint needs {_AZURE_KEY} {_WHERE}"
        return _unusable(_AZURE_KEY, secrets.azure_openai_api_key) if secrets.azure_openai_api_key else missing
    if config.openai.base_url or secrets.openai_api_key:
        return _unusable(_OPENAI_KEY, secrets.openai_api_key)
    return f'[embedding] provider = "openai" needs {_OPENAI_KEY} {_WHERE}'


def _unusable(variable: str, secret: SecretStr | None) -> str | None:
    """Say so where a secret holds what no header of a request can: it was not copied as it is."""
    value = secret.get_secret_value() if secret else ""
    if value.isascii() and value.isprintable() and " " not in value:
        return None
    return f"{variable} holds a blank, a line break or a letter that is not ASCII; copy the key again"


def _unusable_password(config: Config) -> str | None:
    password = config.credentials.lake_password
    if config.database.backend != "trino" or password is None:
        return None
    try:
        password.get_secret_value().encode("latin-1")
    except UnicodeEncodeError:
        return (
            "DATA_LAKE_PASSWORD holds a letter that a request cannot carry (outside Latin-1); choose another password"
        )
    return None


def _missing_user(config: Config) -> str | None:
    if config.database.backend != "trino" or (config.credentials.lake_username or "").strip():
        return None
    return f'[database] backend = "trino" needs DATA_LAKE_USERNAME {_WHERE}'


def _thresholds(config: Config) -> str | None:
    top, good, partial = (getattr(config.matching, f"{name}_threshold") for name in ("top", "good", "partial"))
    if top > good > partial:
        return None
    return (
        f"[matching] top_threshold = {top}, good_threshold = {good}, partial_threshold = {partial}: "
        "each must be below the one before it"
    )


def _part_weights(config: Config) -> str | None:
    if config.matching.competence_weight + config.matching.role_weight > 0:
        return None
    return "[matching] competence_weight = 0 and role_weight = 0: at least one must be above 0"


def _lake_host(config: Config) -> str | None:
    host = config.database.host
    if config.database.backend != "trino":
        return None
    if not host:
        return '[database] host = "": backend = "trino" needs the name of the Trino server'
    if "/" in host or ("." in host and ":" in host) or any(map(str.isspace, host)):
        return f'[database] host = "{host}": give the name alone; http_scheme and port are keys of their own'
    return None


def _password_over_http(config: Config) -> str | None:
    database = config.database
    if database.backend == "trino" and database.http_scheme == "http" and config.credentials.lake_password:
        return '[database] http_scheme = "http": DATA_LAKE_PASSWORD would travel in the clear; use "https"'
    return None


def _password_without_user(config: Config) -> str | None:
    secrets = config.credentials
    if config.database.backend == "trino" and secrets.lake_password and not secrets.lake_username:
        return "DATA_LAKE_PASSWORD is set without DATA_LAKE_USERNAME: set both"
    return None


def _certificate_file(config: Config) -> str | None:
    database = config.database
    if database.backend != "trino" or isinstance(database.verify_ssl, bool) or Path(database.verify_ssl).is_file():
        return None
    return (
        f'[database] verify_ssl = "{Path(database.verify_ssl).name}": there is no such certificate file; '
        "give true, false (without quotes) or the path of a PEM file"
    )


def _storage_folder(config: Config) -> str | None:
    if "?" not in str(config.storage.path):
        return None
    return '[storage] path: DuckDB keeps no file in a folder with "?" in its name; choose another folder'


def _erasure_in_time(config: Config) -> str | None:
    storage = config.storage
    if storage.grace_hours <= 24 * storage.erasure_days:
        return None
    return (
        f"[storage] grace_hours = {storage.grace_hours} and erasure_days = {storage.erasure_days}: a version would be "
        "kept longer than an erased person may be; lower grace_hours"
    )


def _two_services(config: Config) -> str | None:
    if config.azure_openai.endpoint and config.openai.base_url:
        return "[azure_openai] endpoint and [openai] base_url are both set: keep the one that shall be asked"
    return None


def _cron(config: Config) -> str | None:
    try:
        Cron.parse(config.schedule.cron)
    except ValueError as exc:
        return f'[schedule] cron = "{config.schedule.cron}": {exc}'
    return None


def _timezone(section: str, name: str) -> str | None:
    try:
        ZoneInfo(name)
    except (OSError, ValueError, LookupError):  # a folder of zones; a path or a NUL; unknown
        return f'[{section}] timezone = "{name}": there is no such time zone; write it as in "Europe/Berlin" or "UTC"'
    return None


def _webhook(config: Config) -> str | None:
    if _address("", config.notify.webhook) is None:
        return None  # the message does not repeat the address, since many services hide a key in it
    return "[notify] webhook: expected an address such as https://host/…, without user name and password"


def _metrics_file(config: Config) -> str | None:
    name = Path(config.metrics.path).name
    if not name or name.endswith(".prom"):
        return None
    return f'[metrics] path = "{name}": the node exporter reads only files that end in .prom'


def _address(label: str, address: str) -> str | None:
    if not address:
        return None
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return f"{label}: not an address; write it as https://host/…"
    if parts.username or parts.password:
        return f"{label}: no user name or password in an address; the key belongs into the environment or a .env file"
    return None if usable else f'{label} = "{address}": expected an address such as https://host/…'


_RULES: tuple[tuple[tuple[str, ...], Rule], ...] = (
    (("matching.top_threshold", "matching.good_threshold", "matching.partial_threshold"), _thresholds),
    (("matching.competence_weight", "matching.role_weight"), _part_weights),
    (("database.backend", "database.host"), _lake_host),
    (("database.backend", "database.http_scheme"), _password_over_http),
    (("database.backend",), _password_without_user),
    (("database.backend", "database.verify_ssl"), _certificate_file),
    (("storage.path",), _storage_folder),
    (("storage.grace_hours", "storage.erasure_days"), _erasure_in_time),
    (("azure_openai.endpoint", "openai.base_url"), _two_services),
    (("azure_openai.endpoint",), lambda config: _address("[azure_openai] endpoint", config.azure_openai.endpoint)),
    (("openai.base_url",), lambda config: _address("[openai] base_url", config.openai.base_url)),
    (("schedule.cron",), _cron),
    (("schedule.timezone",), lambda config: _timezone("schedule", config.schedule.timezone)),
    *CRAWL_RULES,
    (("directory.timezone",), lambda config: _timezone("directory", config.directory.timezone)),
    (("notify.webhook",), _webhook),
    (("metrics.path",), _metrics_file),
)
