from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.graph.measures import most_connected, neighbours, stated_path
from sciloom.graph.network import Network, to_network
from sciloom.vocab import concept_iri

LOOM, YARN, UNTANGLING = map(concept_iri, ("loom", "yarn-network", "knot-untangling"))


def made_of(*edges: tuple[str, str]) -> Network:
    """A network of stated relations, each by a paper of its own."""
    network: Network = nx.MultiDiGraph()
    for number, (start, end) in enumerate(edges):
        evidence = {"quote": f"q{number}", "start": 0, "end": 2, "score": number / 100}
        key, paper = f"isA b:p{number}", f"b:p{number}"
        network.add_edge(start, end, key, type="isA", paper=paper, **evidence)
    return network


EDGES = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=15)


def test_path_with_the_sentence_of_each_step(store: Path) -> None:
    path = stated_path(to_network(store), LOOM, UNTANGLING)
    assert path is not None
    assert [(s.subject, s.object, s.forward) for s in path] == [
        (LOOM, YARN, True),
        (YARN, UNTANGLING, True),
    ]
    assert path[1].relation == "usedFor"
    assert path[1].quote == "Yarn networks solve knot untangling."


@given(EDGES, st.booleans())
def test_path_is_shortest_and_connected(edges: list[tuple[str, str]], directed: bool) -> None:
    network = made_of(*edges)
    network.add_nodes_from("af")
    path = stated_path(network, "a", "f", directed=directed)
    plain = nx.DiGraph(network) if directed else nx.Graph(network)
    if path is None:
        assert not nx.has_path(plain, "a", "f")
        return
    assert len(path) == nx.shortest_path_length(plain, "a", "f")
    at = "a"
    for step in path:
        assert at == (step.subject if step.forward else step.object)
        assert network.has_edge(step.subject, step.object, f"{step.relation} {step.paper}")
        assert step.forward or not directed
        at = step.object if step.forward else step.subject
    assert at == "f"


@given(EDGES, st.randoms(use_true_random=False))
def test_path_does_not_depend_on_the_order_of_edges(edges: list[tuple[str, str]], random) -> None:
    network = made_of(*edges)
    network.add_nodes_from("af")
    shuffled: Network = nx.MultiDiGraph()
    shuffled.add_nodes_from("fa")
    every = list(network.edges(keys=True, data=True))
    random.shuffle(every)
    for start, end, key, data in every:
        shuffled.add_edge(start, end, key, **data)
    assert stated_path(network, "a", "f") == stated_path(shuffled, "a", "f")


def test_the_surest_statement_is_shown() -> None:
    path = stated_path(made_of(("a", "b"), ("a", "b")), "a", "b")
    assert path is not None
    assert path[0].quote == "q1"


def test_edges_that_nobody_states_are_not_walked() -> None:
    network = made_of(("a", "b"))
    network.add_edge("p", "a", "uses", type="uses")
    network.add_edge("p", "c", "uses", type="uses")
    assert stated_path(network, "a", "c") is None


def test_from_a_concept_to_itself() -> None:
    assert stated_path(made_of(("a", "a")), "a", "a") == ()


@given(EDGES)
def test_neighbours_are_mutual_and_counted(edges: list[tuple[str, str]]) -> None:
    network = made_of(*edges)
    for node in network:
        assert all(node in neighbours(network, other) for other in neighbours(network, node))
        assert node not in neighbours(network, node)
    ranked = most_connected(network, count=3)
    counts = sorted((len(neighbours(network, node)) for node in network), reverse=True)
    assert [count for _, count in ranked] == counts[:3]


def test_most_connected_of_a_type(store: Path) -> None:
    network = to_network(store)
    ranked = most_connected(network, type="Method", count=2)
    assert [node for node, _ in ranked] == [LOOM, YARN]


@pytest.mark.parametrize("missing", ["start", "end"])
def test_unknown_nodes_are_named(missing: str) -> None:
    network = made_of(("start", "end"))
    network.remove_node(missing)
    with pytest.raises(ValueError, match=missing):
        stated_path(network, "start", "end")
