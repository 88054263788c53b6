"""Whatever fails at any write, sync or rename: the version that answered still answers, and nothing is lost or left.

An erasure is the exception: once its list is written, what holds the erased answers no more.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.campaign import FAULTS, UNTRACEABLE
from tests.faults.scenarios import SCENARIOS

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="the tracer knows the system calls of one system"
)

_SAMPLE = 1
_FEWEST_STOPS = 20


# What `make test` tries of each scenario: a kill, and another fault.
_TRIED = dict(zip(SCENARIOS, ("full disk", "failing fsync", "read-only", "full disk"), strict=True))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_after_a_fault_at_any_system_call_everything_still_holds(
    scenario: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    seed = pytestconfig.getoption("--seed", default=1)
    every = pytestconfig.getoption("--every-point", default=False)
    faults = list(FAULTS) if every else ["kill", _TRIED[scenario]]
    sample = [] if every else ["--points", str(_SAMPLE)]
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.faults.campaign",
            scenario,
            str(tmp_path / "campaign"),
            "--seed",
            str(seed),
            "--faults",
            *faults,
            *sample,
        ],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=None if every else subprocess.PIPE,  # a person watches that for half an hour
        text=True,
        check=False,
    )
    if ended.returncode == UNTRACEABLE:
        pytest.skip("this system lets no process be traced")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["broken"] == [], f"with --seed {seed}:\n{ended.stderr}"
    assert found["unsynced"] == []  # nothing takes its final name before its bytes are on the disk
    assert sum(found["stops"].values()) >= _FEWEST_STOPS
    assert found["tried"].keys() == set(faults)
    assert min(found["tried"].values()) >= _SAMPLE
