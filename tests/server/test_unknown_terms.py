"""A term that the vocabulary lacks is named wherever it is used, with what is nearest to it or compared instead."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from mcp import Client

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Matching, Storage
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import DatasetVersions, utc_now
from teamlandkarte.server.protocol.app import create_server
from tests.hash_embedder import HashEmbedder
from tests.server.conftest import NOW
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


@pytest.fixture(scope="module")
def remote_config(config: Config, encoder: LocalEncoder, tmp_path_factory: pytest.TempPathFactory) -> Config:
    """The hand-written lake, embedded by a remote model and bridged by the local one."""
    folder = tmp_path_factory.mktemp("remote")
    remote = config.model_copy(
        update={
            "embedding_cache": config.embedding_cache.model_copy(update={"path": folder / "embeddings.sqlite3"}),
            "storage": Storage(path=folder / "data"),
            "matching": Matching(require_confirmation=False),
        }
    )
    cache = EmbeddingCache(remote.embedding_cache.path, remote.embedding_cache.ttl_days, utc_now)
    bridge = CachedEmbedder(InBatches(encoder), cache)
    refresh(remote, open_lake(remote.database, remote.credentials), HashEmbedder(model="remote"), bridge=bridge)
    return remote


@pytest.fixture
async def remote_host(remote_config: Config, encoder: LocalEncoder) -> AsyncIterator[Host]:
    """A host of a server on that dataset."""
    current = CurrentDataset(DatasetVersions(remote_config.storage), encoder)
    server = create_server(remote_config, clock=lambda: NOW, current=current)
    async with Client(server) as client:
        yield Host(client)


async def answers(host: Host, *, confirm: bool) -> list[tuple[str, Json, list[tuple[str, str]]]]:
    """Use unknown terms in every tool that takes one; return text, data and the terms it must name."""
    both = [("role", "Lokführerin"), ("competence", "Containerorchestrierung")]
    collected = await host.call(
        "collect_structured_requirement_data", role_names=["Lokführerin"], competences=["Containerorchestrierung"]
    )
    if confirm:
        await host.call("show_pending_requirements")
        await host.call("confirm_requirements", confirm=True)
    searched = await host.call("find_matching_capacities")
    filtered = await host.call(
        "filter_search_results",
        search_id=searched[1]["search_id"],
        role="Lokführerin",
        competences=["Python", "Containerorchestrierung"],
    )
    listed = await host.call("list_capacities", role_name="Lokführerin", competence="Containerorchestrierung")
    by_role = await host.call("list_capacities", role_name="Lokführerin", competence="Python")
    expected = (both, both, both, both, both[:1])
    return [
        (text, data, terms)
        for (text, data), terms in zip((collected, searched, filtered, listed, by_role), expected, strict=True)
    ]


async def test_an_unknown_term_is_named_with_the_known_ones_nearest_to_it(host: Host, current: CurrentDataset) -> None:
    dataset = current.get()
    for text, data, terms in await answers(host, confirm=True):
        assert [(unknown["kind"], unknown["term"]) for unknown in data["unknown_terms"]] == terms
        for unknown in data["unknown_terms"]:
            vocabulary = dataset.roles if unknown["kind"] == "role" else dataset.competences
            similarities = sorted(vocabulary.row(unknown["term"]).tolist(), reverse=True)
            assert not unknown["replaced"]
            related = [one / 1_000_000 for one in similarities[:3] if one >= 450_000]
            assert [near["similarity"] for near in unknown["nearest"]] == (related or [similarities[0] / 1_000_000])
            assert unknown["term"] in text
            assert ("), unrelated" in text) >= (not related)
            assert f"nearest: {unknown['nearest'][0]['term']} (" in text
        assert "compared instead" not in text


async def test_on_a_remote_model_the_terms_compared_in_its_place_are_named(
    remote_host: Host, current: CurrentDataset
) -> None:
    local = current.get()  # the same terms in the model that bridges them
    for text, data, terms in await answers(remote_host, confirm=False):
        assert [(unknown["kind"], unknown["term"]) for unknown in data["unknown_terms"]] == terms
        for unknown in data["unknown_terms"]:
            vocabulary = local.roles if unknown["kind"] == "role" else local.competences
            row = dict(zip(vocabulary.terms, vocabulary.row(unknown["term"]).tolist(), strict=True))
            bridged = sorted(row.values(), reverse=True)[:3]
            assert unknown["replaced"]
            assert [round(near["similarity"] * 1_000_000) for near in unknown["nearest"]] == bridged
            assert [row[near["term"]] for near in unknown["nearest"]] == bridged
            assert f"compared instead: {unknown['nearest'][0]['term']} (" in text


async def test_on_a_remote_model_the_stand_in_that_a_similarity_comes_from_is_told(remote_host: Host) -> None:
    await remote_host.call("collect_structured_requirement_data", competences=["Containerorchestrierung"])
    _, data = await remote_host.call("find_matching_capacities", limit=11)
    nearest = {near["term"]: near["similarity"] for near in data["unknown_terms"][0]["nearest"]}
    matches = [person["competences"][0] for person in data["results"]]
    told = [one for one in matches if one.get("origin")]
    assert {one["origin"] for one in told} == {"stand-in"}
    for one in told:
        term = next(term for term in nearest if one["origin_by"].startswith(f"{term} {nearest[term]:.3f}"))
        assert one["origin_by"] == f"{term} {nearest[term]:.3f}" or "; to it: meaning" in one["origin_by"]
        assert one["similarity"] <= nearest[term] + 0.00002
    person = next(person for person in data["results"] if person["capacity_id"] == "K001")  # who has Kubernetes
    assert person["competences"][0]["origin_by"] == f"Kubernetes {nearest['Kubernetes']:.3f}"


async def test_nothing_is_said_about_terms_that_the_vocabulary_has(host: Host) -> None:
    text, data = await host.call("list_capacities", role_name="backend developer", competence="PYTHON")
    assert data["unknown_terms"] == []
    assert "vocabulary" not in text


async def test_of_what_is_near_an_unknown_term_only_the_related_is_named(host: Host) -> None:
    text, data = await host.call("list_capacities", competence="Palantir Foundry")
    (unknown,) = data["unknown_terms"]
    (near,) = unknown["nearest"]
    assert near["similarity"] < 0.45
    assert f"“Palantir Foundry”; nearest: {near['term']} (" in text
    assert "), unrelated." in text
    text, data = await host.call("list_capacities", competence="Kubernets")
    (unknown,) = data["unknown_terms"]
    assert [near["term"] for near in unknown["nearest"]] == ["Kubernetes"]
    assert "“Kubernets”; nearest: Kubernetes (" in text


async def test_of_an_unknown_role_without_related_ones_those_with_its_words_are_named(host: Host) -> None:
    text, data = await host.call("list_capacities", role_name="Leit")
    (unknown,) = data["unknown_terms"]
    assert {near["term"] for near in unknown["nearest"]} == {"Ingenieur Leit- und Sicherungstechnik", "Projektleiter"}
    assert all(near["similarity"] < 0.45 for near in unknown["nearest"])
    assert "), by name alone." in text
    assert {person["capacity_id"] for person in data["capacities"]} == {"K004", "K005", "k010"}
    _, captured = await host.call("start_guided_capture")
    text, _ = await host.call("guided_set_role", requirements_id=captured["requirements_id"], role_name="Leit")
    assert "Projektleiter (0." in text
    assert "by name alone" in text


async def test_several_known_names_in_one_are_told_apart_for_the_next_call(host: Host) -> None:
    text, data = await host.call("collect_structured_requirement_data", competences="python, k8s; Java")
    assert data["competences"] == ["python, k8s; Java"]
    assert data["unknown_terms"][0]["parts"] == ["Python", "Kubernetes", "Java"]
    assert 'not in the vocabulary; several in one: pass ["Python", "Kubernetes", "Java"]' in text
    text, data = await host.call("guided_set_competences", competences="Pyton, Postgre SQL; Kubernetis")
    assert data["unknown_terms"][0]["parts"] == ["Pyton", "PostgreSQL", "Kubernetis"]
    assert 'several in one: pass ["Pyton", "PostgreSQL", "Kubernetis"]. It is kept as typed.' in text
    _, data = await host.call("guided_set_competences", competences="python, Zauberei, Kubernetis")
    assert data["unknown_terms"][0]["parts"] == ["Python", "Zauberei", "Kubernetis"]
    _, data = await host.call("guided_set_competences", competences="Planung, Bau und Betrieb von Anlagen")
    assert data["unknown_terms"][0]["parts"] == []
    _, data = await host.call("collect_structured_requirement_data", competences="Python, Zauberei")
    assert data["unknown_terms"][0]["parts"] == []
