"""What [schedule], [notify] and [metrics] refuse at the start, each with its key."""

from pathlib import Path

import pytest

from tests.index.configured import config_of, problems_of


def problem_of(folder: Path, text: str) -> str:
    (problem,) = problems_of(folder, text)
    return problem


@pytest.mark.parametrize(
    ("cron", "named"),
    [
        ("30 3 * *", "4 fields: expected 5"),
        ("@daily", "1 fields: expected 5"),
        ("0 30 3 * * *", "6 fields: expected 5"),
        ("60 3 * * *", 'minute "60": expected 0 to 59'),
        ("30 24 * * *", 'hour "24": expected 0 to 23'),
        ("30 3 0 * *", 'day "0": expected 1 to 31'),
        ("30 3 * 13 *", 'month "13": expected 1 to 12'),
        ("30 3 * * 8", 'weekday "8": expected 0 to 7'),
        ("30 3 * * Son", 'weekday "Son": expected 0 to 7'),
        ("30 5-3 * * *", 'hour "5-3"'),
        ("*/0 3 * * *", 'minute "*/0"'),
        ("5/2 3 * * *", 'minute "5/2"'),
        ("30 3,, * * *", 'hour ""'),
        ("-1 3 * * *", 'minute "-1"'),
        ("٣ 3 * * *", 'minute "٣"'),
        ("30 3 L * *", 'day "L"'),
        ("30 3 31 2,4 *", 'day "31": no month of "2,4" has it'),
    ],
)
def test_a_cron_expression_that_never_or_nowhere_comes_is_refused_with_its_field(
    tmp_path: Path, cron: str, named: str
) -> None:
    problem = problem_of(tmp_path, f'[schedule]\ncron = "{cron}"\n')
    assert problem.startswith(f'[schedule] cron = "{cron}": ')
    assert named in problem


@pytest.mark.parametrize("cron", ["30 3 * * *", "*/15 0-6/2 1,15 jan-MAR mon-fri", "0 0 31 2 1", "5 4 * * 0-7"])
def test_what_crontab_understands_is_taken(tmp_path: Path, cron: str) -> None:
    assert config_of(tmp_path, f'[schedule]\ncron = "{cron}"\n').schedule.cron == cron


@pytest.mark.parametrize("zone", ["Europe/Berln", "Europe", "../etc/passwd", "/etc/localtime", "MEZ", "+01:00"])
def test_a_time_zone_that_there_is_not_is_refused(tmp_path: Path, zone: str) -> None:
    assert problem_of(tmp_path, f'[schedule]\ntimezone = "{zone}"\n').startswith(f'[schedule] timezone = "{zone}": ')


def test_a_webhook_that_is_no_address_is_refused_without_repeating_it(tmp_path: Path) -> None:
    for address in ("htps://hooks.example.com/s3cr3t", "https://me:s3cr3t@hooks.example.com/", "s3cr3t"):
        problem = problem_of(tmp_path, f'[notify]\nwebhook = "{address}"\n')
        assert problem.startswith("[notify] webhook: expected an address")
        assert "s3cr3t" not in problem


def test_metrics_that_the_node_exporter_would_pass_over_are_refused(tmp_path: Path) -> None:
    problem = problem_of(tmp_path, '[metrics]\npath = "metrics/teamlandkarte.txt"\n')
    assert problem.startswith('[metrics] path = "teamlandkarte.txt": ')
    assert ".prom" in problem


def test_files_of_metrics_and_notices_are_relative_to_the_configuration_and_programs_are_looked_for(
    tmp_path: Path,
) -> None:
    text = '[metrics]\npath = "monitor/night.prom"\n[notify]\ncommand = ["{}", "bin/tell"]\n'
    beside, found = (config_of(tmp_path, text.format(program)) for program in ("bin/tell", "logger"))
    assert beside.metrics.path == str(tmp_path / "monitor" / "night.prom")
    assert beside.notify.command == (str(tmp_path / "bin" / "tell"), "bin/tell")
    assert found.notify.command == ("logger", "bin/tell")
