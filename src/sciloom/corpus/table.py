"""CSV and TSV: one paper a row, columns told by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from sciloom.corpus.columns import columns_of, record_of
from sciloom.corpus.document import Document
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import MisfitError, Record, papers_of
from sciloom.corpus.table_rows import Row, rows
from sciloom.errors import UnreadableInputError
from sciloom.model import Paper

_SEP = re.compile(r"\s*\"?sep=(.)\"?\s*$", re.IGNORECASE)
_DELIMITERS = ("\t", ",", ";", "|")
#: Dimensions and others write a few lines over the header.
_PREAMBLE = 10
_LONGEST_NAME = 8
_NAMES = re.compile(r"[^,;|\t\n]+")


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a table, every cell as text; a row of the wrong width is reported.

    Raises
    ------
    UnreadableInputError
        No column is known to hold titles or abstracts.
    """
    delimiter, skipped = _layout(document)
    table = rows(document, delimiter)
    header = next((row for row in table if row.line > skipped and not row.fault), None)
    names = [cell.strip() for cell in header.cells] if header else []
    columns = columns_of(names, document.columns)
    absent = [column for field, column in document.columns.items() if not columns.get(field)]
    if absent or not (columns["title"] or columns["abstract"]):
        found = ", ".join(filter(None, names[:12])) or "none"
        what = f"there is no column {absent[0]!r}" if absent else "no column holds titles"
        raise UnreadableInputError(
            f"{what} (columns: {found})",
            where=document.place,
            next="name the columns: --map title=COLUMN --map abstract=COLUMN",
        )
    return papers_of(document, _records(table, names, columns), on_skip)


def _records(
    table: Iterator[Row], names: list[str], columns: dict[str, list[str]]
) -> Iterator[tuple[str, Record | MisfitError]]:
    for row in table:
        place = f"line {row.line}"
        cells = row.cells
        while len(cells) > len(names) and not cells[-1].strip():
            cells = cells[:-1]
        if row.fault:
            yield place, MisfitError(row.fault)
        elif len(cells) != len(names):
            yield (
                place,
                MisfitError(
                    f"has {len(cells)} cells under {len(names)} columns; quote or complete it"
                ),
            )
        else:
            named = dict(zip(reversed(names), reversed(cells), strict=True))
            yield (
                place,
                record_of(
                    {
                        field: next((v for c in held if (v := named[c].strip())), None)
                        for field, held in columns.items()
                    }
                ),
            )


def _layout(document: Document) -> tuple[str, int]:
    """Return the delimiter, and how many lines stand over the header."""
    first: tuple[str, int] | None = None
    for number, line in enumerate(islice(document.head().split("\n"), _PREAMBLE)):
        sep = _SEP.match(line)
        if sep:
            return sep[1], number + 1
        counts = {sign: line.count(sign) for sign in _DELIMITERS}
        best = max(_DELIMITERS, key=lambda sign: counts[sign])
        if _is_header(line, document):
            return best, number
        if first is None and line.strip():
            first = best, number
    return first or (",", 0)


def _is_header(line: str, document: Document) -> bool:
    names = [name.strip(" \"'\r\ufeff") for name in _NAMES.findall(line)]
    columns = columns_of(names, document.columns)
    several = sum(map(bool, columns.values())) > 1
    return bool(columns["title"] or columns["abstract"]) and (several or len(names) == 1)


def _sniff(head: str) -> bool:
    """Tell a table by its header: a title or abstract among other short names.

    Prose speaks of them too, so that a header below other lines must name more.
    """
    for number, line in enumerate(head.split("\n")[:_PREAMBLE]):
        names = [name.strip(" \"'\r\ufeff") for name in _NAMES.findall(line)]
        columns = columns_of(names, {})
        known = sum(map(bool, columns.values()))
        short = all(len(name.split()) <= _LONGEST_NAME for name in names)
        if short and known > (3 if number else 1) and (columns["title"] or columns["abstract"]):
            return True
    return False


TABLE = Reader("csv", (".csv", ".tsv", ".tab"), _sniff, read)
