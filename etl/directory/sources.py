"""Opens the source of the employee directory that the configuration names."""

from teamlandkarte.etl.directory.files import DirectoryFiles
from teamlandkarte.etl.directory.lake_directory import LakeDirectory
from teamlandkarte.etl.directory_source import DirectorySource
from teamlandkarte.etl.lake import Lake
from teamlandkarte.index.config import Config
from teamlandkarte.index.erasure import ErasureList


def open_directory(config: Config, lake: Lake, *, known: bool) -> DirectorySource | None:
    """Return the source that `[directory]` names, None where there is none.

    A `lake` without the directory's tables is none, unless a directory is `known` already: then they should be there.

    Raises:
        ConfigError: a setting cannot be used.
    """
    section = config.directory
    if section.source == "crawl":
        from teamlandkarte.etl.crawl.source import CrawlSource  # its libraries take a moment that others need not wait

        return CrawlSource(section.crawl, ErasureList(config.storage).matches_employee)
    if section.source == "files":
        return DirectoryFiles(section.path)
    if section.source == "lake":
        directory = LakeDirectory(lake)
        return directory if known or directory.is_there() else None
    return None
