"""Cron expressions, as crontab(5) reads them: minute, hour, day of the month, month, weekday."""

from dataclasses import dataclass

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST = dict(zip(range(1, 13), (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), strict=True))  # days of a month


@dataclass(frozen=True)
class _Field:
    name: str
    low: int
    high: int
    names: dict[str, int]

    def values(self, text: str) -> tuple[int, ...]:
        """Return what a field allows, ascending."""
        return tuple(sorted({value for part in text.split(",") for value in self._part(part)}))

    def _part(self, part: str) -> range:
        """Read `*`, `a`, `a-b`, each with `/step` behind it where that makes sense."""
        span, slash, step = part.partition("/")
        first, dash, last = span.partition("-")
        if span == "*":
            bounds = self.low, self.high
        else:
            bounds = self._number(first, part), self._number(last if dash else first, part)
        if bounds[0] > bounds[1] or (slash and not (step.isdecimal() and int(step) and (dash or span == "*"))):
            raise self._unusable(part)
        return range(bounds[0], bounds[1] + 1, int(step) if slash else 1)

    def _number(self, text: str, part: str) -> int:
        number = self.names.get(text.lower(), int(text) if text.isdecimal() and text.isascii() else -1)
        if not self.low <= number <= self.high:
            raise self._unusable(part)
        return number

    def _unusable(self, part: str) -> ValueError:
        return ValueError(f'{self.name} "{part}": expected {self.low} to {self.high}, as in 5 or 1-5 or */2 or 1,3')


_FIELDS = (
    _Field("minute", 0, 59, {}),
    _Field("hour", 0, 23, {}),
    _Field("day", 1, 31, {}),
    _Field("month", 1, 12, dict(zip(_MONTHS, range(1, 13), strict=True))),
    _Field("weekday", 0, 7, dict(zip(_WEEKDAYS, range(7), strict=True))),
)


@dataclass(frozen=True)
class Cron:
    """When something is due: the allowed values, ascending; weekdays as their English names of three letters.

    `either` says that a day needs only one of `days` and `weekdays`: so cron has it where both are restricted.
    """

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[str, ...]
    either: bool

    @classmethod
    def parse(cls, expression: str) -> "Cron":
        """Read an expression; raises ValueError with the field at fault and what it may hold."""
        texts = expression.split()
        if len(texts) != len(_FIELDS):
            raise ValueError(f"{len(texts)} fields: expected {len(_FIELDS)}: minute, hour, day, month, weekday")
        minutes, hours, days, months, numbers = (field.values(text) for field, text in zip(_FIELDS, texts, strict=True))
        either = not texts[2].startswith("*") and not texts[4].startswith("*")
        if not either and all(days[0] > _LONGEST[month] for month in months):
            raise ValueError(f'day "{texts[2]}": no month of "{texts[3]}" has it')
        weekdays = tuple(dict.fromkeys(_WEEKDAYS[number % 7] for number in numbers))  # 7 is Sunday too
        return cls(minutes, hours, days, months, weekdays, either)
