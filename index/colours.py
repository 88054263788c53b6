"""Colours as styles write them, and whether a reader can tell two of them apart."""

import colorsys
import re

Colour = tuple[float, ...] | str  # red, green and blue to 255; or a name that is not known, equal to itself alone

WHITE: Colour = (255.0, 255.0, 255.0)
BLACK: Colour = (0.0, 0.0, 0.0)
TRANSPARENT = "transparent"
INHERITED = frozenset(("inherit", "unset", "currentcolor", "revert"))

FIGURE = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)")  # and its unit
FAINT = 0.1  # of opacity, up to which nothing can be read
_ALIKE = 16.0  # of 255, up to which two colours cannot be told apart
_NAMED = {
    "white": "fff",
    "black": "000",
    "snow": "fffafa",
    "ivory": "fffff0",
    "ghostwhite": "f8f8ff",
    "azure": "f0ffff",
}
_NAMED |= {"floralwhite": "fffaf0", "mintcream": "f5fffa", "whitesmoke": "f5f5f5", "seashell": "fff5ee"}
_NAMED |= {"red": "f00", "lime": "0f0", "blue": "00f", "yellow": "ff0", "navy": "000080", "green": "008000"}
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_COLOURS = re.compile(r"(?:rgb|hsl)a?\([^()]*\)|#[0-9a-f]+|[a-z]+")
_NO_COLOURS = frozenset(("none", "repeat", "scroll", "fixed", "local", "center", "top", "left", "right", "bottom"))


def colour_of(value: str) -> Colour:
    """Return a colour, `TRANSPARENT` for one that nearly is."""
    if (digits := _HEX.fullmatch(_NAMED.get(value, value))) is not None:
        figures = digits[1] if len(digits[1]) > 4 else "".join(2 * digit for digit in digits[1])
        red, green, blue, *opacity = (float(int(figures[place : place + 2], 16)) for place in range(0, len(figures), 2))
        return TRANSPARENT if opacity and opacity[0] <= 255 * FAINT else (red, green, blue)
    if (called := _FUNCTION.fullmatch(value)) is None:
        return BLACK if value == "initial" else value
    parts = [found for found in map(FIGURE.fullmatch, re.split(r"[\s,/]+", called[2].strip())) if found]
    if len(parts) not in {3, 4}:
        return value
    shares = [float(part[1]) / (100 if part[2] == "%" else 1) for part in parts]
    if len(parts) == 4 and shares[3] <= FAINT:
        return TRANSPARENT
    if called[1] == "hsl":
        saturation, light = (
            share if part[2] == "%" else share / 100 for share, part in tuple(zip(shares, parts, strict=True))[1:3]
        )
        return tuple(255 * share for share in colorsys.hls_to_rgb(shares[0] / 360 % 1, light, saturation))
    return tuple(255 * share if part[2] == "%" else share for share, part in zip(shares[:3], parts[:3], strict=True))


def ground_of(value: str, below: Colour | None) -> Colour | None:
    """Return the colour behind an element, given that behind what it stands in; None behind an image."""
    if "url(" in value or "gradient" in value or "image" in value:
        return None
    found = [name for name in _COLOURS.findall(value) if name not in _NO_COLOURS and not name.startswith("repeat")]
    colour = colour_of(found[0]) if found and found[0] not in INHERITED else TRANSPARENT
    return below if colour in {TRANSPARENT, "initial"} or not found else colour


def alike(one: Colour | None, other: Colour | None) -> bool:
    """Return whether two colours cannot be told apart; None is like no other."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= _ALIKE
    return one is not None and one == other
