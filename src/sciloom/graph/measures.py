"""What is near a node, how two concepts hang together, what is central."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sciloom.graph.network import Network


@dataclass(frozen=True, slots=True)
class Step:
    """One stated relation on a path, as ``paper`` (its IRI) states it.

    ``forward`` is False where the path walks it from object to subject.
    """

    subject: str
    relation: str
    object: str
    paper: str
    quote: str
    start: int
    end: int
    forward: bool


def neighbours(network: Network, node: str) -> tuple[str, ...]:
    """Return the nodes that an edge joins to this one, either way, sorted.

    Raises
    ------
    ValueError
        The network has no such node.
    """
    _check(network, node)
    return tuple(sorted({*network.successors(node), *network.predecessors(node)} - {node}))


def stated_path(
    network: Network, start: str, end: str, *, directed: bool = False
) -> tuple[Step, ...] | None:
    """Return a shortest chain of stated relations between two concepts, or None if there is none.

    It walks relations both ways unless ``directed``. Of equally short chains the first in the
    order of IRIs is taken; a step that several papers state is shown as the surest states it.

    Raises
    ------
    ValueError
        The network has no such node.
    """
    _check(network, start)
    _check(network, end)
    came_from: dict[str, Step | None] = {start: None}
    queue = deque([start])
    while queue and end not in came_from:
        here = queue.popleft()
        for step in _steps(network, here, directed):
            there = step.object if step.forward else step.subject
            if there not in came_from:
                came_from[there] = step
                queue.append(there)
    if end not in came_from:
        return None
    path: list[Step] = []
    last = came_from[end]
    while last is not None:
        path.append(last)
        last = came_from[last.subject if last.forward else last.object]
    return tuple(reversed(path))


def most_connected(
    network: Network, *, type: str | None = None, count: int = 10
) -> tuple[tuple[str, int], ...]:
    """Return the nodes, of one type if told, with the most neighbours, and how many each has."""
    degrees = (
        (node, len(neighbours(network, node)))
        for node, kind in network.nodes(data="type")
        if type in (None, kind)
    )
    return tuple(sorted(degrees, key=lambda pair: (-pair[1], pair[0]))[:count])


def _steps(network: Network, here: str, directed: bool) -> list[Step]:
    out = [(there, True, data) for _, there, data in network.out_edges(here, data=True)]
    back = [(there, False, data) for there, _, data in network.in_edges(here, data=True)]
    stated = [(n, f, d) for n, f, d in out + ([] if directed else back) if "quote" in d]
    stated.sort(key=lambda one: (one[0], not one[1], -one[2]["score"], one[2]["type"]))
    return [
        Step(
            subject=here if forward else there,
            relation=data["type"],
            object=there if forward else here,
            paper=data["paper"],
            quote=data["quote"],
            start=data["start"],
            end=data["end"],
            forward=forward,
        )
        for there, forward, data in stated
    ]


def _check(network: Network, node: str) -> None:
    if node not in network:
        raise ValueError(f"the network has no node {node}")
