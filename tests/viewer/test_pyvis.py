"""The hand-over to pyvis."""

from __future__ import annotations

import json

import networkx as nx
import pytest
from viewer_pages import HOSTILE, hostile, star

from factories import two_papers
from sciloom.viewer import to_pyvis
from sciloom.viewer.network import to_network


def test_gives_a_directed_network_that_stands_still() -> None:
    drawn = to_pyvis(two_papers())
    assert drawn.directed
    assert json.loads(drawn.options.to_json())["physics"]["enabled"] is False
    assert all(isinstance(node["id"], str) for node in drawn.nodes)
    assert all(type(node["x"]) is int and type(node["y"]) is int for node in drawn.nodes)
    assert {node["shape"] for node in drawn.nodes} == {
        "dot",
        "square",
        "diamond",
        "triangle",
        "hexagon",
    }


def test_keeps_parallel_edges() -> None:
    network = nx.MultiDiGraph()
    network.add_node("a", label="A", type="Method")
    network.add_node("b", label="B", type="Method")
    network.add_edge("a", "b", key="basedOn")
    network.add_edge("a", "b", key="outperforms")
    network.add_edge("b", "a", key="comparedWith")
    assert len(to_pyvis(network).edges) == 3


def test_draws_all_of_a_graph_that_fits_and_landmarks_of_one_that_does_not() -> None:
    assert len(to_pyvis(star(200), limit=300).nodes) == 202
    assert len(to_pyvis(star(200)).nodes) <= 60
    with pytest.raises(ValueError, match="at most 300"):
        to_pyvis(star(3), limit=301)


def test_places_choose_the_nodes() -> None:
    network = to_network(two_papers())
    some = list(network)[:2]
    drawn = to_pyvis(network, places={node: (i, -i) for i, node in enumerate(some)})
    assert [(node["id"], node["x"], node["y"]) for node in drawn.nodes] == [
        (some[0], 0, 0),
        (some[1], 1, -1),
    ]


def test_page_holds_no_markup_of_the_data() -> None:
    html = to_pyvis(hostile()).generate_html()
    assert "vis-network" in html
    assert "<script src" not in html
    assert "<link" not in html
    for name in HOSTILE[:4]:
        assert name not in html
