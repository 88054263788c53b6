"""What there is to know about the checks of a run that stopped nothing, for people."""

from collections.abc import Iterable

from teamlandkarte.index.checks import Check


def remarks(checks: Iterable[Check]) -> list[str]:
    """Return a line for each check that warned or was let pass, and for each warning that has something to tell.

    What stopped the run is left out: the reason why it failed says it.
    """
    told = (check for check in checks if check.remark and not check.stops)
    return [
        f"{check.subject}, {check.name}: {check.remark}"
        for check in told
        if check.severity == "warning" or not check.passed
    ]
