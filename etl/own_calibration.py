"""The calibration of the configured model, where somebody has fitted one: the file that `calibrate` writes."""

import json
from pathlib import Path

from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import DatasetError, RefreshError

_KEY = "[embedding] calibration"


def own_calibration(config: Config, model: str) -> Calibration | None:
    """Return the configured calibration of a model, None where the built-in one holds.

    Raises:
        RefreshError: The file is not there, is no calibration, or was fitted for another model.
    """
    if not config.embedding.calibration:
        return None
    path = Path(config.embedding.calibration)
    try:
        calibration = Calibration.from_json(json.loads(path.read_text("utf-8")))
    except OSError as exc:
        raise RefreshError(f"{_KEY}: the file {path.name} cannot be read ({exc.strerror}); correct the key") from exc
    except (ValueError, TypeError, DatasetError) as exc:
        raise RefreshError(f"{_KEY}: {path.name} is no calibration; write it with `teamlandkarte calibrate`") from exc
    if calibration.model != model:
        raise RefreshError(
            f"{_KEY}: {path.name} was fitted for {calibration.model or 'no model'}, and the model is {model}; fit one "
            "for it with `teamlandkarte calibrate`, or empty the key"
        )
    return calibration


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration as `own_calibration` reads it.

    Raises:
        RefreshError: The file cannot be written.
    """
    try:
        path.write_text(json.dumps(calibration.to_json(), ensure_ascii=False, indent=2) + "\n", "utf-8")
    except OSError as exc:
        raise RefreshError(f"{path.name} cannot be written ({exc.strerror}); name another file with --output") from exc
