"""What `[directory.crawl]` needs to be of use, one rule a key."""

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from teamlandkarte.index.config import Config, CrawlSelectors

Rule = Callable[[Config], str | None]


def _start_urls(config: Config) -> str | None:
    urls = config.directory.crawl.start_urls
    if not urls:
        if config.directory.source != "crawl":
            return None
        return '[directory] source = "crawl" needs [directory.crawl] start_urls, the pages that list people'
    hosts = set()
    for url in urls:
        try:
            parts = urlsplit(url.strip())
            usable = parts.scheme in {"http", "https"} and parts.hostname and not (parts.username or parts.password)
            hosts.add((parts.hostname, parts.port))
        except ValueError:
            usable = False
        if not usable:
            return "[directory.crawl] start_urls: expected addresses such as https://host/…, without user and password"
    if len(hosts) > 1:
        return f"[directory.crawl] start_urls name {len(hosts)} hosts; a crawl keeps to one"
    return None


def _pattern(key: str) -> Rule:
    def rule(config: Config) -> str | None:
        pattern = getattr(config.directory.crawl, key)
        try:
            re.compile(pattern)
        except (re.error, RecursionError, OverflowError) as exc:
            return f"[directory.crawl] {key} = '{pattern}': no regular expression ({exc})"
        return None

    return rule


def _profile_pattern(config: Config) -> str | None:
    crawl = config.directory.crawl
    if config.directory.source != "crawl" or crawl.preset != "plain" or crawl.profile_pattern:
        return None
    return "[directory.crawl] preset = \"plain\" needs profile_pattern, such as '/staff/[^/]+'"


def _user_agent(config: Config) -> str | None:
    agent = config.directory.crawl.user_agent
    if agent.isascii() and agent.isprintable() and re.match(r"[A-Za-z_-]", agent):
        return None
    shown = json.dumps(agent, ensure_ascii=False)
    return f'[directory.crawl] user_agent = {shown}: expected ASCII that begins with a name, as in "name/1.0 (mailto)"'


def _selector(key: str) -> Rule:
    def rule(config: Config) -> str | None:
        selector = getattr(config.directory.crawl.selectors, key)
        if not selector:
            return None
        import cssselect  # only a crawl needs it, and a server must start quickly

        try:
            cssselect.HTMLTranslator().css_to_xpath(selector)
        except cssselect.SelectorError as exc:
            return f"[directory.crawl.selectors] {key} = '{selector}': no CSS selector ({exc})"
        return None

    return rule


CRAWL_RULES: tuple[tuple[tuple[str, ...], Rule], ...] = (
    (("directory.source", "directory.crawl.start_urls"), _start_urls),
    (("directory.crawl.profile_pattern",), _pattern("profile_pattern")),
    (("directory.crawl.list_pattern",), _pattern("list_pattern")),
    (("directory.source", "directory.crawl.preset", "directory.crawl.profile_pattern"), _profile_pattern),
    (("directory.crawl.user_agent",), _user_agent),
    *(((f"directory.crawl.selectors.{key}",), _selector(key)) for key in CrawlSelectors.model_fields),
)
