"""Landmarks and positions."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from viewer_pages import many_papers, star

from factories import two_papers
from sciloom.viewer.first_picture import WHOLE, first_picture, landmarks
from sciloom.viewer.layout import positions
from sciloom.viewer.network import to_network

GRAPHS = st.integers(1, 25).flatmap(
    lambda n: st.tuples(
        st.just([f"n{i}" for i in range(n)]),
        st.lists(
            st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).map(
                lambda pair: (f"n{pair[0]}", f"n{pair[1]}")
            ),
            max_size=40,
        ),
    )
)


@given(GRAPHS)
def test_every_node_gets_a_place_of_its_own(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    nodes, edges = graph
    places = positions(nodes, edges)
    assert list(places) == nodes
    assert all(type(x) is int and type(y) is int for x, y in places.values())
    assert len(set(places.values())) == len(nodes)
    assert positions(nodes, list(reversed(edges))) == places


def test_no_nodes() -> None:
    assert positions([], []) == {}


def test_linked_nodes_stand_closer() -> None:
    nodes = [f"n{i}" for i in range(12)]
    ring = [(nodes[i], nodes[(i + 1) % 6]) for i in range(6)]
    other = [(nodes[6 + i], nodes[6 + (i + 1) % 6]) for i in range(6)]
    places = positions(nodes, ring + other)

    def apart(a: str, b: str) -> float:
        return ((places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2) ** 0.5

    near = [apart(a, b) for a, b in ring + other]
    far = [apart(a, b) for a in nodes[:6] for b in nodes[6:]]
    assert sum(near) / len(near) < sum(far) / len(far)


def test_little_is_drawn_whole() -> None:
    network = to_network(two_papers())
    picture = first_picture(network)
    assert picture.whole
    assert set(picture.places) == set(network)


@pytest.mark.parametrize("network", [to_network(many_papers(200)), to_network(star(400))])
def test_much_is_drawn_as_landmarks(network: nx.MultiDiGraph[str]) -> None:
    assert len(network) > WHOLE
    picture = first_picture(network)
    assert not picture.whole
    assert 2 <= len(picture.places) <= 60
    drawn = network.subgraph(picture.places)
    assert list(nx.isolates(drawn)) == []


def test_landmarks_are_what_most_papers_share() -> None:
    network = to_network(many_papers(200))
    labels = {network.nodes[node]["label"] for node in landmarks(network)}
    assert {f"shared {i}" for i in range(7)} | {f"common {i}" for i in range(3)} <= labels


def test_landmarks_do_not_hang_on_the_order_of_nodes() -> None:
    network = to_network(many_papers(80))
    turned = nx.MultiDiGraph()
    turned.add_nodes_from(reversed(list(network.nodes(data=True))))
    turned.add_edges_from(reversed(list(network.edges(keys=True))))
    assert set(landmarks(turned)) == set(landmarks(network))


def test_network_has_each_edge_once() -> None:
    network = to_network(two_papers())
    edges = [
        (network.nodes[a]["label"], key, network.nodes[b]["label"])
        for a, b, key in network.edges(keys=True)
    ]
    assert len(edges) == len(set(edges))
    labels = {label for label, key, _ in edges if key == "proposes"}
    assert labels == {e.label for e in two_papers().extractions}
    assert {kind for _, kind in network.nodes(data="type")} == {
        "Paper",
        "Method",
        "Dataset",
        "Metric",
        "Task",
    }
