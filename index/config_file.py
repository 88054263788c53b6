"""Finding and reading config.toml, the environment and `.env`: the only reader of either.

Every problem is reported at once in one `ConfigError`, in our own words. What the keys mean is `config`, which of them
contradict each other is `contradictions`.
"""

import json
import logging
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import platformdirs
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

from teamlandkarte.index import characters
from teamlandkarte.index.config import Config, Credentials, Section
from teamlandkarte.index.contradictions import contradictions
from teamlandkarte.index.errors import ConfigError
from teamlandkarte.index.unmeant_texts import why_unmeant

_log = logging.getLogger(__name__)

CONFIG_VARIABLE = "TEAMLANDKARTE_CONFIG"
CREDENTIAL_VARIABLES = {
    "lake_username": "DATA_LAKE_USERNAME",
    "lake_password": "DATA_LAKE_PASSWORD",
    "azure_openai_api_key": "AZURE_OPENAI_EMBEDDING_API_KEY",
    "openai_api_key": "OPENAI_API_KEY",
}
SECTIONS: dict[str, type[Section]] = {
    name: found.annotation
    for name, found in Config.model_fields.items()
    if name != "credentials" and isinstance(found.annotation, type) and issubclass(found.annotation, Section)
}

_CLOSE_SPELLING = 70.0  # per cent: "prot" finds "port", a word of another meaning finds nothing
_SHOWN_VALUE = 80  # characters of an offending value that a message repeats
_SECRET_WORDS = ("key", "password", "passwort", "secret", "token", "credential", "user")
_WORDS: Mapping[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    Path: "a path in quotes that is not empty",
}
_PATHS_AS_TEXT = (("vocabulary", "aliases"), ("embedding", "calibration"), ("metrics", "path"))
_SIGNS = {"gt": "above", "ge": "from", "lt": "below", "le": "up to"}


def read_config(
    explicit: Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Config:
    """Return the configuration: `explicit`, else TEAMLANDKARTE_CONFIG, else ./config.toml, else the built-in defaults.

    Paths in a file are relative to that file; the defaults lie in the user's data folder.

    Raises:
        ConfigError: naming every problem found, not only the first.
    """
    environment = os.environ if environment is None else environment
    directory = _working_directory() if directory is None else directory
    path = _find(explicit, environment, directory)
    if path is None:
        return _built_in(_credentials(environment, None))
    problems = _Problems()
    tables = _tables(path, problems)
    sections = {name: _section(name, SECTIONS[name], tables[name], problems) for name in SECTIONS if name in tables}
    read = Config.model_validate({"origin": path, "credentials": _credentials(environment, path.parent), **sections})
    config = _resolved(read, path.parent, problems)
    problems.sentences += contradictions(config, ignoring=problems.keys)
    if problems.sentences:
        raise ConfigError(problems.sentences)
    return config


@dataclass
class _Problems:
    """What is wrong: a sentence each, and the keys (`section.key`) whose value could not be used."""

    sentences: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)


def _find(explicit: Path | None, environment: Mapping[str, str], directory: Path) -> Path | None:
    """Return the absolute path of the file to read, None when there is none; a file that was named must exist."""
    source, named = ("--config", explicit) if explicit else (CONFIG_VARIABLE, environment.get(CONFIG_VARIABLE))
    source, name = (f"{source} names", named) if named else ("the working directory holds", "config.toml")
    try:
        path = directory / Path(name).expanduser()
        if not named:
            path.lstat()
        what = None if path.is_file() else "is a folder" if path.is_dir() else "does not exist"
    except FileNotFoundError:  # and no link that leads nowhere either
        return None
    except (OSError, RuntimeError, ValueError):  # no rights on the way to it, an unknown user after ~, a NUL
        what = "cannot be reached"
    if what:
        raise ConfigError([f'{source} "{name}", which {what}; give the path of a config.toml with --config'])
    return path.absolute()


def _working_directory() -> Path:
    try:
        return Path.cwd()
    except OSError as exc:
        raise ConfigError(["the working directory is gone; change to one that exists"]) from exc


def _tables(path: Path, problems: _Problems) -> dict[str, Any]:
    """Return the known top-level tables of a file."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as exc:
        raise ConfigError([f"{path.name} cannot be read ({exc.strerror}); check its permissions"]) from exc
    except UnicodeDecodeError as exc:
        raise ConfigError([f"{path.name} is not UTF-8 text; save it in that encoding"]) from exc
    except tomllib.TOMLDecodeError as exc:
        hint = "; put Windows paths in 'single quotes'" if "\\" in str(exc) or "hex" in str(exc) else ""
        raise ConfigError([f"{path.name} is not valid TOML: {exc}{hint}"]) from exc
    if content and not content.keys() & SECTIONS.keys():
        known = ", ".join(f"[{name}]" for name in SECTIONS)
        message = f"{path.name} has none of the sections {known}; name another file with --config or {CONFIG_VARIABLE}"
        raise ConfigError([message])
    for name in content.keys() - SECTIONS.keys():
        problems.sentences.append(_unknown_section(name))
    return {name: table for name, table in content.items() if name in SECTIONS}


def _unknown_section(name: str) -> str:
    if name == "credentials":
        variables = ", ".join(CREDENTIAL_VARIABLES.values())
        return f"[credentials]: secrets belong into the environment or a .env file, as {variables}"
    near = _nearest(name, list(SECTIONS))
    known = ", ".join(f"[{section}]" for section in SECTIONS)
    return f"[{name}]: unknown section; " + (f"did you mean [{near}]?" if near else f"there are {known}")


def _section(label: str, kind: type[Section], table: object, problems: _Problems) -> Section:
    """Return the section; keys that cannot be used are reported and keep their default."""
    if not isinstance(table, dict):
        problems.sentences.append(f"{label} = {_shown(table)}: expected a section, written [{label}]")
        problems.keys.add(label)
        return kind()
    fields, values = _fields(kind), dict[str, object]()
    for key, value in table.items():
        if key not in fields:
            problems.sentences.append(_unknown_key(label, kind, key, value))
        elif (inner := _inner_section(fields[key])) is not None:
            values[key] = _section(f"{label}.{key}", inner, value, problems)
        elif why := why_unmeant(value, may_be_empty=fields[key].default == ""):
            problems.sentences.append(f"[{label}] {key} {why}")
            problems.keys.add(f"{label}.{key}")
        else:
            values[key] = value
    try:
        return kind.model_validate(values)
    except ValidationError as exc:
        wrong = {str(error["loc"][0]) for error in exc.errors(include_url=False)}
    for key in (key for key in values if key in wrong):
        problems.sentences.append(f"[{label}] {key} = {_shown(values[key])}: expected {_expectation(fields[key])}")
        problems.keys.add(f"{label}.{key}")
    return kind.model_validate({key: value for key, value in values.items() if key not in wrong})


def _unknown_key(label: str, kind: type[Section], key: str, value: object) -> str:
    start = f"[{label}] {key} = {_shown(value)}: unknown key; "
    if any(word in key.lower() for word in _SECRET_WORDS):
        start = f"[{label}] {key}: unknown key (if it is a secret: those belong into the environment or a .env file); "
    near = _nearest(key, list(_fields(kind)))
    elsewhere = [name for name, other in SECTIONS.items() if key in _fields(other)]
    if near:
        return f"{start}did you mean {near}?"
    if elsewhere:
        return f"{start}did you mean it in [{elsewhere[0]}]?"
    return f"{start}[{label}] knows {', '.join(_fields(kind))}"


def _fields(kind: type[Section]) -> dict[str, FieldInfo]:
    """Return the fields of a section under the names they have in the file."""
    return {found.alias or name: found for name, found in kind.model_fields.items()}


def _nearest(word: str, known: list[str]) -> str | None:
    from rapidfuzz import fuzz, process  # only a mistake needs it, and a server must start quickly

    found = process.extractOne(word.lower(), known, scorer=fuzz.ratio, score_cutoff=_CLOSE_SPELLING)
    return found[0] if found else None


def _inner_section(found: FieldInfo) -> type[Section] | None:
    kind = found.annotation
    return kind if isinstance(kind, type) and issubclass(kind, Section) else None


def _expectation(found: FieldInfo) -> str:
    """Return in words what a key accepts, out of its type and bounds."""
    bounds = [
        f"{sign} {getattr(rule, name):.7g}"
        for rule in found.metadata
        for name, sign in _SIGNS.items()
        if getattr(rule, name, None) is not None
    ]
    if any(getattr(rule, "min_length", None) for rule in found.metadata):
        bounds.append("that is not empty")
    return " ".join([_kind(found.annotation), " and ".join(bounds)]).strip()


def _kind(annotation: object) -> str:
    """Return a type in the words of someone who writes the file."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(json.dumps(choice) for choice in parts)
    if origin is Annotated:
        return _kind(parts[0])
    if origin is tuple:
        return f'a list ["…", …], each {_kind(parts[0])}'
    if origin in (Union, UnionType):
        return " or ".join(_kind(part) for part in parts)
    return _WORDS[annotation]


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_VALUE else text[:_SHOWN_VALUE] + "…"


def _credentials(environment: Mapping[str, str], folder: Path | None) -> Credentials:
    """Return the secrets: the environment first, then `.env` beside the file; an empty value is none."""
    beside: Mapping[str, str | None] = {}
    if folder is not None and (folder / ".env").is_file():
        from dotenv import dotenv_values

        try:
            beside = dotenv_values(folder / ".env", interpolate=False, encoding="utf-8-sig")
        except PermissionError:
            _log.warning(".env beside the configuration may not be read; its secrets are not known")
        except UnicodeDecodeError as exc:
            raise ConfigError([".env is not UTF-8 text; save it in that encoding"]) from exc
    values = {
        name: environment.get(variable) or beside.get(variable) for name, variable in CREDENTIAL_VARIABLES.items()
    }
    return Credentials(
        lake_username=values.pop("lake_username"),
        **{name: SecretStr(value) if value else None for name, value in values.items()},
    )


def _resolved(config: Config, folder: Path, problems: _Problems) -> Config:
    """Return the configuration with its paths absolute, relative ones taken from `folder`."""
    if odd := [name for name in folder.parts if not characters.are_whole(name)]:
        advice = "rename it, or name a config.toml elsewhere with --config"  # libraries take paths in UTF-8 alone
        raise ConfigError([f"the folder {odd[0]!a} is not named in UTF-8; {advice}"])
    config = config.model_copy(update=_absolute_paths(config, "", folder, problems))
    if (command := config.notify.command) and Path(command[0]).name != command[0]:  # a bare name is looked for in PATH
        program = str(_absolute(Path(command[0]), "notify", "command", folder, problems))
        notify = config.notify.model_copy(update={"command": (program, *command[1:])})
        config = config.model_copy(update={"notify": notify})
    return config


def _absolute_paths(section: Section, label: str, folder: Path, problems: _Problems) -> dict[str, object]:
    changed: dict[str, object] = {}
    for key, value in section:
        if isinstance(value, Section):
            inner = _absolute_paths(value, f"{label}.{key}".lstrip("."), folder, problems)
            changed[key] = value.model_copy(update=inner)
        elif isinstance(value, Path):
            changed[key] = _absolute(value, label, key, folder, problems)
        elif isinstance(value, str) and value and (label, key) in _PATHS_AS_TEXT:  # empty: no such file
            changed[key] = str(_absolute(Path(value), label, key, folder, problems))
    return changed


def _absolute(path: Path, label: str, key: str, folder: Path, problems: _Problems) -> Path:
    try:
        return folder / path.expanduser()
    except RuntimeError:  # an unknown user after ~
        problems.sentences.append(f"[{label}] {key} = {_shown(str(path))}: not a path on this machine")
        problems.keys.add(f"{label}.{key}")
        return path


def _built_in(credentials: Credentials) -> Config:
    """Return the defaults, which run on the sample lake, in the user's own folders."""
    try:
        folder = platformdirs.user_data_path("teamlandkarte", appauthor=False)
    except RuntimeError as exc:
        message = "this user has no home directory for the built-in defaults; set HOME or name a file with --config"
        raise ConfigError([message]) from exc
    return _resolved(Config(credentials=credentials), folder, _Problems())
