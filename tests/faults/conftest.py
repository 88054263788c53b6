"""`pytest tests/faults --every-point` tries every stop; without it a sample is tried."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-point", action="store_true", help="let a fault happen at every system call")
    parser.addoption("--seed", type=int, default=1, help="of the sample of system calls")
