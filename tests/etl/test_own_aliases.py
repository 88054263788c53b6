"""Aliases of the users' own, from the file to the answer."""

from pathlib import Path

import pytest

from teamlandkarte.etl.own_aliases import OwnAliases
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.config import VocabularyFiles
from teamlandkarte.index.errors import RefreshError
from tests.etl.night import Night

TERMS = ("Kubernetes", "k8s", "Gleisbau")


def read(tmp_path: Path, text: str) -> OwnAliases:
    path = tmp_path / "aliases.csv"
    path.write_text(text, "utf-8")
    return OwnAliases.read(path)


def test_each_line_is_another_name_of_a_term(tmp_path: Path) -> None:
    own = read(tmp_path, "alias,term\nGB,Gleisbau\n k8s ,Kubernetes\n")
    assert own.pairs == [("GB", "Gleisbau"), ("k8s", "Kubernetes")]
    assert all(check.passed for check in own.checks(TERMS))


def test_a_file_as_a_german_spreadsheet_saves_it_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, "\ufeffAlias;Term\r\nBÜ;Bahnübergang\r\n").pairs == [("BÜ", "Bahnübergang")]


def test_conflicts_and_slips_are_warned_about_and_left_out(tmp_path: Path) -> None:
    own = read(
        tmp_path,
        "alias,term\nGB,Gleisbau\nGB,Großbritannien\nKube,k8s\nk8s,Kube\n,Gleisbau\nGleis-Bau,Gleisbau\nGB,Gleisbau\n",
    )
    assert own.pairs == [("GB", "Gleisbau"), ("Kube", "k8s")]
    conflicts, slips, *_ = own.checks(TERMS)
    assert (conflicts.passed, conflicts.severity, conflicts.value) == (False, "warning", 2)
    assert "line 3: GB is Gleisbau already; line 5: Kube is k8s already" in conflicts.remark
    assert (slips.value, slips.remark[:15]) == (2, "line 6; line 7:")


def test_an_alias_that_joins_two_terms_of_the_lake_is_told(tmp_path: Path) -> None:
    *_, joined = read(tmp_path, "alias,term\nk8s,Kubernetes\n").checks(TERMS)
    assert joined.value == 1
    assert joined.remark == "Counted as the same from now on: k8s = Kubernetes"


def test_a_name_that_is_given_as_itself_is_no_alias_any_more(tmp_path: Path) -> None:
    own = read(tmp_path, "alias,term\nGCP,gcp\nGCP,Good Clinical Practice\nGleisbau,Gleis-Bau\nWebentwickler,GCP\n")
    aliases = Aliases.of(own.pairs)
    assert [aliases.term_of(name) for name in ("GCP", "Webentwickler", "Node")] == ["GCP", "GCP", "Node.js"]
    assert "GCP" not in dict(aliases.names_of(("Google Cloud Platform",)))
    assert own.conflicts == ["line 3: GCP is gcp already"]
    assert own.unusable == ["line 4"]
    *_, themselves, _, _, _ = own.checks(TERMS)
    assert (themselves.name, themselves.remark) == ("that stay themselves, whatever the release says", "gcp")


def test_a_chain_of_aliases_never_comes_back_to_its_beginning(tmp_path: Path) -> None:
    own = read(tmp_path, "alias,term\na1,b1\nb1,c1\nc1,a1\nx1,a1\n")
    assert own.pairs == [("a1", "b1"), ("b1", "c1"), ("x1", "a1")]
    assert own.conflicts == ["line 4: a1 is c1 already"]


def test_a_chain_of_aliases_is_told_whole_with_which_name_counts(tmp_path: Path) -> None:
    own = read(tmp_path, "alias,term\na1,b1\nGB,Gleisbau\nb1,c1\nx1,b1\n")
    *_, chains, _, _ = own.checks(TERMS)
    assert (chains.name, chains.severity, chains.value) == ("that lead on to another one", "warning", 2)
    assert chains.remark.startswith("a1 → b1 → c1; x1 → b1 → c1. All names of a chain count as the same: the last one")


def test_a_short_form_that_the_lake_writes_behind_another_term_is_told(tmp_path: Path) -> None:
    own = read(tmp_path, "alias,term\nBÜ,Bauüberwachung\nAWS,Amazon Web Services\n")
    *_, told, _ = own.checks(("Bahnübergang (BÜ)", "Bauüberwachung", "Amazon Web Services (AWS)"))
    assert (told.value, told.severity) == (1, "warning")
    assert told.remark == "BÜ is Bauüberwachung, and no name of “Bahnübergang (BÜ)” any more"


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        ("Gleisbau,Ring\nRing,Kubernetes\n", "Gleisbau = k8s = Kubernetes"),
        ("Gleisbau,Ring\nJava,Ring\n", "Gleisbau = Java"),
        ("GB,Gleisbau\n", ""),
    ],
)
def test_terms_that_several_aliases_join_are_told(tmp_path: Path, lines: str, joined: str) -> None:
    *_, told = read(tmp_path, f"alias,term\n{lines}").checks((*TERMS, "Java"))
    assert told.remark == (f"Counted as the same from now on: {joined}" if joined else "")


def test_what_is_told_of_many_and_long_names_stays_short(tmp_path: Path) -> None:
    lines = [f"name{place}x,name{place + 1}x" for place in range(200)]
    own = read(tmp_path, "\n".join(["alias,term", *lines, f"Gleisbau,{'x' * 5_000}", f"Java,{'x' * 5_000}", "Java,y"]))
    conflicts, _, _, chains, _, joined = own.checks(["Gleisbau", "Java", *(f"name{place}x" for place in range(201))])
    assert conflicts.remark.startswith(f"line 204: Java is {'x' * 79}… already")
    shown = "name0x → name1x → name2x → name3x → name4x → name5x → name6x → … (+193) → name200x"
    assert chains.remark.startswith(f"{shown}. ")
    assert joined.value == 2
    assert len(joined.remark) < 400


def test_of_a_chain_the_last_name_counts_that_the_lake_has(second_night: Night, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("alias,term\nBauerei,Gleisbau\nGleisbau,Oberbauerei\nOberbauerei,Bauwesen am Gleis\n", "utf-8")
    second_night.config = second_night.config.model_copy(update={"vocabulary": VocabularyFiles(aliases=str(path))})
    assert second_night.refresh().status == "succeeded"
    competences = second_night.dataset().competences
    named = ("Bauerei", "Gleisbau", "Oberbauerei", "Bauwesen am Gleis")
    assert {competences.terms[place] for name in named if (place := competences.id_of(name)) is not None} == {
        "Gleisbau"
    }
    assert None not in map(competences.id_of, named)


def test_a_cell_with_a_line_break_is_one_name_and_a_quote_that_never_ends_is_told(tmp_path: Path) -> None:
    assert read(tmp_path, 'alias,term\n"Gleis\nBau 2",Gleisbau\n').pairs == [("Gleis Bau 2", "Gleisbau")]
    with pytest.raises(RefreshError, match=r"aliases.csv is no table as a spreadsheet saves it"):
        read(tmp_path, 'alias,term\n"GB,Gleisbau\n' + "x" * 200_000)


@pytest.mark.parametrize("lines", ['"GB,Gleisbau\nk8s,Kubernetes\n', '"GB,Gleisbau\n"k8s",Kubernetes\n'])
def test_a_quote_too_many_does_not_swallow_the_lines_below(tmp_path: Path, lines: str) -> None:
    with pytest.raises(RefreshError, match=r"aliases.csv is no table as a spreadsheet saves it \(.+, line 3\)"):
        read(tmp_path, f"alias,term\n{lines}")


@pytest.mark.parametrize("text", ["", "name,meaning\nGB,Gleisbau\n"])
def test_a_file_with_other_columns_is_refused_by_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(RefreshError, match=r"\[vocabulary\] aliases: the file aliases.csv must begin with the line"):
        read(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RefreshError, match=r"the file aliases.csv cannot be read \(No such file"):
        OwnAliases.read(tmp_path / "aliases.csv")


def test_a_refresh_applies_them_and_a_changed_file_makes_another_version(second_night: Night, tmp_path: Path) -> None:
    assert second_night.dataset().competences.id_of("GB") is None
    path = tmp_path / "own.csv"
    path.write_text("alias,term\nGB,Gleisbau\nGB,Großbritannien\n", "utf-8")
    second_night.config = second_night.config.model_copy(update={"vocabulary": VocabularyFiles(aliases=str(path))})
    run = second_night.refresh()
    assert run.status == "succeeded"
    (warned,) = (check for check in run.checks if check.subject == "aliases" and not check.passed)
    assert "line 3: GB is Gleisbau already" in warned.remark
    competences = second_night.dataset().competences
    assert competences.id_of("GB") == competences.id_of("Gleisbau") is not None
    assert competences.row("GB")[competences.id_of("Gleisbau")] == 1_000_000
    assert second_night.refresh().status == "unchanged"


def test_a_file_without_one_usable_line_is_warned_about(second_night: Night, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("alias,term\nGB\n,Gleisbau\n", "utf-8")
    second_night.config = second_night.config.model_copy(update={"vocabulary": VocabularyFiles(aliases=str(path))})
    (warned,) = (check for check in second_night.refresh().checks if check.subject == "aliases" and not check.passed)
    assert warned.remark.startswith("line 2; line 3: left out")
