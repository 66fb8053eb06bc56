"""A graph too big for one page: the papers that share most with others, with all they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sciloom.model import Resolution
from sciloom.viewer.network import base_of
from sciloom.vocab import paper_iri

#: Papers and concepts that a page holds; above, it holds landmarks.
MOST_NODES = 50_000
#: Papers of a page of landmarks: about 1 MB of abstracts.
_PAPERS = 800
#: Concepts of each type whose papers are landmarks.
_QUOTA = 60


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a resolution; the counts (``papers_of`` by concept) are those of the whole."""

    resolution: Resolution
    papers: int
    nodes: int
    papers_of: Mapping[str, int]


def excerpt(resolution: Resolution, most: int = MOST_NODES) -> Excerpt | None:
    """Return the landmarks of a graph of more than ``most`` nodes, None of a smaller one."""
    nodes = len(resolution.extractions) + len(resolution.concepts)
    if nodes <= most:
        return None
    base = base_of(resolution)
    named: dict[str, set[str]] = {
        paper_iri(extraction.paper, base): set() for extraction in resolution.extractions
    }
    for link in resolution.links:
        named[link.paper].add(link.concept)
    papers_of = Counter(concept for concepts in named.values() for concept in concepts)
    shared: set[str] = set()
    for type_ in {concept.type for concept in resolution.concepts}:
        of_type = [concept.iri for concept in resolution.concepts if concept.type == type_]
        shared.update(sorted(of_type, key=lambda iri: (-papers_of[iri], iri))[:_QUOTA])
    best = sorted(named, key=lambda iri: (-len(named[iri] & shared), iri))
    kept = set(best[: min(_PAPERS, most)])
    concepts = set().union(*(named[iri] for iri in kept))
    return Excerpt(
        resolution=Resolution(
            extractions=tuple(
                one for one in resolution.extractions if paper_iri(one.paper, base) in kept
            ),
            concepts=tuple(one for one in resolution.concepts if one.iri in concepts),
            links=tuple(one for one in resolution.links if one.paper in kept),
        ),
        papers=len(resolution.extractions),
        nodes=nodes,
        papers_of=papers_of,
    )
