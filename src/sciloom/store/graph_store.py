"""The graph on disk: an Oxigraph store, one named graph a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Self, cast

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store

from sciloom.errors import StoreError
from sciloom.rdf.order import in_order
from sciloom.rdf.terms import term
from sciloom.store.textless import without_text

#: RocksDB names its live manifest here: a folder without it is no store.
_MARK = "CURRENT"
#: Quads written at once: some 80 MB of them.
_SHARE = 200_000
#: Bytes of N-Quads written at once: some 150,000 of them.
_BYTES = 30_000_000


def write_store(path: Path, quads: Iterable[Quad]) -> None:
    """Write quads into a fresh store at ``path``, which must not exist or be empty.

    Raises
    ------
    StoreError
        Something stands there, or the disk does not take it.
    """
    with _told(path):
        store = _fresh(path)
        rest = iter(quads)
        while share := list(islice(rest, _SHARE)):
            store.bulk_extend(share)
        store.optimize()
        store.flush()


class StoreWriter:
    """Writes a fresh store at ``path``, in a thread, while its user is at something else.

    What was loaded is in the store when the block (``with``) ends.

    Raises
    ------
    StoreError
        As `write_store`; for what a thread met, later.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with _told(path):
            self._store = _fresh(path)
        # Oxigraph works outside the interpreter's lock where it reads text.
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._last: Future[None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._thread.shutdown()
        if kind is None:
            self._wait()

    def load(self, nquads: Iterable[bytes]) -> Iterator[bytes]:
        """Yield all N-Quads of the store, some lines at a time, and load them by the way.

        They hold no blank nodes. Two shares of them are held in memory.
        """
        share: list[bytes] = []
        size = 0
        for lines in nquads:
            share.append(lines)
            size += len(lines)
            if size >= _BYTES:
                self._start(self._load, b"".join(share))
                share, size = [], 0
            yield lines
        self._start(self._load_last, b"".join(share))

    def _load(self, share: bytes) -> None:
        # Whoever wrote them checked the IRIs.
        self._store.bulk_load(share, RdfFormat.N_QUADS, lenient=True)

    def _load_last(self, share: bytes) -> None:
        self._load(share)
        self._store.optimize()
        self._store.flush()

    def _start(self, work: Callable[[bytes], None], share: bytes) -> None:
        """Let the thread do something when it has done what it is at."""
        self._wait()
        self._last = self._thread.submit(work, share)

    def _wait(self) -> None:
        if self._last is not None:
            with _told(self._path):
                self._last.result()


def _fresh(path: Path) -> Store:
    if path.exists() and any(path.iterdir()):
        raise StoreError("there is something here", where=str(path), next="remove it first")
    return Store(path)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say what to do where the disk does not take a store."""
    try:
        yield
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
