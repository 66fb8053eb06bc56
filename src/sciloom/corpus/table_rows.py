"""The rows of a table: a quote that is never closed costs its row, not the rows below."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sciloom.corpus.document import Document
from sciloom.corpus.records import UNDECODABLE

#: Lines of the longest row.
_LONGEST = 500
#: The longest cell; `csv` stops at 128 KiB, which a list of references passes.
_WIDEST = 1 << 28


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, with its first line; ``fault`` says what is broken, "" if nothing."""

    line: int
    cells: list[str]
    fault: str = ""


def rows(document: Document, delimiter: str) -> Iterator[Row]:
    """Yield the rows that hold anything."""
    csv.field_size_limit(_WIDEST)
    source = enumerate(document.lines(), start=1)
    waiting: deque[tuple[int, str | None]] = deque()

    def following() -> tuple[int, str | None] | None:
        return waiting.popleft() if waiting else next(source, None)

    while (entry := following()) is not None:
        number, line = entry
        if line is None:
            yield Row(number, [], UNDECODABLE)
            continue
        row = _row(line, delimiter)
        taken: list[tuple[int, str | None]] = []
        text = [line]
        while row is None and len(taken) < _LONGEST and (entry := following()) is not None:
            taken.append(entry)
            if entry[1] is None:
                break
            text.append(entry[1])
            if '"' in entry[1]:
                row = _row("\n".join(text), delimiter)
        if row is None and delimiter == "\t":
            waiting.extendleft(reversed(taken))
            row = line.split("\t")
        if row is None or isinstance(row, str):
            waiting.extendleft(reversed(taken))
            yield Row(number, [], row or "opens a quote that is never closed; mend it there")
        elif any(cell.strip() for cell in row):
            yield Row(number, row)


def _row(text: str, delimiter: str) -> list[str] | str | None:
    """Return the cells, what is broken, or None where a quote is still open."""
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        if "unexpected end" in str(error):
            return None
        # Web of Science and others write quotes in tab-separated cells as they are.
        if delimiter == "\t":
            return text.split("\t")
        return f"has a stray quote ({error}); double the quotes inside its cells"
