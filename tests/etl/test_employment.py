"""Who is active, dismissed or gone: single histories by hand, random ones against a slow model of each person alone."""

import datetime as dt
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.etl.directory.employment import Employment, Found, Outcome, Rules, after

START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
RULES = Rules(dismiss_after_runs=3, remove_after_days=10, max_drop=0.3)
NIGHT = dt.timedelta(days=1)
KEYS = "abcd"


def nights(*found: Found | str, rules: Rules = RULES) -> list[Outcome]:
    """Run night after night; a text names those who are found, each with the same profile as ever."""
    outcomes: list[Outcome] = []
    for night, one in enumerate(found):
        before = outcomes[-1].people if outcomes else {}
        what = Found({key: key.upper() for key in one}) if isinstance(one, str) else one
        outcomes.append(after(before, what, rules, START + night * NIGHT))
    return outcomes


def test_somebody_new_is_active_and_seen_now() -> None:
    (first,) = nights("ab")
    assert first.people == {key: Employment(key.upper(), START) for key in "ab"}
    assert first.new == ("a", "b")


def test_somebody_missing_is_dismissed_by_the_third_complete_run_in_a_row() -> None:
    outcomes = nights("ab", "a", "a", "a", "a")
    assert [outcome.people["b"].status for outcome in outcomes] == ["active"] * 3 + ["dismissed"] * 2
    assert [outcome.missing for outcome in outcomes] == [(), ("b",), ("b",), ("b",), ()]
    assert [outcome.dismissed for outcome in outcomes] == [(), (), (), ("b",), ()]
    assert outcomes[3].people["b"].dismissed_at == START + 3 * NIGHT
    assert outcomes[3].people["b"].last_seen_at == START
    assert outcomes[4].people["b"] == outcomes[3].people["b"]


def test_coming_back_in_time_starts_the_count_anew_and_coming_back_later_makes_active_again() -> None:
    outcomes = nights("ab", "a", "a", "ab", "a", "a", "a", "ab")
    assert [outcome.people["b"].status for outcome in outcomes] == ["active"] * 6 + ["dismissed", "active"]
    assert outcomes[-1].people["b"] == Employment("B", START + 7 * NIGHT)
    assert outcomes[-1].new == ()


def test_somebody_dismissed_is_removed_after_the_configured_days_and_then_is_new_again() -> None:
    outcomes = nights("ab", *["a"] * 13, "ab")
    assert ["b" in outcome.people for outcome in outcomes] == [True] * 13 + [False, True]
    assert outcomes[13].removed == ("b",)
    assert outcomes[14].new == ("b",)


def test_whoever_is_listed_but_cannot_be_read_is_not_missed_and_keeps_the_last_profile() -> None:
    outcomes = nights("ab", "a", "a", Found({"a": "A"}, unread={"b"}), "a", "a")
    assert outcomes[3].people["b"] == Employment("B", START)
    assert outcomes[-1].people["b"].status == "active"
    assert outcomes[-1].people["b"].missed_runs == 2


def test_an_error_that_may_be_anybodys_counts_against_nobody() -> None:
    outcomes = nights("ab", "a", "a", Found({"a": "A2"}, unknown=1))
    assert outcomes[-1].people["b"].status == "active"
    assert outcomes[-1].people["b"].missed_runs == 2
    assert outcomes[-1].people["a"].checksum == "A2"
    assert outcomes[-1].doubt.startswith("1 profile could not be read")
    several = nights("ab", Found({"a": "A"}, unknown=1_200))
    assert several[-1].doubt.startswith("1,200 profiles could not be read")


def test_a_run_that_finds_far_fewer_people_dismisses_nobody_and_says_so() -> None:
    everybody = "abcdefghijklmnopqrst"
    rules = Rules(1, 0, 0.3)
    outcomes = nights(everybody, everybody[:13], everybody[:14], rules=rules)
    assert len(outcomes[1].people) == 20
    assert all(person.status == "active" for person in outcomes[1].people.values())
    assert outcomes[1].doubt.startswith("7 of 20 active people were not found")
    assert outcomes[2].doubt == ""
    assert outcomes[2].dismissed == tuple(everybody[14:])


def test_a_person_may_say_that_so_great_a_loss_is_right() -> None:
    everybody = "abcdefghijklmnopqrst"
    outcomes = nights(everybody, Found({"a": "A"}, loss_allowed=True), rules=Rules(1, 5, 0.3))
    assert outcomes[1].dismissed == tuple(everybody[1:])


def test_a_run_that_finds_nobody_is_never_believed_however_small_the_directory_is() -> None:
    outcomes = nights("a", "", rules=Rules(1, 0, 1.0))
    assert outcomes[1].people["a"].status == "active"
    assert outcomes[1].doubt.startswith("1 of 1 active people were not found")


@dataclass
class Alone:
    """One person followed through all nights without regard to anybody else."""

    there: bool = False
    active: bool = False
    missed: int = 0
    dismissed_on: int = 0

    def night(self, number: int, *, seen: bool, rules: Rules) -> None:
        if seen:
            self.there, self.active, self.missed = True, True, 0
        elif self.there and self.active:
            self.missed += 1
            if self.missed == rules.dismiss_after_runs:
                self.active, self.dismissed_on = False, number
        elif self.there and number - self.dismissed_on >= rules.remove_after_days:
            self.there = False


@given(
    st.lists(st.sets(st.sampled_from(KEYS), min_size=1), max_size=20),
    st.integers(1, 4),
    st.integers(0, 6),
)
def test_in_every_history_each_person_fares_as_if_they_were_alone(
    history: list[set[str]], runs: int, days: int
) -> None:
    rules = Rules(runs, days, 1.0)
    alone = {key: Alone() for key in KEYS}
    for number, outcome in enumerate(nights(*("".join(sorted(seen)) for seen in history), rules=rules)):
        for key, person in alone.items():
            person.night(number, seen=key in history[number], rules=rules)
        expected = {key: "active" if one.active else "dismissed" for key, one in alone.items() if one.there}
        assert {key: person.status for key, person in outcome.people.items()} == expected
