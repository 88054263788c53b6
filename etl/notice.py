"""Telling someone that a refresh run failed: a program, a webhook, or both, as `[notify]` names them.

What is told is the run's record, which holds no secret and no personal data. A notice that does not arrive is logged
and changes nothing else. The address of a webhook is never logged, since many services hide a key in it.
"""

import logging
import os
import signal
import subprocess
import threading
from collections.abc import Callable

import requests

from teamlandkarte.index.config import Notify
from teamlandkarte.index.config_file import CREDENTIAL_VARIABLES
from teamlandkarte.index.runs import RefreshRun

_log = logging.getLogger(__name__)

_STANDARD_ERROR = 2  # whatever a program prints belongs into the log; standard output holds the answer of a command


def notify(settings: Notify, run: RefreshRun) -> None:
    """Send the record of a run as JSON to the program's standard input and to the webhook by POST."""
    document = run.model_dump_json().encode()
    if settings.command:
        _attempt("command", lambda: _start(settings.command, document, settings.timeout_seconds))
    if settings.webhook:
        _attempt("webhook", lambda: _post_within(settings.webhook, document, settings.timeout_seconds))


def unreachable(webhook: str, seconds: int) -> str | None:
    """Return why nothing answers at an address, None where anything does; no notice is sent."""
    answered = _answer("HEAD", webhook, seconds)
    return answered if isinstance(answered, str) else None


def _attempt(key: str, send: Callable[[], str | None]) -> None:
    """Send a notice and log why it did not arrive."""
    problem = send()
    if problem is None:
        _log.info("the failed run was told to [notify] %s", key)
    else:
        _log.error("the failed run could not be told to [notify] %s: %s", key, problem)


def _start(command: tuple[str, ...], document: bytes, seconds: int) -> str | None:
    """Run a program without a shell and end it, with all it started, when its time is over."""
    try:
        program = subprocess.Popen(  # noqa: S603 -- the operator's own program, its arguments as they stand
            command, stdin=subprocess.PIPE, stdout=_STANDARD_ERROR, env=_without_secrets(), start_new_session=True
        )
    except OSError as exc:
        return f"the program cannot be started ({exc.strerror})"
    with program:
        try:
            program.communicate(document, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"the program did not end within {seconds} s"
        finally:
            _end(program)
    return f"the program ended with exit code {program.returncode}" if program.returncode else None


def _without_secrets() -> dict[str, str]:
    secrets = CREDENTIAL_VARIABLES.values()
    return {name: value for name, value in os.environ.items() if name not in secrets}


def _end(program: "subprocess.Popen[bytes]") -> None:
    if program.poll() is not None:
        return
    if os.name == "nt":
        program.kill()
    else:
        os.killpg(program.pid, signal.SIGKILL)


def _post_within(address: str, document: bytes, seconds: int) -> str | None:
    """Post in a thread that is left behind when its time is over: no limit of a socket covers a whole answer."""
    outcome: list[str | None] = []
    thread = threading.Thread(target=lambda: outcome.append(_post(address, document, seconds)), daemon=True)
    thread.start()
    thread.join(seconds)
    return outcome[0] if outcome else _no_answer(seconds)


def _post(address: str, document: bytes, seconds: int) -> str | None:
    """Post without following a redirection, which would carry the record elsewhere."""
    answered = _answer("POST", address, seconds, document)
    if isinstance(answered, str):
        return answered
    return None if 200 <= answered < 300 else f"it answered HTTP {answered}"


def _answer(method: str, address: str, seconds: int, document: bytes | None = None) -> int | str:
    """Return the status of an answer, or why there was none."""
    try:
        with requests.request(
            method,
            address,
            data=document,
            headers={"Content-Type": "application/json"},
            timeout=seconds,
            allow_redirects=False,
            stream=True,
        ) as answer:
            return answer.status_code
    except requests.exceptions.SSLError:
        return "its certificate is not trusted; REQUESTS_CA_BUNDLE may name the CA file of a company"
    except requests.exceptions.Timeout:
        return _no_answer(seconds)
    except (requests.exceptions.RequestException, ValueError) as exc:  # ValueError: an address that no request can hold
        return f"it cannot be reached ({type(exc).__name__})"


def _no_answer(seconds: int) -> str:
    return f"no answer within {seconds} s"
