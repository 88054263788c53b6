"""Configurations that are written down in a test."""

from pathlib import Path

import pytest

from teamlandkarte.index.config import Config
from teamlandkarte.index.config_file import read_config
from teamlandkarte.index.errors import ConfigError


def config_of(folder: Path, text: str, environment: dict[str, str] | None = None) -> Config:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return read_config(environment=environment or {}, directory=folder)


def problems_of(folder: Path, text: str, environment: dict[str, str] | None = None) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        config_of(folder, text, environment)
    return list(caught.value.problems)
