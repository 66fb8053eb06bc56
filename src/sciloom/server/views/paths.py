"""The shortest ways between two things: paper to concept to concept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from pyoxigraph import NamedNode

from sciloom.rdf.terms import own
from sciloom.server.views.edges import CONCEPT_EDGES, PAPER_EDGES, words
from sciloom.server.views.things import find, local
from sciloom.store import GraphStore

MOST_STEPS = 6
MOST_PATHS = 20
#: Edges followed from one thing in one direction, and things reached in all, before giving up.
_DEGREE = 500
_REACHED = 20_000

Step = tuple[str, str, bool]


def paths(store: GraphStore, start: str, end: str, *, steps: int, limit: int) -> dict[str, Any]:
    """Return shortest paths of at most so many steps, each a list of things and edges in turn.

    ``complete`` is False where things have so many edges that some were not followed.
    """
    came: tuple[dict[str, list[Step]], ...] = ({start: []}, {end: []})
    edges_of = _Edges(store)
    fronts = [[start], [end]]
    found: list[list[Step]] = []
    meeting = [start] if start == end else []
    for _ in range(min(steps, MOST_STEPS)):
        if meeting or not all(fronts) or sum(map(len, came)) > _REACHED:
            break
        side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
        reached: defaultdict[str, list[Step]] = defaultdict(list)
        for here in fronts[side]:
            for edge, there, forward in edges_of(here):
                if there not in came[side]:
                    reached[there].append((here, edge, forward))
        came[side].update(reached)
        fronts[side] = sorted(reached)
        meeting = [iri for iri in fronts[side] if iri in came[1 - side]]
    for middle in meeting:
        for head in _trails(came[0], middle):
            for tail in _trails(came[1], middle):
                back = [(there, edge, not forward) for there, edge, forward in tail]
                found.append([*head[::-1], *_turned(middle, back)])
                if len(found) == min(limit, MOST_PATHS):
                    break
            else:
                continue
            break
        else:
            continue
        break
    return {
        "paths": [_shown(store, trail, end) for trail in found],
        "complete": not edges_of.cut and sum(map(len, came)) <= _REACHED,
    }


class _Edges:
    """The edges of a thing; ``cut`` tells that one had more than are followed."""

    def __init__(self, store: GraphStore) -> None:
        self._find = store.query_store.quads_for_pattern
        self.cut = False

    def __call__(self, iri: str) -> Iterator[tuple[str, str, bool]]:
        node = NamedNode(iri)
        for forward in (True, False):
            quads = self._find(node if forward else None, None, None if forward else node)
            wanted = (quad for quad in quads if quad.predicate in _followed())
            for number, quad in enumerate(islice(wanted, _DEGREE + 1)):
                if number == _DEGREE:
                    self.cut = True
                    break
                other = quad.object if forward else quad.subject
                yield local(quad.predicate.value), other.value, forward  # type: ignore[union-attr]


@cache
def _followed() -> frozenset[NamedNode]:
    return frozenset(own(edge) for edge in (*PAPER_EDGES, *CONCEPT_EDGES))


def _trails(came: dict[str, list[Step]], iri: str) -> Iterator[list[Step]]:
    """Yield the steps back from ``iri`` to where the search began."""
    if not came[iri]:
        yield []
        return
    for step in came[iri]:
        for rest in _trails(came, step[0]):
            yield [step, *rest]


def _turned(middle: str, back: list[Step]) -> list[Step]:
    """Turn the steps of the far side round, so that each starts where the one before ends."""
    turned, here = [], middle
    for there, edge, forward in back:
        turned.append((here, edge, forward))
        here = there
    return turned


def _shown(store: GraphStore, trail: list[Step], end: str) -> dict[str, Any]:
    def thing(iri: str) -> dict[str, str]:
        known = find(store, iri)
        return {"iri": iri} | ({"kind": known.kind, "label": known.label} if known else {})

    return {
        "things": [thing(iri) for iri in (*(step[0] for step in trail), end)],
        "edges": [
            {"relation": edge, "forward": forward, "words": words(edge, forward=forward)}
            for _, edge, forward in trail
        ],
    }
