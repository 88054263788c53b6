"""The calibration of the configured model, where somebody has fitted one: the file that `calibrate` writes."""

import json
from pathlib import Path

from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.config import Config
from teamlandkarte.index.disk import replace
from teamlandkarte.index.errors import DatasetError, RefreshError

_KEY = "[embedding] calibration"
_UNREADABLE = (ValueError, TypeError, RecursionError, DatasetError)  # by what a file that is no calibration fails


def own_calibration(config: Config, model: str) -> Calibration | None:
    """Return the configured calibration of a model, None where the built-in one holds.

    Raises:
        RefreshError: The file is not there, is no calibration, or was fitted for another model.
    """
    if not config.embedding.calibration:
        return None
    path = Path(config.embedding.calibration)
    try:
        calibration = _parsed(path.read_text("utf-8"))
    except OSError as exc:
        raise RefreshError(f"{_KEY}: the file {path.name} cannot be read ({exc.strerror}); correct the key") from exc
    except _UNREADABLE as exc:
        raise RefreshError(f"{_KEY}: {path.name} is no calibration; write it with `teamlandkarte calibrate`") from exc
    if calibration.model != model:
        raise RefreshError(
            f"{_KEY}: {path.name} was fitted for {calibration.model or 'no model'}, and the model is {model}; fit one "
            "for it with `teamlandkarte calibrate`, or empty the key"
        )
    return calibration


def refuse_other_files(path: Path) -> None:
    """Look whether a calibration may be written there: nothing but an older one is replaced.

    Raises:
        RefreshError: The file holds something else, cannot be read, or is a device or a folder.
    """
    try:
        if path.exists() and not path.is_file():
            raise RefreshError(f"{path.name} is no file; name another one with --output")
        written = path.read_text("utf-8") if path.exists() else ""
        if written.strip():
            _parsed(written)
    except OSError as exc:
        raise RefreshError(f"{path.name} cannot be read ({exc.strerror}); name another file with --output") from exc
    except _UNREADABLE as exc:
        raise RefreshError(
            f"{path.name} is not empty and holds no calibration; it stays as it is; name another file with --output or "
            "delete it"
        ) from exc


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration as `own_calibration` reads it, whole or not at all.

    Raises:
        RefreshError: The file cannot be written, or holds something else.
    """
    refuse_other_files(path)
    try:
        replace(path, json.dumps(calibration.to_json(), ensure_ascii=False, indent=2) + "\n")
    except OSError as exc:
        raise RefreshError(f"{path.name} cannot be written ({exc.strerror}); name another file with --output") from exc


def _parsed(text: str) -> Calibration:
    return Calibration.from_json(json.loads(text))
