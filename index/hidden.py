"""What a reader of a page does not see of it, though it stands there: texts hidden by an attribute or by a style.

Of style sheets only what stands in the page is read, and of its selectors those of a tag, a class or an id hide; what
others say is taken where it shows an element, so that in doubt a text is seen.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from teamlandkarte.index.colours import (
    BLACK,
    FAINT,
    FIGURE,
    INHERITED,
    TRANSPARENT,
    WHITE,
    Colour,
    alike,
    colour_of,
    ground_of,
)

_Declared = dict[str, tuple[bool, tuple[int, int], str]]  # by property: whether important, its rank, its value

_NEVER_SHOWN = frozenset(
    (
        *("script", "style", "template", "title", "noscript", "noembed", "noframes", "iframe", "datalist", "rp"),
        *("audio", "video", "canvas"),
    )
)
_SAME = {"background": "background-color", "overflow-x": "overflow", "overflow-y": "overflow", "inset": "left"}
_SAME |= {"-webkit-text-fill-color": "color", "-webkit-background-clip": "background-clip", "font": "font-size"}
_SIZES = re.compile(r"(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|inherit|initial|unset|revert")
_KEPT_SIZES = frozenset(("smaller", "larger", "inherit", "unset", "revert"))
_DISPLAYS = re.compile(
    r"(?:none|contents|inherit|initial|unset|revert|-webkit|inline|block|flow|flex|grid|table|list-item|ruby|run-in)"
    r"[a-z -]*"
)
_VISIBILITIES = re.compile(r"visible|hidden|collapse|inherit|initial|unset|revert")
_GONE = {
    "display": re.compile(r"none"),
    "mso-hide": re.compile(r"all"),
    "content-visibility": re.compile(r"hidden"),
    "filter": re.compile(r".*opacity\( ?0*(?:\.0*)?%? ?\).*"),
    "transform": re.compile(r".*(?:scale(?:3d|x|y)?\( ?0*(?:\.0*)? ?[,)]|translate(?:3d|x|y)?\( ?-\d{4}).*"),
    "clip": re.compile(r"rect\( ?[01](?:px)?(?:[ ,]+[01](?:px)?){3} ?\)"),
    "clip-path": re.compile(r"inset\( ?(?:50|100)%.*|circle\( ?0.*"),
}
_LENGTHS = frozenset(
    (
        *("height", "max-height", "width", "max-width", "left", "top", "right", "bottom"),
        *("text-indent", "margin-left", "margin-top", "opacity"),
    )
)
_READ = _LENGTHS | _GONE.keys() | {"visibility", "font-size", "color", "background-color", "background-clip"}
_READ |= {"overflow", "position", "background-image"}
_CUTTING = frozenset(("hidden", "clip", "auto", "scroll"))
_PLACED = frozenset(("absolute", "fixed", "relative", "sticky"))
_FAR = {
    "px": 999,
    "pt": 700,
    "": 999,
    "em": 60,
    "rem": 60,
    "ch": 100,
    "%": 100,
    "vw": 100,
    "vh": 100,
    "in": 10,
    "cm": 25,
}
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))")
_CALCULATED = re.compile(r"calc\(([^()]*)\)")
_SIMPLE = re.compile(r"\*|[a-z][\w-]*|(?:[a-z][\w-]*|\*)?[.#][\w-]+")
_BESIDE = re.compile(r"::|:(?:before|after|first-l)")  # what is no element of the page
_ANY_COLOUR = {"color": "any", "background-color": "url()", "background-image": "url()"}  # like no other
_PART = re.compile(r"[.#]?[a-z_][\w-]*")
_BRACES = re.compile(r"([{}])")
_SURE, _DOUBTFUL, _OUT = range(3)  # whether a rule holds on a screen
_DOUBTFUL_RANK, _INLINE_RANK = 7, 8  # above those of simple selectors


@dataclass(frozen=True, slots=True)
class Look:
    """How what stands in an element looks; colours are None where they are not known.

    `gone` holds for all that is in it, the rest until an element in it says otherwise.
    """

    paper: Colour | None
    ink: Colour | None = BLACK
    gone: bool = False
    unseen: bool = False
    tiny: bool = False

    @property
    def hides(self) -> bool:
        """Whether text with this look is hidden from a reader."""
        return self.gone or self.unseen or self.tiny or self.ink == TRANSPARENT or alike(self.ink, self.paper)


class Sheet:
    """What the style sheets in a page say of its elements."""

    def __init__(self, css: str = "") -> None:
        self._rules: dict[str, _Declared] = {}
        for order, (selectors, certainty, declarations) in enumerate(_rules(css)):
            declared = _declarations(declarations)
            for selector in {" ".join(one.split()) for one in selectors.split(",")} if declared else ():
                self._add(selector, certainty, declared, order)

    def _add(self, selector: str, certainty: int, declared: Mapping[str, tuple[bool, str]], order: int) -> None:
        simple = certainty == _SURE and _SIMPLE.fullmatch(selector)
        key, rank = selector.lstrip("*"), (_specificity(selector), order)
        if _BESIDE.search(selector):
            return
        if not simple:
            parts = _PART.findall(re.split(r"[\[:]", re.split(r"[ >+~]+", selector)[-1])[0])
            key, rank = parts[-1] if parts else "", (_DOUBTFUL_RANK, order)
        found = {name: (important, rank, value) for name, (important, value) in declared.items()}
        if not simple:
            found = {name: (*one[:2], _ANY_COLOUR.get(name, one[2])) for name, one in found.items()}
            found = {name: one for name, one in found.items() if not _looking(Look(WHITE), {name: one[2]}).hides}
        _cascade(self._rules.setdefault(key, {}), found)

    def look(self, above: Look, tag: str, attributes: Mapping[str, str | None]) -> Look:
        """Return how what stands in an element looks, given the look of what it stands in."""
        if above.gone:
            return above
        if tag in _NEVER_SHOWN or (tag == "dialog" and "open" not in attributes):
            return replace(above, gone=True)
        declared = _hints(tag, attributes)
        if self._rules:
            names = ["", tag]
            for sign, attribute in ((".", "class"), ("#", "id")):
                for name in set((attributes.get(attribute) or "").lower().split()):
                    names += (f"{sign}{name}", f"{tag}{sign}{name}")
            for name in names:
                _cascade(declared, self._rules.get(name, {}))
        if written := attributes.get("style"):
            rank = (_INLINE_RANK, 0)
            inline = _declarations(_COMMENT.sub("", written)).items()
            _cascade(declared, {name: (important, rank, value) for name, (important, value) in inline})
        return _looking(above, {name: value for name, (_, _, value) in declared.items()}) if declared else above


def _cascade(declared: _Declared, more: _Declared) -> None:
    """Add declarations to those that an element has; the more important one holds, or else that of the higher rank."""
    for name, one in more.items():
        if name not in declared or declared[name][:2] <= one[:2]:
            declared[name] = one


def _hints(tag: str, attributes: Mapping[str, str | None]) -> _Declared:
    """Return what browsers make of a tag and of attributes that are older than styles."""
    hints = {}
    if "hidden" in attributes:
        hints["display"] = "none"
    if tag == "font" and (colour := attributes.get("color")):
        hints["color"] = colour.strip().lower()
    if colour := attributes.get("bgcolor"):
        hints["background-color"] = colour.strip().lower()
    if tag == "font" and "size" in attributes:
        hints["font-size"] = "medium"
    if tag == "body" and (colour := attributes.get("text")):
        hints["color"] = colour.strip().lower()
    if attributes.get("background"):
        hints["background-image"] = "url()"
    if tag == "a" and "href" in attributes:
        hints["color"] = "#0000ee"
    if tag == "mark":
        hints |= {"color": "#000", "background-color": "#ff0"}
    return {name: (False, (0, 0), value) for name, value in hints.items()}


def _looking(above: Look, style: Mapping[str, str]) -> Look:
    paper, ink = above.paper, above.ink
    if (ground := style.get("background-color")) is not None:
        paper = ground_of(ground, paper)
    if ground_of(style.get("background-image", "none"), WHITE) is None:
        paper = None
    if (colour := style.get("color")) is not None and colour not in INHERITED:
        ink = colour_of(colour)
    if style.get("background-clip") == "text":
        ink = None
    unseen, visibility = above.unseen, style.get("visibility", "inherit")
    if visibility not in INHERITED:
        unseen = visibility in {"hidden", "collapse"}
    tiny, size = above.tiny, style.get("font-size", "inherit")
    if size not in _KEPT_SIZES:
        relative = re.search(r"(?:%|[^r]em|ex|ch)$", size) is not None
        tiny = (above.tiny and relative) or _is_small(size)
    return Look(paper, ink, _is_gone(style), unseen, tiny)


def _is_gone(style: Mapping[str, str]) -> bool:
    clipped = style.get("position") in {"absolute", "fixed"}
    if any(_GONE[name].fullmatch(style[name]) for name in _GONE.keys() & style if name != "clip" or clipped):
        return True
    if "opacity" in style and _length(style["opacity"], hundred=1.0)[0] <= FAINT:
        return True
    cut = not _CUTTING.isdisjoint(style.get("overflow", "").split())
    if any(_is_small(style.get(name)) for name in ("max-height", *(("height", "width", "max-width") if cut else ()))):
        return True
    moved = ("left", "top", "right", "bottom") if style.get("position") in _PLACED else ()
    return any(_is_far(style.get(name)) for name in (*moved, "text-indent", "margin-left", "margin-top"))


def _length(value: str, hundred: float = 100.0) -> tuple[float, str]:
    """Return a length and its unit; 1 for what is none."""
    found = FIGURE.fullmatch(value.partition(" ")[0])
    if found is None:
        return 1.0, "em"
    return float(found[1]) * (hundred / 100 if found[2] == "%" else 1), found[2]


def _is_small(value: str | None) -> bool:
    """Return whether a length is at most a pixel, or a tenth of a letter."""
    if value is None:
        return False
    number, unit = _length(value)
    return number <= {"px": 1, "pt": 1, "": 1, "%": 5}.get(unit, 0.1)


def _is_far(value: str | None) -> bool:
    """Return whether a place lies beyond what a screen shows."""
    number, unit = _length(value or "0")
    return number <= -_FAR.get(unit, 100)


def _declarations(css: str) -> dict[str, tuple[bool, str]]:
    """Return what is declared, by property: whether it is important, and its value; the last valid one holds."""
    found: dict[str, tuple[bool, str]] = {}
    for declaration in _ESCAPE.sub(_unescaped, css.lower()).split(";"):
        written, colon, value = declaration.partition(":")
        written = written.strip()
        value, mark, _ = " ".join(value.split()).partition("!")
        name, value = _SAME.get(written, written), _CALCULATED.sub(r"\1", value).strip()
        if written == "font":
            value = (
                value
                if value in _KEPT_SIZES
                else next((size for size in re.split(r"[ /]", value) if FIGURE.fullmatch(size)), "medium")
            )
        if colon and name in _READ and _is_valid(name, value) and (mark or not found.get(name, (False,))[0]):
            found[name] = bool(mark), value
    return found


def _is_valid(name: str, value: str) -> bool:
    """Return whether browsers take a value; they pass over others."""
    if name == "display":
        return _DISPLAYS.fullmatch(value) is not None
    if name == "visibility":
        return _VISIBILITIES.fullmatch(value) is not None
    if name == "font-size":
        return (_SIZES.fullmatch(value) or FIGURE.fullmatch(value)) is not None
    if name in _LENGTHS:
        return (FIGURE.fullmatch(value.partition(" ")[0]) or re.fullmatch(r"[a-z-]+", value)) is not None
    return bool(value)


def _unescaped(escape: re.Match[str]) -> str:
    code = int(escape[1], 16) if escape[1] else 0
    return chr(code) if ord(" ") < code < 0x110000 else escape[2] or "\ufffd"  # an escaped blank is a letter


def _rules(css: str) -> Iterator[tuple[str, int, str]]:
    """Yield the selectors of each rule, whether it holds on a screen, and what it declares."""
    text, open_ones = "", [("", _SURE)]
    for piece in _BRACES.split(_QUOTED.sub('""', _COMMENT.sub("", css)).lower()):
        if piece == "{":
            head = text.rpartition(";")[2].strip()
            open_ones.append((head, _certainty(head, open_ones[-1][1])))
        elif piece == "}":
            head = open_ones[-1][0]
            if len(open_ones) > 1:
                open_ones.pop()
                if head and not head.startswith("@") and open_ones[-1][1] != _OUT:
                    yield head, open_ones[-1][1], text
        text = "" if piece in {"{", "}"} else piece


def _certainty(head: str, around: int) -> int:
    """Return whether the rules in a block hold on a screen."""
    if around == _OUT or (head.startswith("@") and not head.startswith(("@media", "@supports", "@layer"))):
        return _OUT
    if head.startswith(("@supports", "@layer")) or re.fullmatch(r"@media (?:only )?(?:screen|all)", head):
        return around
    return _OUT if head.startswith("@media") and "print" in head else _DOUBTFUL


def _specificity(selector: str) -> int:
    return 2 * ("." in selector) + 4 * ("#" in selector) + (selector[:1] not in {".", "#", "*"})
