"""What `doctor` looks at, and what it advises."""

import json
import subprocess
import sys
from pathlib import Path

from teamlandkarte.index.embedding import LOCAL_MODEL
from tests.cli.commands import Run
from tests.etl.webhook import listening


def test_doctor_checks_settings_libraries_paths_lake_embedding_and_version(ask: Run) -> None:
    done = ask("doctor", "--json")
    assert done.code == 0
    subjects = {check["subject"]: check["outcome"] for check in json.loads(done.out)["checks"]}
    for subject in (
        "configuration",
        "[database]",
        "duckdb",
        "faiss-cpu",
        "data folder",
        "lake",
        "embedding",
        "dataset version",
    ):
        assert subjects[subject] == "ok", subject


def test_doctor_fails_with_advice_when_lake_and_embedding_cannot_be_reached(run: Run, tmp_path: Path) -> None:
    text = '[database]\npath = "nowhere"\n[embedding]\nprovider = "openai"\n'
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    done = run("doctor", "--json")
    assert done.code == 1
    failed = {check["subject"]: check for check in json.loads(done.out)["checks"] if check["outcome"] == "failed"}
    assert failed.keys() == {"lake", "embedding"}
    assert "nowhere" in failed["lake"]["detail"]
    assert "OPENAI_API_KEY" in failed["embedding"]["detail"]
    assert all(check["advice"] for check in failed.values())


def test_doctor_reads_the_files_that_people_write_for_a_refresh(run: Run, configured: Path) -> None:
    with configured.joinpath("config.toml").open("a", encoding="utf-8") as file:
        file.write('[vocabulary]\naliases = "own.csv"\n[embedding]\ncalibration = "curve.json"\n')
    own = ("[vocabulary] aliases", "[embedding] calibration")
    missing = {check["subject"]: check for check in json.loads(run("doctor", "--json").out)["checks"]}
    assert [missing[subject]["outcome"] for subject in own] == ["failed", "failed"]
    (configured / "own.csv").write_text("alias,term\nGB,Gleisbau\n", encoding="utf-8")
    curve = {"name": "fitted", "model": LOCAL_MODEL, "points": [[0, 0], [1, 1]]}
    (configured / "curve.json").write_text(json.dumps(curve), encoding="utf-8")
    found = {check["subject"]: check for check in json.loads(run("doctor", "--json").out)["checks"]}
    assert [found[subject]["outcome"] for subject in own] == ["ok", "ok"]
    assert found["[vocabulary] aliases"]["detail"] == "own aliases: 1"


def test_doctor_looks_where_a_crawl_would_keep_what_it_has_read(run: Run, configured: Path) -> None:
    crawl = 'start_urls = ["http://127.0.0.1:1/people"]\npreset = "hse"\npath = "seen/crawl.sqlite3"\n'
    with configured.joinpath("config.toml").open("a", encoding="utf-8") as file:
        file.write(f'[directory]\nsource = "crawl"\n[directory.crawl]\n{crawl}')

    checks = {check["subject"]: check for check in json.loads(run("doctor", "--json").out)["checks"]}

    assert "source = crawl" in checks["[directory]"]["detail"]
    assert "crawl.preset = hse" in checks["[directory]"]["detail"]
    assert checks["crawl folder"]["outcome"] == "ok"
    assert str(configured / "seen") in checks["crawl folder"]["detail"]


def test_doctor_looks_for_the_folder_that_the_directory_is_read_from(run: Run, configured: Path) -> None:
    with configured.joinpath("config.toml").open("a", encoding="utf-8") as file:
        file.write('[directory]\nsource = "files"\npath = "people"\n')
    done = run("doctor", "--json")
    checks = {check["subject"]: check for check in json.loads(done.out)["checks"]}
    assert (done.code, checks["[directory] path"]["outcome"]) == (1, "failed")
    assert checks["[directory] path"]["detail"] == f"{configured / 'people'} is no folder that can be read"
    assert "create it" in checks["[directory] path"]["advice"]

    (configured / "people").mkdir()
    checks = {check["subject"]: check for check in json.loads(run("doctor", "--json").out)["checks"]}
    assert (checks["[directory] path"]["outcome"], checks["[directory] path"]["advice"]) == ("ok", "")


def test_doctor_tries_whom_a_failed_run_would_tell_without_telling_anything(run: Run, configured: Path) -> None:
    with listening() as webhook:
        for program, address, folder, outcome in (
            (sys.executable, webhook.address, configured, "ok"),
            ("no-such-program", "http://127.0.0.1:9", configured / "nowhere", "failed"),
        ):
            settings = {"command": [program], "webhook": address}
            lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
            metrics = f"[metrics]\npath = {json.dumps(str(folder / 'teamlandkarte.prom'))}"
            configured.joinpath("config.toml").write_text("\n".join(["[notify]", *lines, metrics]), encoding="utf-8")
            checks = {check["subject"]: check for check in json.loads(run("doctor", "--json").out)["checks"]}
            watching = [checks[subject] for subject in ("[notify] command", "[notify] webhook", "[metrics] path")]
            assert {check["outcome"] for check in watching} == {outcome}
            assert [bool(check["advice"]) for check in watching] == [outcome == "failed"] * 3
        assert webhook.received == []


def test_doctor_leaves_nothing_at_home(configured: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(configured / "config.toml"), "doctor"]
    subprocess.run(command, check=True, env={"HOME": str(home)}, cwd=configured, capture_output=True, timeout=300)

    assert list(home.rglob("*")) == []
