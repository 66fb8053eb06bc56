"""What the build counts once, so that no question has to: papers by concept, and by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from sciloom.model import Resolution
from sciloom.vocab import paper_edge, paper_iri

#: Edges by which papers work with methods together.
_TOGETHER = frozenset({"proposes", "uses", "comparesWith"})


def paper_counts(resolution: Resolution, base: str) -> Counter[str]:
    """Count, by concept, the papers that work with it: that do more than mention it."""
    counts: Counter[str] = Counter()
    for edges in _edges(resolution, base):
        counts.update({concept for edge, concept in edges if edge != "mentions"})
    return counts


def method_pairs(resolution: Resolution, base: str) -> dict[tuple[str, str], int]:
    """Count the papers of each pair of methods that at least two papers work with together."""
    methods = {concept.iri for concept in resolution.concepts if concept.type == "Method"}
    known = [
        {concept for edge, concept in edges if edge in _TOGETHER and concept in methods}
        for edges in _edges(resolution, base)
    ]
    papers = Counter(concept for concepts in known for concept in concepts)
    pairs: Counter[tuple[str, str]] = Counter()
    for concepts in known:
        pairs.update(combinations(sorted(c for c in concepts if papers[c] > 1), 2))
    return {pair: number for pair, number in pairs.items() if number > 1}


def _edges(resolution: Resolution, base: str) -> Iterator[set[tuple[str, str]]]:
    """Yield, paper by paper, its edges to concepts."""
    concepts = resolution.concept_of()
    for extraction in resolution.extractions:
        paper = paper_iri(extraction.paper, base)
        yield {
            (paper_edge(entity.role, entity.type), concepts[paper, entity.name])
            for entity in extraction.entities
        }
