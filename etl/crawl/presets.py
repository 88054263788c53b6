"""What the parts of a profile page are where nobody says otherwise."""

from dataclasses import dataclass

from teamlandkarte.index.config import CrawlSelectors, DirectoryCrawl

_MAIL_LINKS = ", ".join(f'a[href^="{scheme}:"]' for scheme in ("mailto", "Mailto", "MAILTO"))

_PLAIN = CrawlSelectors(
    name="h1",
    positions=".position, .job-title, [itemprop=jobTitle]",
    contacts="address, .contact, .contacts, [itemprop=address]",
    emails=_MAIL_LINKS,
    sections="h2",
    section_title="h2, h3, caption, summary",
    publications=(
        "h2:contains('publications'), h2:contains('Publikationen'), h2:contains('Veröffentlichungen'),"
        " h2:contains('Schriften'), h2:contains('Публикации')"
    ),
    courses=(
        "h2:contains('courses'), h2:contains('teaching'), h2:contains('Lehrveranstaltungen'), h2:contains('Lehre'),"
        " h2:contains('курсы'), h2:contains('преподавание')"
    ),
    theses=(
        "h2:contains('theses'), h2:contains('Abschlussarbeiten'), h2:contains('выпускные квалификационные работы')"
    ),
    items="li, dd",
    item_title="cite, a[href]",
)

# As pages of the HSE University are built: a block `b-person-data` for each part, courses in `edu-courses`, and
# addresses of mail that only a script puts together.
_HSE = CrawlSelectors(
    name="h1.person-caption",
    positions=".employment-add li",
    contacts=".main-list dd",
    emails=f"{_MAIL_LINKS}, [data-at], .main-list script, .l-extra script",
    sections=".b-person-data",
    section_title="h2, h3, .h2, .h3",
    publications=(
        '.b-person-data[tab-node="pubs"], .b-person-data:has(h2:contains("публикации")),'
        ' .b-person-data:has(h2:contains("publications"))'
    ),
    courses=".edu-courses",
    theses='.b-person-data[tab-node="theses"], .b-person-data:has(h2:contains("выпускные квалификационные работы"))',
    items="li, .publication, .with-indent",
    item_title='a[href*="/edu/courses/"], .publication__title, a[href]',
)


@dataclass(frozen=True)
class _Preset:
    selectors: CrawlSelectors
    profile_pattern: str = ""
    list_pattern: str = ""


_PRESETS = {
    "plain": _Preset(_PLAIN),
    "hse": _Preset(
        _HSE,
        profile_pattern=r"/(?:staff/(?P<id>[^/?]+)|org/persons/\d+)/?",
        list_pattern=r"/org/persons/?\?(?:[^?]*[;&])?ltr=[^;&]*(?:[;&][^?]*)?",
    ),
}


def completed(settings: DirectoryCrawl) -> DirectoryCrawl:
    """Return the settings with what they leave empty filled in from their preset."""
    preset = _PRESETS[settings.preset]
    own = {name: value for name, value in settings.selectors.model_dump().items() if value}
    return settings.model_copy(
        update={
            "profile_pattern": settings.profile_pattern or preset.profile_pattern,
            "list_pattern": settings.list_pattern or preset.list_pattern,
            "selectors": preset.selectors.model_copy(update=own),
        }
    )
