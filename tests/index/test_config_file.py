"""The configuration: where it is found, and what of it is refused in words of its own."""

import os
from pathlib import Path

import pytest

from teamlandkarte.index.config_file import read_config
from teamlandkarte.index.contradictions import missing_for_refresh
from teamlandkarte.index.errors import ConfigError
from tests.index.configured import config_of, problems_of


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


def test_a_text_over_several_lines_is_one(tmp_path: Path) -> None:
    crawl = config_of(tmp_path, "[directory.crawl.selectors]\nname = '''\n\th1,\n\th2'''\n").directory.crawl
    assert crawl.selectors.name == "\th1,\n\th2"


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
