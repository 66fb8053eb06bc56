"""Resolution -> quads: one named graph a paper, one of concepts, one of the build."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

from pyoxigraph import Quad, RdfFormat, parse

from sciloom.model import Resolution, Tie
from sciloom.rdf.concept_quads import ConceptGraph
from sciloom.rdf.paper_quads import paper_quads
from sciloom.rdf.provenance import BuildInfo, build_quads
from sciloom.vocab import BASE, paper_iri

#: An absolute IRI to which a path can be added.
_BASE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]*(?<=[/#:])")
#: Lines of the concepts' graph that are passed on together.
_LINES = 1000


def to_quads(resolution: Resolution, *, build: BuildInfo, base: str = BASE) -> Iterator[Quad]:
    """Yield the graph, each quad once, in an order that the input's order does not change.

    Raises
    ------
    ValueError
        As `to_nquads`.
    """
    return quads_of(to_nquads(resolution, build=build, base=base))


def quads_of(nquads: Iterable[bytes]) -> Iterator[Quad]:
    """Yield the quads of what `to_nquads` yields."""
    for some in nquads:
        # What is written there was checked.
        yield from parse(some, RdfFormat.N_QUADS, lenient=True)


def to_nquads(resolution: Resolution, *, build: BuildInfo, base: str = BASE) -> Iterator[bytes]:
    """Yield the graph as N-Quads, some lines at a time, in the order of `to_quads`.

    Raises
    ------
    ValueError
        Two extractions are of one paper: merge them first. Or ``base`` makes no IRIs.
    """
    if not _BASE.fullmatch(base):
        raise ValueError(f"the base {base!r} is no absolute IRI that ends in /, # or :")
    concepts = ConceptGraph(base)
    iris: list[str] = []
    for extraction, links in resolution.papers():
        iris.append(paper_iri(extraction.paper, base))
        concepts.count(extraction, links)
    papers = set(iris)
    if len(papers) < len(iris):
        raise ValueError("two extractions are of one paper (same DOI, arXiv id or text)")
    ties: defaultdict[str, list[Tie]] = defaultdict(list)
    for tie in resolution.ties:
        ties[tie.subject].append(tie)
    yield "".join(build_quads(build, base)).encode()
    of_concepts = (tie for tie in resolution.ties if tie.subject not in papers)
    shared = concepts.quads(resolution.concepts, of_concepts)
    while some := "".join(islice(shared, _LINES)):
        yield some.encode()
    for at in sorted(range(len(iris)), key=iris.__getitem__):
        iri, links = iris[at], {link.entity: link for link in resolution.links[at]}
        quads = paper_quads(resolution.extractions[at], iri, links, ties.get(iri, ()))
        yield "".join(quads).encode()
