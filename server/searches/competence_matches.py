"""The evidence for each competence that is asked for, as data: similarity, what it means, where it comes from."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from teamlandkarte.index.evidence import CompetenceEvidence, PersonEvidence
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers import wording
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.capacities import UNKNOWN
from teamlandkarte.server.searches.search_answers import CompetenceMatch

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

DATA_LENGTH = 80
NO_CERTIFICATES: Mapping[str, str] = {}
_ORIGIN_LENGTH = 240


def matches_of(
    item: PersonEvidence,
    dataset: "Dataset",
    certificates: Mapping[str, str] = NO_CERTIFICATES,
    *,
    in_full: bool = False,
) -> list[CompetenceMatch]:
    """Return the evidence for each competence with where its similarity comes from.

    Unless `in_full`, the same name and meaning go without saying: a list has room for little.
    """
    if not item.competences_known:
        return [match_of(one, certificates).model_copy(update={"reading": UNKNOWN}) for one in item.competences]
    return [_with_origin(match_of(one, certificates), one, dataset, in_full=in_full) for one in item.competences]


def match_of(item: CompetenceEvidence, certificates: Mapping[str, str] = NO_CERTIFICATES) -> CompetenceMatch:
    """Return the evidence for one competence; `certificates` are the person's that name a missing one."""
    certificate = certificates.get(item.competence)
    return CompetenceMatch(
        competence=one_line(item.competence, DATA_LENGTH),
        own_competence=one_line(item.own_term, DATA_LENGTH) if item.own_term and item.similarity < MICRO else None,
        similarity=item.similarity / MICRO,
        reading=item.reading,
        met=item.met,
        certificate=excerpt(item.competence, one_line(certificate), DATA_LENGTH) if certificate else None,
    )


def excerpt(competence: str, certificate: str, length: int) -> str:
    """Return of a certificate the passage that names a competence."""
    return wording.passage(wording.words(competence), certificate, length)


def _with_origin(
    match: CompetenceMatch, item: CompetenceEvidence, dataset: "Dataset", *, in_full: bool
) -> CompetenceMatch:
    if item.own_term is None:
        return match
    origin = dataset.provenance.of(item.competence, item.own_term, item.similarity)
    own = None if origin.how == "same name" else one_line(item.own_term, DATA_LENGTH)
    told = in_full or origin.by is not None or origin.how not in {"same name", "meaning"}
    by = origin.by and one_line(origin.by, _ORIGIN_LENGTH)
    return match.model_copy(update={"own_competence": own, "origin": origin.how if told else None, "origin_by": by})
