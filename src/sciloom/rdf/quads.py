"""Resolution -> quads: one named graph a paper, one of concepts, one of the build."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

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
    links = {(link.paper, link.entity): link for link in resolution.links}
    papers = {paper_iri(e.paper, base): e for e in resolution.extractions}
    ties: defaultdict[str, list[Tie]] = defaultdict(list)
    for tie in resolution.ties:
        ties[tie.subject].append(tie)
    if len(papers) < len(resolution.extractions):
        raise ValueError("two extractions are of one paper (same DOI, arXiv id or text)")
    yield from in_order(
        chain(
            build_quads(build, base),
            concept_quads(resolution, base),
            *(paper_quads(papers[iri], iri, links, ties.get(iri, ())) for iri in sorted(papers)),
        )
    )
