import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from teamlandkarte.index.config import Config
from teamlandkarte.index.config_file import read_config
from teamlandkarte.index.contradictions import missing_for_refresh
from teamlandkarte.index.errors import ConfigError


def config_of(folder: Path, text: str, environment: dict[str, str] | None = None) -> Config:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return read_config(environment=environment or {}, directory=folder)


def problems_of(folder: Path, text: str, environment: dict[str, str] | None = None) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        config_of(folder, text, environment)
    return list(caught.value.problems)


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


def test_a_named_file_wins_over_the_variable_and_the_working_directory(tmp_path: Path) -> None:
    for name, port in (("named", 1), ("variable", 2), ("here", 3)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(f"[server]\nport = {port}\n")
    environment = {"TEAMLANDKARTE_CONFIG": str(tmp_path / "variable" / "config.toml")}
    here = tmp_path / "here"
    explicit = Path("..") / "named" / "config.toml"
    assert read_config(explicit, environment=environment, directory=here).server.port == 1
    assert read_config(environment=environment, directory=here).server.port == 2
    assert read_config(environment={"TEAMLANDKARTE_CONFIG": ""}, directory=here).server.port == 3
    assert read_config(environment={}, directory=here).origin == here / "config.toml"


def test_without_a_file_the_defaults_lie_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)})
    config = read_config(environment={"OPENAI_API_KEY": "from the environment"}, directory=tmp_path)
    places = (config.storage.path, config.embedding_cache.path, config.database.path)
    assert config.origin is None
    assert config.database.backend == "duckdb"
    assert all(place.is_absolute() and place.is_relative_to(tmp_path) for place in places)
    assert config.credentials.openai_api_key is not None


def test_a_named_file_that_is_missing_is_refused_with_the_name_and_its_source(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r'--config names "no\.toml", which does not exist'):
        read_config(Path("no.toml"), environment={}, directory=tmp_path)
    with pytest.raises(ConfigError, match=r"TEAMLANDKARTE_CONFIG names .* which is a folder"):
        read_config(environment={"TEAMLANDKARTE_CONFIG": str(tmp_path)}, directory=tmp_path)


def test_a_config_toml_that_is_no_file_is_refused_instead_of_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.symlink_to("nowhere.toml")
    with pytest.raises(
        ConfigError, match=r'the working directory holds "config\.toml", which does not exist; .*--config'
    ):
        read_config(environment={}, directory=tmp_path)
    path.unlink()
    path.mkdir()
    with pytest.raises(ConfigError, match=r'the working directory holds "config\.toml", which is a folder'):
        read_config(environment={}, directory=tmp_path)


def test_relative_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "Müller 中"
    folder.mkdir()
    (folder / "config.toml").write_text(f'[storage]\npath = "../data"\n[database]\npath = "{tmp_path.as_posix()}"\n')
    config = read_config(Path("Müller 中/config.toml"), environment={}, directory=tmp_path)
    assert config.storage.path.resolve() == tmp_path / "data"
    assert config.database.path == tmp_path
    assert config.embedding_cache.path == folder / ".cache" / "embeddings.sqlite3"


def test_secrets_come_from_the_environment_then_from_the_file_beside(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "\ufeffDATA_LAKE_USERNAME=from_file\nDATA_LAKE_PASSWORD='pa$word${HOME}'\nOPENAI_API_KEY=sk-file\n",
        encoding="utf-8",
    )
    environment = {"OPENAI_API_KEY": "sk-environment", "DATA_LAKE_USERNAME": ""}
    secrets = config_of(tmp_path, "", environment).credentials
    assert secrets.lake_username == "from_file"
    assert secrets.lake_password is not None
    assert secrets.lake_password.get_secret_value() == "pa$word${HOME}"
    assert secrets.openai_api_key is not None
    assert secrets.openai_api_key.get_secret_value() == "sk-environment"
    assert secrets.azure_openai_api_key is None
    assert "pa$word" not in repr(secrets)


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


def test_a_certificate_file_is_found_beside_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("")
    config = config_of(tmp_path, '[database]\nbackend = "trino"\nhost = "lake"\nverify_ssl = "ca.pem"\n')
    assert config.database.verify_ssl == tmp_path / "ca.pem"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[server\nport = 1", "config.toml is not valid TOML: .*line 1"),
        (b'[storage]\npath = "C:\\Users\\data"', "single quotes"),
        (b'[server]\nname = "M\xfcller"', "config.toml is not UTF-8 text"),
        (b"[tool.other]\nkey = 1", r"has none of the sections \[database\]"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_to_do(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "config.toml").write_bytes(content)
    with pytest.raises(ConfigError, match=message):
        read_config(environment={}, directory=tmp_path)


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbf[server]\nport = 9000\n")
    assert read_config(environment={}, directory=tmp_path).server.port == 9000


def test_secrets_are_asked_for_by_a_refresh_and_only_by_the_chosen_provider(tmp_path: Path) -> None:
    assert missing_for_refresh(config_of(tmp_path, "")) == []
    openai = '[embedding]\nprovider = "openai"\n'
    (missing,) = missing_for_refresh(config_of(tmp_path, openai))
    assert "OPENAI_API_KEY" in missing
    azure = openai + '[azure_openai]\nendpoint = "https://a.example"\n'
    (missing,) = missing_for_refresh(config_of(tmp_path, azure, {"OPENAI_API_KEY": "k"}))
    assert "AZURE_OPENAI_EMBEDDING_API_KEY" in missing
    compatible = openai + '[openai]\nbase_url = "http://127.0.0.1:1/v1"\n'
    assert missing_for_refresh(config_of(tmp_path, compatible)) == []
    (missing,) = missing_for_refresh(config_of(tmp_path, '[database]\nbackend = "trino"\nhost = "lake"\n'))
    assert "DATA_LAKE_USERNAME" in missing


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


def test_a_text_over_several_lines_is_one(tmp_path: Path) -> None:
    crawl = config_of(tmp_path, "[directory.crawl.selectors]\nname = '''\n\th1,\n\th2'''\n").directory.crawl
    assert crawl.selectors.name == "\th1,\n\th2"


def test_a_server_without_an_address_would_listen_everywhere_and_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, '[server]\nhost = ""\n') == [
        '[server] host = "": expected a text in quotes that is not empty'
    ]


def test_the_folder_of_the_configuration_can_be_named_as_a_path(tmp_path: Path) -> None:
    config = config_of(tmp_path, '[storage]\npath = "."\n[vocabulary]\naliases = ""\n')
    assert config.storage.path == tmp_path
    assert config.vocabulary.aliases_path is None


@pytest.mark.parametrize("named", ["~nobody-of-that-name/config.toml", "con\0fig.toml", "missing.toml", "."])
def test_a_named_file_that_cannot_be_reached_is_a_problem(tmp_path: Path, named: str) -> None:
    with pytest.raises(ConfigError, match=r"TEAMLANDKARTE_CONFIG names .*; give the path of a config\.toml"):
        read_config(environment={"TEAMLANDKARTE_CONFIG": named}, directory=tmp_path)


def test_a_secrets_file_in_another_encoding_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("OPENAI_API_KEY=x".encode("utf-16"))
    assert problems_of(tmp_path, "") == [".env is not UTF-8 text; save it in that encoding"]


def test_without_a_home_the_built_in_defaults_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_names: str, **_options: bool) -> Path:
        raise RuntimeError

    monkeypatch.setattr("platformdirs.user_data_path", homeless)
    with pytest.raises(ConfigError, match="HOME"):
        read_config(environment={}, directory=tmp_path)


@pytest.mark.parametrize("key", ["schlüssel", "two words", "line\nbreak", "\u200bcopied"])
def test_a_key_that_no_request_can_carry_is_a_problem_before_anything_is_fetched(tmp_path: Path, key: str) -> None:
    services = {
        "OPENAI_API_KEY": '[openai]\nbase_url = "http://localhost/v1"\n',
        "AZURE_OPENAI_EMBEDDING_API_KEY": '[azure_openai]\nendpoint = "https://x.example"\n',
    }
    for variable, service in services.items():
        config = config_of(tmp_path, f'[embedding]\nprovider = "openai"\n{service}', {variable: key})
        (problem,) = missing_for_refresh(config)
        assert problem.startswith(f"{variable} holds")
        assert key not in problem


def test_a_lake_password_that_no_request_can_carry_is_a_problem(tmp_path: Path) -> None:
    secrets = {"DATA_LAKE_USERNAME": "u", "DATA_LAKE_PASSWORD": "100 € für Łódź"}
    text = '[database]\nbackend = "trino"\nhost = "lake"\n'
    (problem,) = missing_for_refresh(config_of(tmp_path, text, secrets))
    assert problem.startswith("DATA_LAKE_PASSWORD holds")
    assert missing_for_refresh(config_of(tmp_path, text, secrets | {"DATA_LAKE_PASSWORD": "für 100 Mark"})) == []
