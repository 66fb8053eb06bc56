"""The graph on disk, and the folder it stands in."""

from sciloom.store.graph_store import GraphStore, write_store

__all__ = ["GraphStore", "write_store"]
