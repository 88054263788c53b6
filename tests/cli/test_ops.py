"""The files under ops/: each is understood by what reads it, and calls commands and options that exist."""

import configparser
import json
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.commands import COMMAND, Run, surroundings

OPS = Path(__file__).parents[2] / "ops"
UNITS = sorted((OPS / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
PLIST = OPS / "launchd" / "com.example.teamlandkarte.refresh.plist"
TASK = ET.fromstring((OPS / "windows" / "teamlandkarte-refresh.xml").read_text(encoding="utf-8"))
TASK_NAMESPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


def unit(path: Path) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(strict=True, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment, method-assign]  # systemd's keys have upper case letters
    parsed.read_string(path.read_text(encoding="utf-8"))
    return parsed


def crontab() -> tuple[str, str, str]:
    """Return when, as whom and what cron runs."""
    lines = (OPS / "cron" / "teamlandkarte").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line and not line.startswith("#") and not re.match(r"[A-Z]+=", line)]
    *when, user, command = line.split(maxsplit=6)
    return " ".join(when), user, command


def task(path: str) -> str:
    found = TASK.findtext("/".join(TASK_NAMESPACE + name for name in path.split("/")))
    assert found is not None, path
    return found


def calls() -> Iterator[tuple[str, list[str]]]:
    """Return each call of the product: the file, and the words behind the program's name."""
    for service in SERVICES:
        yield service.name, shlex.split(unit(service)["Service"]["ExecStart"])
    command = crontab()[2].partition("&& ")[2].partition(" 2>&1 |")[0]
    yield "cron", shlex.split(command)
    yield PLIST.name, plistlib.loads(PLIST.read_bytes())["ProgramArguments"]
    yield "Windows", [task("Actions/Exec/Command"), *task("Actions/Exec/Arguments").split()]
    compose = (OPS / "container" / "compose.yaml").read_text(encoding="utf-8")
    for command in re.findall(r"^    command: (\[.*\])$", compose, re.MULTILINE):
        yield "compose", ["teamlandkarte", *json.loads(command)]


@pytest.mark.parametrize(("file", "words"), list(calls()))
def test_what_they_call_exists_with_its_options(run: Run, file: str, words: list[str]) -> None:
    program, *arguments = words
    assert Path(program.replace("\\", "/")).stem == "teamlandkarte"
    assert arguments[0] == "--config"
    assert run(*arguments, "--help").code == 0


def test_every_file_is_looked_at_and_described(run: Run) -> None:
    files = {path.name for path in OPS.rglob("*") if path.is_file() and path.name != "README.md"}
    described = (OPS / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((\w+/[^)]+)\)", described))
    assert {Path(target).name for target in linked} == files
    assert all((OPS / target).is_file() for target in linked)
    assert len({file for file, _ in calls()}) == len(files) - 2  # all but the timer and the image


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_understands_the_units_and_finds_the_services_hardened(tmp_path: Path) -> None:
    copies: list[Path] = []
    for original in UNITS:  # it looks for the programs
        text = original.read_text(encoding="utf-8")
        copy = tmp_path / original.name
        copy.write_text(text.replace("/opt/teamlandkarte/.venv/bin", str(Path(sys.executable).parent)), "utf-8")
        copies.append(copy)
    checked = subprocess.run(["systemd-analyze", "verify", *copies], capture_output=True, text=True, check=False)
    assert [line for line in checked.stderr.splitlines() if "teamlandkarte" in line] == []
    assert checked.returncode == 0
    for copy in copies:
        if copy.suffix == ".service":
            rated = [
                "systemd-analyze",
                "security",
                "--offline=true",
                "--threshold=20",
                str(copy),
            ]  # of 100, lower is better
            subprocess.run(rated, capture_output=True, check=True)


@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.name)
def test_no_service_runs_as_root_or_may_write_outside_its_folders(service: Path) -> None:
    section = unit(service)["Service"]
    assert section["User"] not in {"root", ""}
    assert (section["ProtectSystem"], section["PrivateTmp"]) == ("strict", "yes")
    assert (section["NoNewPrivileges"], section["ProtectHome"]) == ("yes", "yes")
    writable = {key for key in section if key in {"StateDirectory", "CacheDirectory", "ReadWritePaths"}}
    assert bool(writable) == ("serve" not in service.name)


def test_the_timer_catches_up_and_starts_the_service_of_its_name() -> None:
    timer = unit(OPS / "systemd" / "teamlandkarte-refresh.timer")
    assert timer["Timer"]["Persistent"] == "yes"
    assert timer["Timer"]["OnCalendar"] == "*-*-* 03:30:00 Europe/Berlin"
    assert unit(OPS / "systemd" / "teamlandkarte-refresh.service")["Service"]["Type"] == "oneshot"


def test_cron_runs_at_half_past_three_as_nobody_of_power() -> None:
    when, user, command = crontab()
    assert (when, user) == ("30 3 * * *", "teamlandkarte")
    assert "%" not in command  # cron makes a line break of it
    assert (OPS / "cron" / "teamlandkarte").read_bytes().endswith(b"\n")  # without it, cron passes over the line


def test_what_cron_runs_reports_to_a_log_that_is_there_on_a_machine_where_nobody_made_a_folder(tmp_path: Path) -> None:
    logger = tmp_path / "logger"
    logger.write_text(f'#!/bin/sh\n{{ echo "$@"; cat; }} > "{tmp_path}/log"\n', encoding="utf-8")
    logger.chmod(0o755)
    (tmp_path / "config.toml").write_text('[database]\npath = "nowhere"\n', encoding="utf-8")
    line = crontab()[2].replace("/opt/teamlandkarte/.venv/bin/teamlandkarte", COMMAND)
    done = subprocess.run(
        ["/bin/sh", "-c", line.replace("/etc/teamlandkarte", str(tmp_path))],
        env=surroundings() | {"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("", "")
    log = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert log[0] == "-t teamlandkarte"
    assert log[-1].startswith('Error: the lake folder "nowhere" of [database] path does not exist')


def test_launchd_runs_at_half_past_three() -> None:
    agent = plistlib.loads(PLIST.read_bytes())
    assert agent["Label"] == PLIST.stem
    assert agent["StartCalendarInterval"] == {"Hour": 3, "Minute": 30}
    assert "RunAtLoad" not in agent


def test_windows_runs_at_half_past_three_once_at_a_time_and_catches_up() -> None:
    assert TASK.tag == f"{TASK_NAMESPACE}Task"
    assert task("Triggers/CalendarTrigger/StartBoundary").endswith("T03:30:00")
    assert task("Triggers/CalendarTrigger/ScheduleByDay/DaysInterval") == "1"
    assert task("Settings/StartWhenAvailable") == "true"
    assert task("Settings/MultipleInstancesPolicy") == "IgnoreNew"
    assert task("Principals/Principal/RunLevel") == "LeastPrivilege"
