"""Records and networks without abstracts and quotes; for quads see `sciloom.store.textless`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from sciloom.api.records import ClaimRecord, PaperRecord, ValueRecord
from sciloom.store.textless import is_excerpt

if TYPE_CHECKING:
    import networkx as nx


def textless_paper(paper: PaperRecord) -> PaperRecord:
    """Return a paper without its text; it is called by its id where it has no other name."""
    excerpt = not paper.title and is_excerpt(paper.label, paper.text)
    return replace(paper, text="", label=paper.id if excerpt else paper.label)


def textless_claim(claim: ClaimRecord) -> ClaimRecord:
    """Return a claim without its sentence, its numbers spelled by what they say."""
    return replace(claim, sentence="", values=tuple(map(_textless_value, claim.values)))


def _textless_value(value: ValueRecord) -> ValueRecord:
    return replace(
        value, quote=" ".join(filter(None, (value.qualifier, value.printed, value.unit)))
    )


def textless_network(
    network: nx.MultiDiGraph[str], papers: Iterable[PaperRecord]
) -> nx.MultiDiGraph[str]:
    """Take the quotes out of a network of papers and concepts; returns it."""
    for _, _, data in network.edges(data=True):
        data.pop("quote", None)
    for paper in map(textless_paper, papers):
        network.nodes[paper.iri]["label"] = paper.label
    return network
