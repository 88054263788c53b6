"""The shipped config.toml: every key with its default, explained."""

import re
import tomllib
from pathlib import Path

from teamlandkarte.index.config import Section
from teamlandkarte.index.config_file import SECTIONS, read_config

SHIPPED = Path(__file__).parents[2] / "config.toml"


def keys_of(kind: type[Section], prefix: str = "") -> set[str]:
    keys: set[str] = set()
    for name, found in kind.model_fields.items():
        key = f"{prefix}{found.alias or name}"
        inner = found.annotation
        nested = isinstance(inner, type) and issubclass(inner, Section)
        keys |= keys_of(inner, f"{key}.") if nested and isinstance(inner, type) else {key}
    return keys


def flattened(table: dict[str, object], prefix: str = "") -> set[str]:
    keys: set[str] = set()
    for name, value in table.items():
        keys |= flattened(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}"}
    return keys


def test_the_shipped_file_names_every_key() -> None:
    expected = {key for name, kind in SECTIONS.items() for key in keys_of(kind, f"{name}.")}
    assert flattened(tomllib.loads(SHIPPED.read_text(encoding="utf-8"))) == expected


def test_the_shipped_file_shows_the_defaults(tmp_path: Path) -> None:
    here = tmp_path / "config.toml"
    configs = []
    for text in ("", SHIPPED.read_text(encoding="utf-8")):
        here.write_text(text, encoding="utf-8")
        configs.append(read_config(here, environment={}, directory=tmp_path))
    assert configs[0] == configs[1]


def test_the_shipped_file_explains_every_section() -> None:
    headings = [line for line in SHIPPED.read_text(encoding="utf-8").splitlines() if line.startswith("[")]
    assert all("#" in line for line in headings if line != "[matching.similarity]")


def test_every_key_of_the_shipped_file_is_explained_where_it_stands() -> None:
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    keys = [line for line in lines if re.match(r"\w+ = ", line)]
    assert len(keys) > 50
    assert [line for line in keys if "  # " not in line and " # " not in line] == []
