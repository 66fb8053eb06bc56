"""The edges that pages and the API follow, with words for them from either end."""

from __future__ import annotations

from types import MappingProxyType

#: Paper -> concept, in the order of a card.
PAPER_EDGES = MappingProxyType(
    {
        "proposes": ("proposes", "proposed by"),
        "uses": ("uses", "used by"),
        "comparesWith": ("compares with", "compared with by"),
        "evaluatesOn": ("evaluates on", "evaluated on by"),
        "reports": ("reports", "reported by"),
        "addresses": ("addresses", "addressed by"),
        "mentions": ("mentions", "mentioned by"),
    }
)
#: Claim -> concept.
SLOTS = MappingProxyType(
    {
        "subject": ("subject", "subject of"),
        "comparator": ("compared with", "compared with in"),
        "metric": ("metric", "metric of"),
        "dataset": ("dataset", "dataset of"),
        "task": ("task", "task of"),
    }
)
#: Concept -> concept.
CONCEPT_EDGES = MappingProxyType(
    {
        "usedFor": ("used for", "done with"),
        "partOf": ("part of", "has part"),
        "isA": ("is a", "has kind"),
        "basedOn": ("based on", "basis of"),
        "comparedWith": ("compared with", "compared with"),
        "outperforms": ("outperforms", "outperformed by"),
        "evaluatedOn": ("evaluated on", "used to evaluate"),
        "trainedOn": ("trained on", "used to train"),
        "measuredBy": ("measured by", "measures"),
        "benchmarkFor": ("benchmark for", "has benchmark"),
    }
)


def words(edge: str, *, forward: bool) -> str:
    """Return an edge in words, read from its subject or from its object."""
    for edges in (PAPER_EDGES, CONCEPT_EDGES, SLOTS):
        if edge in edges:
            return edges[edge][0 if forward else 1]
    raise KeyError(edge)
