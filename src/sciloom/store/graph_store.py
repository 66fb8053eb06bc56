"""The graph on disk: an Oxigraph store, one named graph a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Self, cast

from pyoxigraph import Literal, NamedNode, Quad, Store

from sciloom.errors import StoreError
from sciloom.rdf.order import in_order
from sciloom.rdf.terms import term
from sciloom.store.textless import without_text

#: RocksDB names its live manifest here: a folder without it is no store.
_MARK = "CURRENT"
#: Quads written at once: some 80 MB of them.
_SHARE = 200_000


def write_store(path: Path, quads: Iterable[Quad]) -> None:
    """Write quads into a fresh store at ``path``: see `stored`."""
    for _ in stored(path, quads):
        pass


def stored(path: Path, quads: Iterable[Quad]) -> Iterator[Quad]:
    """Yield quads, and by the way write them into a fresh store, which then holds all of them.

    ``path`` must not exist or be empty. So many quads are held in memory as are written at once.

    Raises
    ------
    StoreError
        Something stands there, or the disk does not take it.
    """
    try:
        if path.exists() and any(path.iterdir()):
            raise StoreError("there is something here", where=str(path), next="remove it first")
        store = Store(path)
        rest = iter(quads)
        while share := list(islice(rest, _SHARE)):
            store.bulk_extend(share)
            yield from share
        store.optimize()
        store.flush()
    except (OSError, RuntimeError) as error:
        raise StoreError(
            f"the store cannot be written: {' '.join(str(error).split())}",
            where=str(path),
            next="make room or choose another folder",
        ) from error


class GraphStore:
    """A store that is open; `open` one, do not make one.

    ``query_store`` is the Oxigraph store itself, for SPARQL.
    """

    __slots__ = ("path", "query_store")

    def __init__(self, path: Path, store: Store) -> None:
        self.path = path
        self.query_store = store

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a store for reading; any number of readers may do so.

        Raises
        ------
        StoreError
            There is no store, it is damaged, it may not be read, or another process writes to it.
        """
        try:
            if not (path / _MARK).is_file():
                raise StoreError("no store is here", where=str(path), next="build one")
            store = Store.read_only(str(path))
        except (OSError, RuntimeError) as error:
            # Oxigraph says OSError, but RuntimeError where RocksDB finds a file damaged.
            raise StoreError(
                f"the store cannot be opened: {' '.join(str(error).split())}",
                where=str(path),
                next="build it again",
            ) from error
        return cls(path, store)

    def quads(self, *, text: bool = True) -> Iterator[Quad]:
        """Yield all quads, graph by graph, in the order of `sciloom.rdf.to_quads`.

        Without ``text`` they hold no abstracts and no quotes: see `sciloom.store.textless`.
        """
        found = (
            quad
            for graph in self.graphs()
            for quad in self.query_store.quads_for_pattern(None, None, None, NamedNode(graph))
        )
        yield from in_order(found) if text else without_text(found)

    def graphs(self) -> list[str]:
        """Return the names of all graphs, sorted."""
        return sorted(graph.value for graph in self.query_store.named_graphs())

    def papers(self) -> list[str]:
        """Return the IRIs of all papers, sorted."""
        found = self.query_store.quads_for_pattern(None, term("rdf:type"), term("Paper"))
        return sorted(cast("NamedNode", quad.subject).value for quad in found)

    def __len__(self) -> int:
        """Count the quads; reads them all."""
        return len(self.query_store)

    def build_digest(self) -> str | None:
        """Return the digest that the build graph states."""
        find = self.query_store.quads_for_pattern
        for build in find(None, term("rdf:type"), term("prov:Activity")):
            for stated in find(build.subject, term("dcterms:identifier"), None):
                return cast("Literal", stated.object).value
        return None
