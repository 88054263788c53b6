"""A copy of the employee directory that a program keeps in step: call, apply, verify, store; if all fails, begin anew.

mirror = DirectoryMirror(HttpCall("http://127.0.0.1:8001/mcp"), Path("employees.json"))
update = mirror.update()
mirror.employees["staff/ivanova"]["full_name"]
"""

import gzip
import json
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

from teamlandkarte.index.disk import replace
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.profiles import checksum, dataset_hash

Call = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]  # name of a tool and its arguments → the document

_TIMEOUT = 60  # seconds
_CHECK = "check the address, and that `teamlandkarte serve --http --toolsets directory` runs there"
_CHANGES = ("added", "updated", "dismissed")
_MALFORMED = (AttributeError, LookupError, TypeError, ValueError)  # by what an answer of another shape fails
_PARTS = ("hash", "include_data", "employees")  # of a copy, in the order in which they are written
_BEGINNING = b'{"hash": '


@dataclass(frozen=True)
class Update:
    """What an update did to the copy: by everything or by changes alone, and to how many people."""

    mode: str
    added: int = 0
    updated: int = 0
    dismissed: int = 0
    removed: int = 0


class DirectoryMirror:
    """A copy of the directory: `employees` by profile key, as `sync_employees` sends them, and their common `hash`."""

    def __init__(self, call: Call, file: Path | None = None, *, include_data: bool = True) -> None:
        """Take what calls a tool, and the file in which the copy is kept; without one it lives in memory only.

        A copy that is damaged, or was kept with other `include_data`, is as good as none.

        Raises:
            RequestError: the file cannot be read, or is no copy: it stays as it is.
        """
        self._call = call
        self._file = file
        self._include_data = include_data
        self.hash: str | None = None
        self.employees: dict[str, dict[str, Any]] = {}
        self._load()

    def update(self) -> Update:
        """Bring the copy up to date; changes that do not lead to what they promise are replaced by everything.

        Raises:
            RequestError: the service does not answer as one, even everything has not the hash that it promises, or the
                service has no directory any more, which says nothing about the people in the copy.
        """
        try:
            return self._updated()
        except _MALFORMED as exc:
            raise _not_one(exc) from exc

    def _updated(self) -> Update:
        answer = self._sync(self.hash)
        if answer.get("mode") == "delta":
            employees = _applied(self.employees, answer["changes"])
            if self._is_right(employees, answer):
                self._keep(employees, answer)
                changes = answer["changes"]
                return Update("delta", **{name: len(changes[name]) for name in (*_CHANGES, "removed")})
            answer = self._sync(None)
        employees = {employee["profile_key"]: employee for employee in answer.get("items", ())}
        if answer.get("mode") != "full" or not self._is_right(employees, answer):
            raise RequestError("the directory that the service sent does not have the hash that it promises")
        if answer.get("to_hash") is None and self.employees:
            kept = "the copy stays as it is; if the directory was given up, delete the copy"
            raise RequestError(f"the service has no directory; {kept}")
        self._keep(employees, answer)
        return Update("full", added=len(employees))

    def _sync(self, held: str | None) -> Mapping[str, Any]:
        arguments = {"include_data": self._include_data} | ({"client_hash": held} if held else {})
        return self._call("sync_employees", arguments)

    def _is_right(self, employees: Mapping[str, Mapping[str, Any]], answer: Mapping[str, Any]) -> bool:
        """Return whether a copy has the promised hash, and what has just come the promised profiles."""
        entries = [(key, employee["status"], employee["checksum"]) for key, employee in employees.items()]
        promised = answer.get("to_hash")
        if promised is not None and dataset_hash(entries) != promised:
            return False
        sent = answer.get("items") or [one for name in _CHANGES for one in answer.get("changes", {}).get(name, ())]
        return not self._include_data or all(checksum(one["data"]) == one["checksum"] for one in sent)

    def _keep(self, employees: dict[str, dict[str, Any]], answer: Mapping[str, Any]) -> None:
        self.employees, self.hash = dict(sorted(employees.items())), answer.get("to_hash")
        if self._file is not None:
            copy = (self.hash, self._include_data, list(self.employees.values()))
            replace(self._file, json.dumps(dict(zip(_PARTS, copy, strict=True)), ensure_ascii=False))

    def _load(self) -> None:
        copy = _kept(self._file) if self._file else {}
        try:
            if copy.get("include_data") is self._include_data:
                self.employees = {employee["profile_key"]: employee for employee in copy["employees"]}
                self.hash = copy["hash"]
        except _MALFORMED:
            self.employees, self.hash = {}, None


def _kept(file: Path) -> dict[str, Any]:
    """Return the copy in a file, an empty one where there is no file yet or where a former copy is damaged."""
    try:
        if not file.exists():
            return {}
        content = file.read_bytes() if file.is_file() else b"no file"
    except OSError as exc:
        raise RequestError(f"{file.name} cannot be read ({exc.strerror}); name another file") from exc
    try:
        copy = json.loads(content) or {}
        is_ours = isinstance(copy, dict) and copy.keys() <= set(_PARTS)
    except (ValueError, RecursionError):
        copy, held = {}, content.strip(b"\0 \n")  # zeros are what a power cut leaves
        is_ours = _BEGINNING.startswith(held[: len(_BEGINNING)])
    if not is_ours:
        raise RequestError(
            f"{file.name} is not empty and holds no copy of a directory; it stays as it is; name another file or "
            "delete it"
        )
    return copy


class HttpCall:
    """Calls tools of a directory service by plain JSON-RPC over HTTP."""

    def __init__(self, address: str) -> None:
        """Take an address such as `http://127.0.0.1:8001/mcp`.

        Raises:
            RequestError: it is none.
        """
        if not address.startswith(("http://", "https://")):
            raise RequestError(f'"{address}" is no address; write it as http://HOST:PORT/mcp')
        self._address = address

    def __call__(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the document that a tool answers with.

        Raises:
            RequestError: the service cannot be reached, is none, or refuses.
        """
        params = {"name": tool, "arguments": dict(arguments)}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "gzip"}
        try:
            request = urllib.request.Request(self._address, body, headers)  # noqa: S310 -- the scheme was looked at
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as response:  # noqa: S310
                content = response.read()
                if response.headers.get("Content-Encoding") == "gzip":
                    content = gzip.decompress(content)
            answer = json.loads(content)
            if "error" in answer:
                raise RequestError(f"the directory service refuses: {answer['error']['message']}")
            document: Mapping[str, Any] = json.loads(answer["result"]["content"][0]["text"])
        except urllib.error.HTTPError as exc:
            raise RequestError(f"{self._address} answers with HTTP status {exc.code}; {_CHECK}") from exc
        except OSError as exc:
            reason = getattr(exc, "reason", exc)
            raise RequestError(f"{self._address} cannot be reached ({reason}); {_CHECK}") from exc
        except (HTTPException, EOFError, zlib.error, *_MALFORMED) as exc:
            raise _not_one(exc) from exc
        return document


def _not_one(exc: Exception) -> RequestError:
    return RequestError(f"the directory service does not answer as one ({type(exc).__name__})")


def _applied(
    employees: Mapping[str, dict[str, Any]], changes: Mapping[str, Iterable[dict[str, Any]]]
) -> dict[str, dict[str, Any]]:
    """Return a copy after the changes."""
    copy = dict(employees)
    for name in _CHANGES:
        copy |= {employee["profile_key"]: employee for employee in changes[name]}
    for gone in changes["removed"]:
        copy.pop(gone["profile_key"], None)
    return copy
