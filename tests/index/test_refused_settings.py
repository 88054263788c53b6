"""Settings that are refused: what is wrong is told in words of ours, all at once, and no secret is repeated."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.index.configured import problems_of


def settings_of() -> Iterator[tuple[str, str, object]]:
    """Yield every setting that is a text or a list of texts, out of the file that is shipped: section, key, value."""
    shipped = tomllib.loads((Path(__file__).parents[2] / "config.toml").read_text("utf-8"))

    def inside(label: str, table: dict[str, Any]) -> Iterator[tuple[str, str, object]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from inside(f"{label}.{key}", value)
            elif isinstance(value, str | list) and (label, key) != ("server", "toolsets"):
                yield label, key, value

    for name, table in shipped.items():
        yield from inside(name, table)


def test_all_problems_are_reported_at_once_in_our_own_words(tmp_path: Path) -> None:
    text = """
[database]
backend = "Trino"
prot = 8443
port = "8446"
[serverr]
[matching]
top_threshold = 1.5
[matching.weights]
ideal = 0
essentiell = 1.0
[server]
toolsets = ["staffing", "all"]
require_confirmation = true
"""
    problems = problems_of(tmp_path, text)
    assert set(problems) == {
        '[database] backend = "Trino": expected "duckdb" or "trino"',
        "[database] prot = 8443: unknown key; did you mean port?",
        '[database] port = "8446": expected a whole number above 0 and below 65536',
        "[serverr]: unknown section; did you mean [server]?",
        "[matching] top_threshold = 1.5: expected a number from 0 and up to 1",
        "[matching.weights] ideal = 0: expected a number above 0 and up to 100",
        "[matching.weights] essentiell = 1.0: unknown key; did you mean essential?",
        (
            '[server] toolsets = ["staffing", "all"]: expected a list ["…", …], '
            'each "staffing" or "directory" that is not empty'
        ),
        "[server] require_confirmation = true: unknown key; did you mean it in [matching]?",
    }
    assert not any(word in problem for problem in problems for word in ("http", "pydantic", "Input should", "type="))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('[server]\nname = ""', "a text in quotes that is not empty"),
        ("[server]\nname = 2026-01-01", "a text in quotes that is not empty"),
        ("[server]\nport = true", "a whole number above 0 and below 65536"),
        ("[server]\nport = 1.0", "a whole number above 0 and below 65536"),
        ('[server]\nallowed_hosts = "a.example"', 'a list ["…", …], each a text in quotes'),
        ('[matching]\nrequire_confirmation = "false"', "true or false"),
        ("[matching]\nrole_weight = nan", "a number from 0 and up to 100"),
        ("[storage]\npath = 3", "a path in quotes that is not empty"),
        ("[database]\nverify_ssl = 1", "true or false or a path in quotes that is not empty"),
        ("[[database]]", "a section, written [database]"),
        ('matching.weights = "all"', "a section, written [matching.weights]"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_not_converted(tmp_path: Path, line: str, expected: str) -> None:
    (problem,) = problems_of(tmp_path, line)
    assert problem.endswith(f": expected {expected}")


def test_a_secret_in_the_file_is_refused_and_not_repeated(tmp_path: Path) -> None:
    text = '[openai]\napi_key = "sk-123456"\n[database]\npassword = "hunter2"\n[credentials]\nopenai_api_key = "sk-9"\n'
    problems = problems_of(tmp_path, text)
    assert len(problems) == 3
    assert all("environment or a .env file" in problem for problem in problems)
    assert not any(secret in problem for problem in problems for secret in ("sk-", "hunter2"))


@pytest.mark.parametrize(
    ("text", "environment", "start"),
    [
        ("[matching]\ntop_threshold = 0.6", {}, "[matching] top_threshold = 0.6, good_threshold = 0.7"),
        ("[matching]\npartial_threshold = 0.7", {}, "[matching] top_threshold = 0.85, good_threshold = 0.7"),
        ("[matching]\ncompetence_weight = 0\nrole_weight = 0", {}, "[matching] competence_weight = 0 and role_weight"),
        ('[database]\nbackend = "trino"', {}, '[database] host = ""'),
        ('[database]\nbackend = "trino"\nhost = "https://lake.example"', {}, '[database] host = "https://lake'),
        ('[database]\nbackend = "trino"\nhost = "lake.example:8446"', {}, '[database] host = "lake.example:8446"'),
        ('[database]\nbackend = "trino"\nhost = "lake example"', {}, '[database] host = "lake example"'),
        (
            '[database]\nbackend = "trino"\nhost = "lake"\nhttp_scheme = "http"',
            {"DATA_LAKE_USERNAME": "u", "DATA_LAKE_PASSWORD": "p"},
            '[database] http_scheme = "http": DATA_LAKE_PASSWORD',
        ),
        (
            '[database]\nbackend = "trino"\nhost = "lake"',
            {"DATA_LAKE_PASSWORD": "p"},
            "DATA_LAKE_PASSWORD is set without DATA_LAKE_USERNAME",
        ),
        (
            '[database]\nbackend = "trino"\nhost = "lake"\nverify_ssl = "ca.pem"',
            {},
            '[database] verify_ssl = "ca.pem": there is no such certificate file',
        ),
        (
            '[azure_openai]\nendpoint = "https://a.example"\n[openai]\nbase_url = "http://b.example/v1"',
            {},
            "[azure_openai] endpoint and [openai] base_url are both set",
        ),
        ('[openai]\nbase_url = "localhost:8080"', {}, '[openai] base_url = "localhost:8080": expected an address'),
        ('[azure_openai]\nendpoint = "https://u:p@a.example"', {}, "[azure_openai] endpoint: no user name"),
    ],
)
def test_settings_that_cannot_be_meant_together_are_refused(
    tmp_path: Path, text: str, environment: dict[str, str], start: str
) -> None:
    (problem,) = problems_of(tmp_path, text, environment)
    assert problem.startswith(start)


def test_a_contradiction_is_not_reported_about_a_value_that_was_refused(tmp_path: Path) -> None:
    text = '[matching]\ntop_threshold = "high"\ngood_threshold = 0.9\n'
    assert problems_of(tmp_path, text) == ['[matching] top_threshold = "high": expected a number from 0 and up to 1']


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('[storage]\npath = "~nobody-of-that-name/data"', "[storage] path"),
        ('[storage]\npath = "da\\u0000ta"', "[storage] path"),
        ('[storage]\npath = "what?"', "[storage] path"),
        ('[embedding_cache]\npath = "~nobody-of-that-name/c"', "[embedding_cache] path"),
        ('[database]\npath = "la\\u0000ke"', "[database] path"),
        ("[embedding_cache]\nttl_days = 999999999999", "[embedding_cache] ttl_days"),
        ("[storage]\ngrace_hours = 999999999999", "[storage] grace_hours"),
        ("[server]\nsearch_ttl_minutes = 999999999999", "[server] search_ttl_minutes"),
    ],
)
def test_what_no_machine_can_use_is_a_problem_with_its_key(tmp_path: Path, line: str, named: str) -> None:
    (problem,) = problems_of(tmp_path, line + "\n")
    assert problem.startswith(named)


@pytest.mark.parametrize(
    ("section", "key", "expected"),
    [
        ("storage", "path", "a path"),
        ("database", "path", "a path"),
        ("database", "verify_ssl", "true or false or a path"),
        ("embedding_cache", "path", "a path"),
        ("directory", "path", "a path"),
        ("directory.crawl", "path", "a path"),
    ],
)
def test_an_empty_path_is_refused_where_it_says_nothing(tmp_path: Path, section: str, key: str, expected: str) -> None:
    (problem,) = problems_of(tmp_path, f'[{section}]\n{key} = ""\n')
    assert problem == f'[{section}] {key} = "": expected {expected} in quotes that is not empty'


@pytest.mark.parametrize("value", ['" "', r'"\t"', r'"\u00a0"', r'"\u200b"', '[" "]', '["seen", " "]'])
def test_what_looks_empty_and_is_not_is_refused_wherever_it_stands(tmp_path: Path, value: str) -> None:
    same_kind = [one for one in settings_of() if isinstance(one[2], list) == value.startswith("[")]
    assert len(same_kind) > 3
    for section, key, shipped in same_kind:
        (problem,) = problems_of(tmp_path, f"[{section}]\n{key} = {value}\n")
        assert problem.startswith(f"[{section}] {key} looks empty and is not; write ")
        assert ('"" for none' in problem) == (shipped == "")


@pytest.mark.parametrize("value", [r'"da\u0000ta"', r'"\u001b[31m"', r'"x\u0085"'])
def test_a_character_that_nobody_sees_is_refused_without_repeating_what_may_be_a_secret(
    tmp_path: Path, value: str
) -> None:
    for section, key in (("notify", "webhook"), ("database", "schema"), ("directory.crawl.selectors", "name")):
        problem = f"[{section}] {key} holds a control character; write it anew"
        assert problems_of(tmp_path, f"[{section}]\n{key} = {value}\n") == [problem]
    assert problems_of(tmp_path, f'[notify]\ncommand = ["mail", {value}]\n')[0].startswith("[notify] command holds")


def test_a_server_without_an_address_would_listen_everywhere_and_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, '[server]\nhost = ""\n') == [
        '[server] host = "": expected a text in quotes that is not empty'
    ]
