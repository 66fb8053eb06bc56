"""The Python API: build or open a graph, then ask it."""

from sciloom.api.knowledge_graph import KnowledgeGraph, build, open  # noqa: A004
from sciloom.api.records import ClaimRecord, ConceptRecord, PaperRecord, ValueRecord

__all__ = [
    "ClaimRecord",
    "ConceptRecord",
    "KnowledgeGraph",
    "PaperRecord",
    "ValueRecord",
    "build",
    "open",
]
