"""Resolution -> quads: one named graph a paper, one of concepts, one of the build."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pyoxigraph import Quad

from sciloom.model import Resolution, Tie
from sciloom.rdf.concept_quads import concept_quads
from sciloom.rdf.order import in_order
from sciloom.rdf.paper_quads import paper_quads
from sciloom.rdf.provenance import BuildInfo, build_quads
from sciloom.vocab import BASE, paper_iri

#: An absolute IRI to which a path can be added.
_BASE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]*(?<=[/#:])")


def to_quads(resolution: Resolution, *, build: BuildInfo, base: str = BASE) -> Iterator[Quad]:
    """Yield the graph, each quad once, in an order that the input's order does not change.

    Raises
    ------
    ValueError
        Two extractions are of one paper: merge them first. Or ``base`` makes no IRIs.
    """
    if not _BASE.fullmatch(base):
        raise ValueError(f"the base {base!r} is no absolute IRI that ends in /, # or :")
    iris = [paper_iri(extraction.paper, base) for extraction in resolution.extractions]
    if len(set(iris)) < len(iris):
        raise ValueError("two extractions are of one paper (same DOI, arXiv id or text)")
    ties: defaultdict[str, list[Tie]] = defaultdict(list)
    for tie in resolution.ties:
        ties[tie.subject].append(tie)
    yield from in_order(build_quads(build, base))
    yield from concept_quads(resolution, base, papers=set(iris))
    for at in sorted(range(len(iris)), key=iris.__getitem__):
        iri, links = iris[at], {link.entity: link for link in resolution.links[at]}
        yield from in_order(paper_quads(resolution.extractions[at], iri, links, ties.get(iri, ())))
