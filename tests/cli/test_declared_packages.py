"""What is imported is declared: a package that only comes along with another one can leave with it."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PRODUCT = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
DEVELOPMENT = [Requirement(line) for line in PROJECT["dependency-groups"]["dev"]]
PEERS = [  # what the benchmarks compare with is installed for them alone, so that nothing says what it is imported as
    Requirement(line)
    for line in (ROOT / "tests" / "bench" / "peers.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
IMPORTED_AS = {"scikit-learn": "sklearn", "qdrant-client": "qdrant_client"}


def imported(*folders: str) -> set[str]:
    """Return the top names that the modules below the folders import, wherever in a module, without our own."""
    modules = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    names = {name for path in modules for name in _imports(ast.parse(path.read_text(encoding="utf-8")))}
    return names - sys.stdlib_module_names - {"teamlandkarte", "tests"}


def _imports(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def undeclared(names: set[str], declared: list[Requirement]) -> set[str]:
    known, owners = {canonicalize_name(requirement.name) for requirement in declared}, packages_distributions()
    return {name for name in names if not known & {canonicalize_name(owner) for owner in owners.get(name, [])}}


def test_every_package_that_the_product_imports_is_one_of_its_dependencies() -> None:
    names = imported("cli", "etl", "index", "server")

    assert {"numpy", "duckdb", "mcp", "typer"} <= names
    assert undeclared(names, PRODUCT) == set()


def test_every_package_that_only_the_tests_import_is_in_the_development_group_or_a_peer() -> None:
    names = imported("tests")

    assert {"pytest", "hypothesis"} <= names
    assert undeclared(names, PRODUCT + DEVELOPMENT) == {IMPORTED_AS.get(peer.name, peer.name) for peer in PEERS}


@pytest.mark.parametrize("requirement", PRODUCT + DEVELOPMENT + PEERS, ids=str)
def test_every_dependency_has_a_lower_bound(requirement: Requirement) -> None:
    assert any(bound.operator == ">=" for bound in requirement.specifier)
