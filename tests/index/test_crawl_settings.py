"""What [directory.crawl] refuses at the start, each with its key, all at once."""

import re
from pathlib import Path

import pytest

from tests.index.configured import config_of, problems_of

START = 'start_urls = ["https://www.hse.ru/org/persons/?ltr=А;udept=22726"]\n'


def test_a_crawl_needs_little(tmp_path: Path) -> None:
    crawl = config_of(
        tmp_path, f'[directory]\nsource = "crawl"\n[directory.crawl]\npreset = "hse"\n{START}'
    ).directory.crawl
    assert crawl.path == tmp_path / ".cache" / "crawl.sqlite3"
    assert (crawl.delay_seconds, crawl.concurrency) == (1.0, 2)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", '[directory] source = "crawl" needs [directory.crawl] start_urls'),
        ('start_urls = ["www.hse.ru/staff"]', "start_urls: expected addresses such as https://"),
        ('start_urls = ["ftp://hse.ru/"]', "start_urls: expected addresses such as https://"),
        ('start_urls = ["https://a:b@hse.ru/"]', "start_urls: expected addresses such as https://"),
        ('start_urls = ["https://[broken/"]', "start_urls: expected addresses such as https://"),
        ('start_urls = ["https://a.de/", "https://b.de/"]', "start_urls name 2 hosts"),
        (START + "profile_pattern = '/staff/('", "profile_pattern = '/staff/(': no regular expression"),
        (START + "list_pattern = '*'", "list_pattern = '*': no regular expression"),
        (START + 'preset = "plain"', 'preset = "plain" needs profile_pattern'),
        (START + 'user_agent = "Länderkarte"', 'user_agent = "Länderkarte": expected ASCII'),
        (START + 'user_agent = "a\\nb"', 'user_agent = "a\\nb": expected ASCII'),
        (START + "delay_seconds = -1.0", "delay_seconds = -1.0: expected a number from 0 and up to 3600"),
        (START + "concurrency = 17", "concurrency = 17: expected a whole number above 0 and up to 16"),
        (START + "max_page = 3", "max_page = 3: unknown key; did you mean max_pages?"),
        (START + 'selectors.name = "h1["', "[directory.crawl.selectors] name = 'h1[': no CSS selector"),
        (START + 'selectors.tables = "a:b"', "[directory.crawl.selectors] tables = 'a:b': no CSS selector"),
        (START + 'selectors.item = "li"', "did you mean items?"),
    ],
)
def test_a_setting_that_is_of_no_use_is_refused_with_its_key(tmp_path: Path, text: str, problem: str) -> None:
    preset = "" if "preset" in text else 'preset = "hse"\n'
    (said,) = problems_of(tmp_path, f'[directory]\nsource = "crawl"\n[directory.crawl]\n{preset}{text}\n')
    assert problem in said


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = (
        '[directory]\nsource = "crawl"\n[directory.crawl]\nprofile_pattern = "("\nuser_agent = "ß"\nmax_pages = 0\n'
        '[directory.crawl.selectors]\nname = "]"\ncourses = "::"\n'
    )
    said = " ".join(problems_of(tmp_path, text))
    for key in ("start_urls", "profile_pattern", "user_agent", "max_pages", "selectors] name", "selectors] courses"):
        assert key in said


def test_words_in_a_selector_may_be_in_any_letters(tmp_path: Path) -> None:
    selector = """'h2:contains("Курсы"), div:has(> h3:contains("Lehre"))'"""
    text = f'preset = "hse"\n{START}selectors.courses = {selector}\n'
    config_of(tmp_path, f'[directory]\nsource = "crawl"\n[directory.crawl]\n{text}')


def test_the_examples_of_the_documentation_can_be_used(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "directory-crawl.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert [config_of(tmp_path, example).directory.source for example in examples] == ["crawl", "crawl"]
