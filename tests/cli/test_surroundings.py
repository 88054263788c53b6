"""The command line where schedulers put it: closed or full streams, other encodings, other users, signals."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from teamlandkarte.index.disk import replace
from tests.cli.commands import COMMAND, Run
from tests.lake_files import CAPACITIES, TASKS, edit, keep_header_only

Unwritten = dict[str, tuple[int, str]]

UNWRITTEN = "Error: the output cannot be written (No space left on device)"


def shell(folder: Path, line: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env={**os.environ, "T": COMMAND, **environment},
        capture_output=True,
        timeout=120,
        check=False,
    )


def test_a_refresh_ends_well_where_its_log_is_full(configured: Path) -> None:
    done = shell(configured, '"$T" refresh --json 2> /dev/full')
    assert done.returncode == 0
    assert json.loads(done.stdout)["status"] == "succeeded"


def test_a_refused_refresh_says_so_by_its_exit_code_whatever_is_full(configured: Path, own_lake: Path) -> None:
    keep_header_only(own_lake, TASKS)
    for line in ("refresh 2> /dev/full", "refresh --json > /dev/full", "refresh --json > /dev/full 2>&1"):
        assert shell(configured, f'"$T" {line}').returncode == 4


def test_a_refresh_ends_as_it_did_where_its_answer_cannot_be_written(configured: Path) -> None:
    for line in ("refresh", "refresh --json"):
        done = shell(configured, f'"$T" {line} > /dev/full')
        assert done.returncode == 0
        assert done.stderr.decode().splitlines()[-1] == UNWRITTEN


def test_what_changes_the_versions_ends_as_it_did_where_its_answer_cannot_be_written(
    refreshed_here: Path, own_lake: Path
) -> None:
    edit(own_lake, CAPACITIES, ("Senior", "Principal"))
    assert shell(refreshed_here, '"$T" refresh').returncode == 0
    newest = (refreshed_here / "data" / "CURRENT").read_text("utf-8").strip()
    erased = ("erase --capacity K001 --yes", "erase --capacity K002 --yes --json")
    for line in ("rollback", f"rollback {newest} --json", "prune", "prune --json", *erased):
        done = shell(refreshed_here, f'"$T" {line} > /dev/full')
        assert (line, done.returncode) == (line, 0)
        assert done.stderr.decode().splitlines()[-1] == UNWRITTEN


ANSWERING = (
    "history",
    "status",
    "status --json",
    "match --competence Python",
    "verify",
    "prune --dry-run",
    "serve --print-config",
    "directory status",
    "--help",
    "--version",
)
# Each command ends as in a process of its own, and what takes longest, the start of Python, is shared.
UNHEARD = """
import os, sys
from teamlandkarte.cli.main import main
for number, line in enumerate(sys.argv[1:]):
    process = os.fork()
    if process == 0:
        os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        os.dup2(os.open(f"errors.{number}", os.O_WRONLY | os.O_CREAT), 2)
        sys.argv = ["teamlandkarte", *line.split()]
        sys.exit(main())
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module", params=["", "1"], ids=["buffered", "unbuffered"])
def unwritten(refreshed: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Unwritten:
    """How each command ended that could write nothing to its standard output, and its standard error."""
    folder = tmp_path_factory.mktemp("unwritten")
    shutil.copytree(refreshed, folder, dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", UNHEARD, *ANSWERING],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": request.param},
        stdout=subprocess.PIPE,
        timeout=120,
        check=True,
    )
    errors = [(folder / f"errors.{number}").read_text("utf-8") for number in range(len(ANSWERING))]
    return dict(zip(ANSWERING, zip(map(int, done.stdout.split()), errors, strict=True), strict=True))


@pytest.mark.parametrize("command", ANSWERING)
def test_an_answer_that_cannot_be_written_is_told_in_a_line(unwritten: Unwritten, command: str) -> None:
    code, errors = unwritten[command]
    assert (code, errors.splitlines()[-1]) == (1, UNWRITTEN)
    assert "Traceback" not in errors


def test_a_run_that_filled_the_disk_is_recorded_once_its_litter_is_gone(
    run: Run, configured: Path, own_lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staging = configured / "data" / "staging"

    def replace_where_there_is_room(path: Path, text: str) -> None:
        if staging.exists():
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(path, text)

    monkeypatch.setattr("teamlandkarte.index.runs.replace", replace_where_there_is_room)
    (own_lake / CAPACITIES).unlink()
    assert run("refresh").code == 1

    (recorded,) = json.loads(run("status", "--json").out)["refresh_runs"]
    assert recorded["status"] == "failed"


@pytest.mark.parametrize("blocks", [8, 64, 3000], ids=["scratch", "index", "snapshot"])
def test_a_limit_of_the_size_of_files_is_told_with_what_to_do(configured: Path, blocks: int) -> None:
    # Else Python would write its own files, and those in half.
    done = shell(configured, f'ulimit -f {blocks}; "$T" refresh', PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 1
    told = "Error: a file in [storage] path would be larger than the system allows; raise that limit (`ulimit -f`), "
    assert done.stderr.decode().splitlines()[-1].startswith(told)


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_standard_output_holds_the_json_alone_whatever_else_is_closed(refreshed: Path, closed: str) -> None:
    done = shell(refreshed, f'"$T" status --json {closed}')
    assert done.returncode == 0
    assert json.loads(done.stdout)["degraded"] is None


@pytest.mark.parametrize("command", ["status", "doctor", "match --competence Python"])
def test_nobody_needs_to_listen(refreshed: Path, command: str) -> None:
    done = shell(refreshed, f'"$T" {command} >&-')
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", ["erase --yes --also-if-absent --owner", "match --competence", "match --task"])
def test_bytes_of_another_encoding_are_refused_and_shown(refreshed_here: Path, words: str) -> None:
    done = shell(refreshed_here, rf"""printf 'M\374ller Eva' | xargs -0 "$T" {words}""", LC_ALL="C.UTF-8")
    assert b"Error: 'M\\udcfcller Eva' is not written as UTF-8" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not (refreshed_here / "data" / "erasure.json").exists()


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_folders_with_an_umlaut_are_used_where_the_system_says_that_all_is_ascii(configured: Path) -> None:
    bears = configured / "bär"
    bears.mkdir()
    for name in ("config.toml", "lake", ".cache"):
        (configured / name).rename(bears / name)
    config = (bears / "config.toml").read_text("utf-8")
    (bears / "config.toml").write_text(f'{config}[storage]\npath = "Straße"\n', "utf-8")
    for words in ("sample bären --people 1 --tasks 1", "refresh", "match --competence Bären"):
        done = shell(bears, f'"$T" {words}', **ASCII)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    assert "no competence “Bären”" in done.stdout.decode()
    assert (bears / "Straße" / "CURRENT").is_file()
    assert (bears / "bären" / "SAMPLE_LAKE.json").is_file()


def test_a_folder_that_is_named_in_another_encoding_is_refused_and_shown(configured: Path) -> None:
    bears = Path(os.fsdecode(os.fsencode(configured) + b"/b\xe4r"))
    bears.mkdir()
    (configured / "config.toml").rename(bears / "config.toml")
    for words in ("status", "refresh"):
        done = shell(bears, f'"$T" {words}')
        assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
        assert b"the folder 'b\\udce4r' is not named in UTF-8; rename it" in done.stderr
    sample = shell(bears, '"$T" sample lake --people 1 --tasks 1')
    assert (sample.returncode, b"Traceback" in sample.stderr) == (1, False)
    assert b"The sample lake 'lake' could not be written: its path is not named in UTF-8" in sample.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_names_reach_a_terminal_of_any_encoding(refreshed: Path, encoding: str) -> None:
    words = '"$T" match --competence Python --competence Englisch'
    table = shell(refreshed, words, PYTHONIOENCODING=encoding)
    data = shell(refreshed, f"{words} --json", PYTHONIOENCODING=encoding)
    assert (table.returncode, data.returncode) == (0, 0)
    owners = [person["owner"] for person in json.loads(data.stdout.decode(encoding))["results"]]
    assert "Ayşe Yılmaz" in owners


def test_brackets_in_what_is_printed_are_text(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[database]\npath = "a [red]lake"\n', encoding="utf-8")
    assert run("refresh").code == 1
    config.write_text(f'{config.read_text("utf-8")}[embedding]\nprovider = "openai"\n', encoding="utf-8")
    assert 'the lake folder "a [red]lake" of [database] path does not exist' in run("status").out
    checked = run("doctor").out
    assert "[embedding_cache]" in checked
    assert "[red]lake" in checked


def test_a_table_name_that_is_none_is_a_problem_of_the_configuration_also_in_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[database]\ntasks_table = "a b"\n', encoding="utf-8")
    for words in (("refresh",), ("refresh", "--json")):
        refused = run(*words)
        assert (refused.code, refused.out) == (2, "")
        assert "tasks_table" in refused.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_refresh_that_is_told_to_stop_is_recorded_as_interrupted(
    run: Run, configured: Path, number: signal.Signals
) -> None:
    with subprocess.Popen([COMMAND, "refresh"], cwd=configured, stderr=subprocess.PIPE, text=True) as refresh:
        assert refresh.stderr is not None
        assert refresh.stderr.readline().startswith("extract")
        refresh.send_signal(number)
        errors = refresh.stderr.read()
    assert refresh.returncode not in {0, 2, -number}
    assert "Traceback" not in errors
    (recorded,) = json.loads(run("status", "--json").out)["refresh_runs"]
    assert (recorded["status"], recorded["reason"]) == ("failed", "interrupted")
    assert not (configured / "data" / "staging").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs another user's folder")
def test_who_may_not_read_the_data_is_told_so(tmp_path: Path) -> None:
    # Root without root's right to read everything: another user could perhaps not read the interpreter either.
    stranger = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    secret = tmp_path / "secret"
    secret.mkdir(mode=0o700)
    os.chown(secret, 65534, 65534)
    config = tmp_path / "config.toml"
    config.write_text(f"[storage]\npath = {json.dumps(str(secret / 'data'))}\n", encoding="utf-8")
    told = subprocess.run([*stranger, COMMAND, "--config", str(config), "status"], capture_output=True, check=False)
    assert told.returncode == 1
    assert b'[storage] path cannot be read ("runs": Permission denied)' in told.stdout


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs another user's folder")
def test_who_may_not_look_into_the_working_directory_is_told_so(tmp_path: Path) -> None:
    stranger = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    home = tmp_path / "root"
    home.mkdir()
    (home / "config.toml").touch()
    os.chown(home, 65534, 65534)
    home.chmod(0o600)
    told = subprocess.run([*stranger, COMMAND, "status"], cwd=home, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert 'the working directory holds "config.toml", which cannot be reached' in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("words", [("calibrate", "."), ("calibrate", "pairs.csv", "--output", ".")])
def test_a_folder_without_a_name_of_its_own_is_named(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.code == 1
    assert f"Error: {tmp_path.name} " in done.err


def test_a_proxy_that_is_no_address_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[embedding]\nprovider = "openai"\n', encoding="utf-8")
    done = run("doctor", "--json", HTTPS_PROXY="nonsense://proxy", OPENAI_API_KEY="key")
    (check,) = [check for check in json.loads(done.out)["checks"] if check["subject"] == "embedding"]
    assert check["outcome"] == "failed"
    assert "HTTPS_PROXY" in check["detail"]


def test_a_storage_that_cannot_be_written_is_named_without_its_folder(run: Run, own_lake: Path, tmp_path: Path) -> None:
    (tmp_path / "my data").write_text("a file", encoding="utf-8")
    config = f'[storage]\npath = "my data"\n[database]\npath = {json.dumps(str(own_lake))}\n'
    (tmp_path / "config.toml").write_text(config, encoding="utf-8")
    refused = run("refresh")
    assert refused.code == 1
    assert '[storage] path cannot be written ("my data": ' in " ".join(refused.err.split())
    assert str(tmp_path) not in refused.err
