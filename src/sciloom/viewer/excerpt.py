"""A graph too big for one page: the papers that share most with others, with all they say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heappush, heappushpop, nsmallest

from sciloom.model import Link, Resolution
from sciloom.spill import Shuffle
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
    shared = _shared(resolution)
    # A link tells the paper's IRI, and is sooner read than all that the paper says.
    iris = [
        links[0].paper if links else paper_iri(resolution.extractions[at].paper, base)
        for at, links in enumerate(resolution.links)
    ]
    joins = [len(_named(links) & shared) for links in resolution.links]
    places = range(len(iris))
    kept = sorted(nsmallest(min(_PAPERS, most), places, key=lambda at: (-joins[at], iris[at])))
    links = tuple(tuple(resolution.links[at]) for at in kept)
    concepts = _named(link for of_paper in links for link in of_paper)
    return Excerpt(
        resolution=Resolution(
            extractions=tuple(resolution.extractions[at] for at in kept),
            concepts=tuple(one for one in resolution.concepts if one.iri in concepts),
            links=links,
        ),
        papers=len(iris),
        nodes=nodes,
        papers_of=Counter(
            concept for of_paper in resolution.links for concept in _named(of_paper) & concepts
        ),
    )


def _shared(resolution: Resolution) -> set[str]:
    """Return the concepts of each type that most papers name."""
    rows = Shuffle()
    for concept in resolution.concepts:
        rows.put(concept.iri, concept.type)
    for links in resolution.links:
        for iri in _named(links):
            rows.put(iri, None)
    best: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for number, (iri, (type_, *papers)) in enumerate(rows):
        # Of equals the first in the order of the rows stays.
        ranked = (len(papers), -number, iri)
        if len(best[type_]) < _QUOTA:
            heappush(best[type_], ranked)
        else:
            heappushpop(best[type_], ranked)
    return {iri for ranked in best.values() for _, _, iri in ranked}


def _named(links: Iterable[Link]) -> set[str]:
    return {link.concept for link in links}
