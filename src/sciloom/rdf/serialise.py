"""Quads -> files, the same bytes whatever the hash seed."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from types import MappingProxyType
from typing import IO

from pyoxigraph import Quad, RdfFormat
from pyoxigraph import serialize as _write

from sciloom.rdf.order import in_order
from sciloom.vocab import PREFIXES

#: Name of a format on the command line -> what Oxigraph calls it.
FORMATS = MappingProxyType(
    {
        "turtle": RdfFormat.TURTLE,
        "nt": RdfFormat.N_TRIPLES,
        "nquads": RdfFormat.N_QUADS,
        "trig": RdfFormat.TRIG,
        "jsonld": RdfFormat.JSON_LD,
    }
)
_PREFIXED = frozenset({"turtle", "trig"})


def serialise(quads: Iterable[Quad], format: str, file: IO[bytes]) -> None:
    """Write quads in one of `FORMATS`; formats without named graphs get the union.

    Quads of one graph stand together, as `to_quads` and a store give them: one graph at a time is
    held in memory.
    """
    write_ordered(in_order(quads), format, file)


def write_turtle(quads: Iterable[Quad], file: IO[bytes]) -> None:
    """Write the union of all graphs as Turtle; the quads come in the order of `to_quads`."""
    write_ordered(quads, "turtle", file)


def write_ordered(quads: Iterable[Quad], format: str, file: IO[bytes]) -> None:
    """Write quads as `serialise` does; they come in order, as `to_quads` and a store give them."""
    form = FORMATS[format]
    items = quads if form.supports_datasets else map(attrgetter("triple"), quads)
    if format in _PREFIXED:
        for prefix, namespace in PREFIXES:
            file.write(f"@prefix {prefix}: <{namespace}> .\n".encode())
        _write(items, _AfterPrefixes(file), form, prefixes=dict(PREFIXES))  # type: ignore[arg-type]
    else:
        _write(items, file, form)


class _AfterPrefixes:
    """Passes on what follows the prefix lines, which Oxigraph writes in the order of a hash map."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._lines_left = len(PREFIXES)

    def write(self, data: bytes) -> int:
        """Write as a file does."""
        rest = data
        while self._lines_left and rest:
            _, newline, rest = rest.partition(b"\n")
            self._lines_left -= bool(newline)
        self._file.write(rest)
        return len(data)

    def flush(self) -> None:
        """Flush as a file does."""
        self._file.flush()
