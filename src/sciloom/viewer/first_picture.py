"""What the page shows before anyone asks: everything if it is little, else the landmarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sciloom.viewer.layout import positions
from sciloom.viewer.network import network_of

if TYPE_CHECKING:
    import networkx as nx

#: Up to this many nodes all are drawn.
WHOLE = 150
#: Concepts of each type among the landmarks, and the papers that join them: 60 in all.
_QUOTA = (("Method", 14), ("Task", 9), ("Dataset", 9), ("Metric", 5))
_PAPERS = 23


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes (IRIs) with their positions; ``whole`` tells whether nothing was left out."""

    places: Mapping[str, tuple[int, int]]
    whole: bool


def first_picture(network: nx.MultiDiGraph[str], *, limit: int = WHOLE) -> Picture:
    """Return what to draw first: all of up to ``limit`` nodes, else the landmarks."""
    whole = len(network) <= limit
    nodes = list(network) if whole else landmarks(network)
    kept = set(nodes)
    edges = [(a, b) for a, b in network.edges() if a in kept and b in kept]
    return Picture(places=positions(nodes, edges), whole=whole)


def picture_of(payload: dict[str, Any]) -> Picture:
    """Return what to draw first of a payload's papers and concepts, by id."""
    return first_picture(network_of(payload))


def landmarks(network: nx.MultiDiGraph[str]) -> list[str]:
    """Return the most shared concepts of each type and the papers that join most of them.

    Nodes that would stand alone are dropped.
    """
    degree = {node: len(set(network.pred[node]) | set(network.succ[node])) for node in network}
    papers = [node for node, type_ in network.nodes(data="type") if type_ == "Paper"]
    shared = {
        node: sum(network.nodes[other]["type"] == "Paper" for other in network.pred[node])
        for node in network
    }
    chosen: set[str] = set()
    for type_, quota in _QUOTA:
        of_type = [node for node, kind in network.nodes(data="type") if kind == type_]
        of_type.sort(key=lambda node: (-shared[node], -degree[node], node))
        chosen.update(of_type[:quota])
    joins = {paper: len(chosen & set(network.succ[paper])) for paper in papers}
    papers.sort(key=lambda paper: (-joins[paper], -degree[paper], paper))
    chosen.update(paper for paper in papers[:_PAPERS] if joins[paper])
    return [
        node
        for node in network
        if node in chosen
        and (chosen - {node}) & (set(network.pred[node]) | set(network.succ[node]))
    ]
