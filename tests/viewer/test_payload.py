"""What the page's script reads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from viewer_pages import many_papers

from factories import two_papers
from sciloom.model import Resolution
from sciloom.resolve import resolve
from sciloom.viewer import to_payload
from sciloom.vocab import BASE, paper_iri


@pytest.fixture(scope="module")
def payload() -> dict[str, Any]:
    return to_payload(two_papers())


def test_is_json_as_it_stands(payload: dict[str, Any]) -> None:
    back = json.loads(json.dumps(payload))
    assert back["schema"] == 1
    assert [paper["label"] for paper in back["papers"]] == [
        e.label for e in two_papers().extractions
    ]


def test_mentions_are_where_their_forms_stand(payload: dict[str, Any]) -> None:
    for paper, extraction in zip(payload["papers"], two_papers().extractions, strict=True):
        for entity, source in zip(paper["entities"], extraction.entities, strict=True):
            forms = {paper["text"][start:end] for start, end in entity["mentions"]}
            assert forms
            assert forms <= set(source.surface)


def test_claims_keep_slots_values_and_sentence(payload: dict[str, Any]) -> None:
    paper = payload["papers"][0]
    claim = paper["claims"][0]
    assert paper["text"][claim["start"] : claim["end"]].startswith("On KnotBank, Loom improves")
    names = [entity["name"] for entity in paper["entities"]]
    assert names[claim["subject"]] == "Loom"
    assert [c if isinstance(c, str) else names[c] for c in claim["comparators"]] == [
        "Yarn Networks",
        "prior work",
    ]
    (value,) = claim["values"]
    assert paper["text"][value["start"] : value["end"]] == "up to 26.30 points"
    assert (value["value"], value["printed"], value["unit"]) == (26.3, "26.30", "point")
    assert paper["claims"][2]["negated"]
    assert "subject" not in paper["claims"][2]


def test_a_slot_that_is_first_among_entities_is_kept() -> None:
    # Position 0 is a value, not an absence.
    paper = to_payload(two_papers())["papers"][0]
    assert paper["entities"][0]["name"] == "Loom"
    assert paper["relations"][0]["subject"] == 0


def test_ids_are_iris_less_the_base(payload: dict[str, Any]) -> None:
    resolution = two_papers()
    assert [payload["base"] + paper["id"] for paper in payload["papers"]] == [
        paper_iri(e.paper) for e in resolution.extractions
    ]
    assert [payload["base"] + c["id"] for c in payload["concepts"]] == [
        c.iri for c in resolution.concepts
    ]


def test_another_base() -> None:
    base = "https://example.org/kg/"
    resolution = resolve(two_papers().extractions, base=base)
    payload = to_payload(resolution)
    assert payload == to_payload(resolution, base=base)
    assert payload["base"] == base
    ids = [paper["id"] for paper in payload["papers"]]
    assert not any(base in one or BASE in one for one in ids)
    assert {node[0] for node in payload["picture"]["nodes"]} >= set(ids)


@pytest.mark.parametrize("resolution", [two_papers(), many_papers(60), resolve([])])
def test_picture_shows_nodes_of_the_graph(resolution: Resolution) -> None:
    payload = to_payload(resolution)
    known = {one["id"] for one in (*payload["papers"], *payload["concepts"])}
    drawn = [node[0] for node in payload["picture"]["nodes"]]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) <= known
    assert payload["picture"]["whole"] == (set(drawn) == known)
