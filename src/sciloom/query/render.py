"""Results as text: tables for people, W3C formats for programs."""

from __future__ import annotations

import io
import json
import re
from typing import Any

from pyoxigraph import (
    BlankNode,
    Literal,
    NamedNode,
    Quad,
    QueryResultsFormat,
    Triple,
    parse_query_results,
)

from sciloom.errors import QueryError
from sciloom.query.csv_results import write_csv
from sciloom.query.results import Result, ResultTable, ResultTriples, Term
from sciloom.rdf.serialise import serialise
from sciloom.visible import visible
from sciloom.vocab import BASE, PREFIXES

#: ``table`` is for people; a CONSTRUCT or DESCRIBE shows as Turtle there.
FORMATS = ("table", "json", "csv", "tsv", "xml", "turtle", "nt")

_W3C = {
    "json": QueryResultsFormat.JSON,
    "csv": QueryResultsFormat.CSV,
    "tsv": QueryResultsFormat.TSV,
    "xml": QueryResultsFormat.XML,
}
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
#: In terminal cells: a column that is not broken, one wide enough to read, the gap between two.
_BRIEF, _READABLE, _GAP = 16, 24, 3
_XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"


def render(
    result: Result, format: str = "table", *, width: int | None = None, color: bool = False
) -> str:
    """Write a result in one of `FORMATS`; triples in a format of tables have three columns.

    ``width`` is the columns a table may fill (80 if not told). CSV has CRLF line ends, as its
    standard asks: write it without translating them.

    Raises
    ------
    QueryError
        The format is for triples and the result has none.
    ValueError
        There is no such format.
    """
    if format not in FORMATS:
        raise ValueError(f"no format {format!r}: there are {', '.join(FORMATS)}")
    if isinstance(result, ResultTriples):
        if format in ("table", "turtle", "nt"):
            return _rdf(result, format)
        result = result.table()
    if format in ("turtle", "nt"):
        raise QueryError(
            f"{format} is for triples, and this query gives none",
            next="use CONSTRUCT or DESCRIBE, or another format",
        )
    if format == "table":
        if isinstance(result, bool):
            return "yes\n" if result else "no\n"
        return _table(result, width or 80, color)
    page = io.BytesIO()
    if format == "csv" and not isinstance(result, bool):
        write_csv(result.columns, result.terms, page)
    else:
        document = parse_query_results(json.dumps(_document(result)), QueryResultsFormat.JSON)
        document.serialize(page, _W3C[format])
    text = page.getvalue().decode()
    if format == "xml":
        text = _NOT_IN_XML.sub("\ufffd", text).replace("\r", "&#13;")
    return text if text.endswith("\n") else text + "\n"


def short(term: Term | None) -> str:
    """Write a term for people: IRIs by their prefix or below the base, literals bare."""
    if term is None:
        return ""
    if not isinstance(term, NamedNode):
        return visible(term.value if isinstance(term, Literal) else str(term))
    if term.value.startswith(BASE):
        return visible(f"<{term.value.removeprefix(BASE)}>")
    for prefix, namespace in PREFIXES:
        local = term.value.removeprefix(namespace)
        if local != term.value and local.replace("_", "").replace("-", "").isalnum():
            return f"{prefix}:{local}"
    return visible(f"<{term.value}>")


def _rdf(result: ResultTriples, format: str) -> str:
    page = io.BytesIO()
    quads = (Quad(t.subject, t.predicate, t.object) for t in result.triples)
    serialise(quads, "nt" if format == "nt" else "turtle", page)
    return page.getvalue().decode()


def _table(result: ResultTable, width: int, color: bool) -> str:
    """Lay rows out in columns, or, where those would be too narrow to read, one below another."""
    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[short(term) for term in row] for row in result.terms]
    names = [visible(name) for name in result.columns]
    columns = zip(names, *cells, strict=True)
    widths = [max(map(cell_len, column)) for column in columns]
    brief = [wide for wide in widths if wide <= _BRIEF]
    long = len(widths) - len(brief)
    room = width - sum(brief) - _GAP * (len(widths) - 1)
    in_columns = room >= min(sum(widths) - sum(brief), long * _READABLE)
    page = io.StringIO()
    console = Console(
        file=page,
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    if in_columns:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
        for at, (name, wide) in enumerate(zip(names, widths, strict=True)):
            table.add_column(
                Text(name),
                justify="right" if _is_numeric(result, at) else "left",
                overflow="fold",
                no_wrap=wide <= _BRIEF,
            )
        for row in cells:
            table.add_row(*map(Text, row))
    else:
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold", no_wrap=True)
        table.add_column(overflow="fold")
        for number, row in enumerate(cells):
            if number:
                table.add_row()
            for name, cell in zip(names, row, strict=True):
                table.add_row(Text(name), Text(cell))
    console.print(table)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def _is_numeric(result: ResultTable, at: int) -> bool:
    values = [row[at] for row in result.rows if row[at] is not None]
    return bool(values) and not any(isinstance(value, str) for value in values)


def _document(result: ResultTable | bool) -> dict[str, Any]:
    """Return SPARQL results JSON."""
    if isinstance(result, bool):
        return {"head": {}, "boolean": result}
    bindings = [
        {name: _node(term) for name, term in zip(result.columns, row, strict=True) if term}
        for row in result.terms
    ]
    return {"head": {"vars": list(result.columns)}, "results": {"bindings": bindings}}


def _node(term: Term) -> dict[str, Any]:
    if isinstance(term, NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, Triple):
        parts = ("subject", "predicate", "object")
        return {"type": "triple", "value": {part: _node(getattr(term, part)) for part in parts}}
    node = {"type": "literal", "value": term.value}
    if term.language:
        node["xml:lang"] = term.language
    elif term.datatype.value != _XSD_STRING:
        node["datatype"] = term.datatype.value
    return node
