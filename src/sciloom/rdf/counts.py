"""What the build counts once, so that no question has to: papers by concept, and by pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from sciloom.model import Concept, Extraction, Link
from sciloom.spill import Shuffle
from sciloom.vocab import paper_edge

#: Edges by which papers work with methods together.
_TOGETHER = frozenset({"proposes", "uses", "comparesWith"})
#: Parts the IRIs of a pair, which hold no space.
_GAP = " "


def worked_with(extraction: Extraction, links: Mapping[str, Link]) -> set[str]:
    """Return the concepts that a paper does more with than mention them."""
    return {concept for edge, concept in _edges(extraction, links) if edge != "mentions"}


class MethodPairs:
    """Pairs of methods that at least two papers work with together."""

    def __init__(self) -> None:
        self._pairs = Shuffle()

    def count(self, extraction: Extraction, links: Mapping[str, Link]) -> None:
        """Count a paper in."""
        edges = _edges(extraction, links)
        for pair in combinations(sorted({c for edge, c in edges if edge in _TOGETHER}), 2):
            self._pairs.put(_GAP.join(pair), None)

    def among(self, concepts: Iterable[Concept]) -> Iterator[tuple[str, str, int]]:
        """Yield each pair, and how many papers; ``concepts`` tell the methods."""
        found = [(pair.split(_GAP), len(papers)) for pair, papers in self._pairs if len(papers) > 1]
        met = {concept for pair, _ in found for concept in pair}
        methods = {c.iri for c in concepts if c.type == "Method" and c.iri in met}
        for (one, other), papers in found:
            if one in methods and other in methods:
                yield one, other, papers


def _edges(extraction: Extraction, links: Mapping[str, Link]) -> set[tuple[str, str]]:
    """Return the edges of a paper to concepts."""
    return {
        (paper_edge(entity.role, entity.type), links[entity.name].concept)
        for entity in extraction.entities
    }
