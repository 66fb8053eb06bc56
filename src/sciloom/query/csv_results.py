"""SPARQL results as CSV, by Python's writer: Oxigraph's leaves IRIs that hold a comma unquoted."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from pyoxigraph import BlankNode, Literal, NamedNode, Triple


def write_csv(
    variables: Sequence[str],
    rows: Iterable[Iterable[NamedNode | BlankNode | Literal | Triple | None]],
    page: BinaryIO,
) -> None:
    """Write a header and the rows, with CRLF line ends; what is unbound is empty."""
    writer = csv.writer(_Encoded(page))
    writer.writerow(variables)
    for row in rows:
        writer.writerow(map(_bare, row))


def _bare(term: NamedNode | BlankNode | Literal | Triple | None) -> str:
    if term is None:
        return ""
    return term.value if isinstance(term, NamedNode | Literal) else str(term)


class _Encoded:
    """A file of text over one of bytes that keeps no buffer: the page may have a cap."""

    def __init__(self, page: BinaryIO) -> None:
        self._page = page

    def write(self, text: str) -> int:
        """Write as a file does."""
        return self._page.write(text.encode())
