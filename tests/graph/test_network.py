from __future__ import annotations

import io
from pathlib import Path

import networkx as nx
import pytest
from pyoxigraph import Store

from factories import first_paper, second_paper, two_papers
from sciloom.graph.network import Network, to_graphml, to_network
from sciloom.query.run import run_query
from sciloom.rdf import BuildInfo, to_quads
from sciloom.vocab import concept_iri, paper_edge, paper_iri

LOOM, YARN, TASK = map(concept_iri, ("loom", "yarn-network", "knot-diagram"))
FIRST, SECOND = paper_iri(first_paper().paper), paper_iri(second_paper().paper)


@pytest.fixture(scope="module")
def network(store: Path) -> Network:
    return to_network(store)


def test_nodes_are_papers_and_concepts(network: Network) -> None:
    types = nx.get_node_attributes(network, "type")
    assert {node for node, type_ in types.items() if type_ == "Paper"} == {FIRST, SECOND}
    concepts = {concept.iri: concept.type for concept in two_papers().concepts}
    assert types == concepts | {FIRST: "Paper", SECOND: "Paper"}
    assert network.nodes[YARN]["label"] == "Yarn Networks"


def test_paper_nodes_have_what_is_known(network: Network) -> None:
    first = network.nodes[FIRST]
    assert (first["id"], first["year"], first["venue"]) == ("loom.txt#1", 2024, "Proc. Knots")
    assert "year" not in network.nodes[SECOND]


def test_papers_are_joined_to_concepts_by_role(network: Network) -> None:
    for extraction in two_papers().extractions:
        paper = paper_iri(extraction.paper)
        concepts = two_papers().concept_of()
        expected = {
            (concepts[paper, e.name], paper_edge(e.role, e.type)) for e in extraction.entities
        }
        edges = network.out_edges(paper, keys=True, data="type")
        assert {(there, type_) for _, there, _, type_ in edges} == expected
        assert all(key == type_ for _, _, key, type_ in edges)


def test_stated_relations_carry_evidence(network: Network) -> None:
    texts = {FIRST: first_paper().paper.text, SECOND: second_paper().paper.text}
    stated = [data for _, _, data in network.edges(data=True) if "quote" in data]
    assert stated
    for data in stated:
        assert texts[data["paper"]][data["start"] : data["end"]] == data["quote"]
        assert data["score"] == 0.8
    assert {data["type"] for data in network.get_edge_data(LOOM, YARN).values()} == {
        "basedOn",
        "outperforms",
    }


def test_one_edge_a_paper_that_states_it() -> None:
    statements = "".join(
        f"""<b:{paper}> :states <b:{paper}/{n}> .
        <b:{paper}/{n}> rdf:subject <b:x> ; rdf:predicate :isA ; rdf:object <b:y> ;
          :score {score} ; :evidence <b:{paper}#{n}> .
        <b:{paper}#{n}> oa:exact "{n}" ; oa:start 0 ; oa:end 1 ."""
        for paper, n, score in (("p", 1, 0.5), ("p", 2, 0.7), ("p", 3, 0.7), ("q", 1, 0.1))
    )
    store = Store()
    prefixes = "PREFIX : <https://w3id.org/sciloom/ontology#> PREFIX oa: <http://www.w3.org/ns/oa#>"
    rdf = "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>"
    store.update(f"{prefixes} {rdf} INSERT DATA {{ {statements} }}")
    edges = to_network(store).get_edge_data("b:x", "b:y")
    assert {data["paper"]: data["quote"] for data in edges.values()} == {"b:p": "2", "b:q": "1"}


def test_claims_stand_between_paper_and_slots(store: Path) -> None:
    network = to_network(store, claims=True)
    first, claim = f"{FIRST}/claim/1", network.nodes[f"{FIRST}/claim/1"]
    assert network.has_edge(FIRST, first, "claims")
    assert claim["type"] == "Improvement"
    assert claim["label"] == claim["quote"].strip()
    assert network.has_edge(first, LOOM, "subject")
    assert network.has_edge(first, YARN, "comparator")
    assert not any("/claim/" in node for node in to_network(store))


def test_order_does_not_depend_on_the_store(store: Path) -> None:
    build = BuildInfo(version="1.0", pipeline="test-1", digest="0" * 64)
    other = Store()
    other.extend(reversed(list(to_quads(two_papers(), build=build))))
    one, two = (to_network(source, claims=True) for source in (store, other))
    assert list(one.nodes(data=True)) == list(two.nodes(data=True))
    assert list(one.edges(keys=True, data=True)) == list(two.edges(keys=True, data=True))


def test_graphml_reads_back(store: Path, tmp_path: Path) -> None:
    network = to_network(store, claims=True)
    to_graphml(network, tmp_path / "x.graphml")
    again = nx.read_graphml(tmp_path / "x.graphml")
    assert dict(again.nodes(data=True)) == dict(network.nodes(data=True))
    assert _edges(again) == _edges(network)
    ids = [key for _, _, key in again.edges(keys=True)]
    assert len(set(ids)) == len(ids)


def test_graphml_replaces_what_xml_cannot_hold() -> None:
    network: Network = nx.MultiDiGraph()
    network.add_node("b:x", label="a\x1b[31m\ufffe & <b>")
    file = io.BytesIO()
    to_graphml(network, file)
    file.seek(0)
    assert nx.read_graphml(file).nodes["b:x"]["label"] == "a\ufffd[31m\ufffd & <b>"


def test_an_empty_store_is_an_empty_network() -> None:
    assert len(to_network(Store(), claims=True)) == 0


def test_edges_agree_with_sparql(store: Path, network: Network) -> None:
    count = run_query(store, "SELECT * { ?p :states ?s . ?s :evidence ?e }")
    assert not isinstance(count, bool)
    stated = [1 for *_, data in network.edges(data=True) if "quote" in data]
    assert len(stated) == len(count)


def _edges(network: Network) -> list[tuple[str, str, list[tuple[str, object]]]]:
    # Read back, an edge has its id among its attributes.
    return sorted(
        (start, end, sorted((k, v) for k, v in data.items() if k != "id"))
        for start, end, data in network.edges(data=True)
    )
