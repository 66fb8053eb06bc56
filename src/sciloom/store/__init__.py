"""The graph on disk, and the folder it stands in."""

from sciloom.store.folder import FACTS, PAGE, REPORT, STORE, TURTLE, OutputFolder, Stage
from sciloom.store.graph_store import GraphStore, write_store
from sciloom.store.search_index import Hit, search, suggest, write_index

__all__ = [
    "FACTS",
    "PAGE",
    "REPORT",
    "STORE",
    "TURTLE",
    "GraphStore",
    "Hit",
    "OutputFolder",
    "Stage",
    "search",
    "suggest",
    "write_index",
    "write_store",
]
