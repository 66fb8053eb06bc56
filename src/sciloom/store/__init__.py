"""The graph on disk, and the folder it stands in."""

from sciloom.store.extraction_cache import ExtractionCache, extraction_key
from sciloom.store.folder import FACTS, PAGE, REPORT, STORE, TURTLE, OutputFolder, Stage
from sciloom.store.graph_store import GraphStore, StoreWriter, write_store
from sciloom.store.ledger import LEDGER, Batch, Ledger, Removed, marks, read_ledger, write_ledger
from sciloom.store.packed import spooled
from sciloom.store.search_index import Hit, search, suggest, write_index

__all__ = [
    "FACTS",
    "LEDGER",
    "PAGE",
    "REPORT",
    "STORE",
    "TURTLE",
    "Batch",
    "ExtractionCache",
    "GraphStore",
    "Hit",
    "Ledger",
    "OutputFolder",
    "Removed",
    "Stage",
    "StoreWriter",
    "extraction_key",
    "marks",
    "read_ledger",
    "search",
    "spooled",
    "suggest",
    "write_index",
    "write_ledger",
    "write_store",
]
