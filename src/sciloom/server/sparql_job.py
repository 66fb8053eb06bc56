"""A query in a worker: its whole answer in the format that was asked for."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any

from pyoxigraph import (
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Triple,
    serialize,
)

from sciloom.errors import QueryError, QueryMemoryError
from sciloom.query.csv_results import write_csv
from sciloom.query.engine import evaluate
from sciloom.server.frames import Reply, problem
from sciloom.server.negotiation import GRAPH_TYPES, RESULT_TYPES, media_of
from sciloom.server.views.things import base_of
from sciloom.store import GraphStore
from sciloom.vocab import PREFIXES

RESULT_FORMATS = MappingProxyType(
    {
        "json": QueryResultsFormat.JSON,
        "xml": QueryResultsFormat.XML,
        "csv": QueryResultsFormat.CSV,
        "tsv": QueryResultsFormat.TSV,
    }
)
GRAPH_FORMATS = MappingProxyType(
    {
        "turtle": RdfFormat.TURTLE,
        "nt": RdfFormat.N_TRIPLES,
        "jsonld": RdfFormat.JSON_LD,
        "rdfxml": RdfFormat.RDF_XML,
    }
)
#: Characters that no XML document may hold, not even as a reference.
_NOT_IN_XML = re.compile(b"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")


class CappedBuffer(io.BytesIO):
    """Takes so many bytes and no more."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def write(self, data: Any, /) -> int:
        """Write as a file does.

        Raises
        ------
        QueryMemoryError
            The answer grows past the cap.
        """
        if self.tell() + len(data) > self.most:
            raise QueryMemoryError(
                f"the answer is larger than {self.most >> 10} KiB", next="add a LIMIT"
            )
        return super().write(data)


def sparql(
    store: GraphStore,
    *,
    text: str,
    results: str | None,
    graph: str | None,
    default_graphs: list[str],
    named_graphs: list[str],
    most: int,
) -> Reply:
    """Answer a query; ``results`` and ``graph`` are the formats for either kind of answer."""
    answer = evaluate(
        store.query_store,
        text,
        prefixes=dict(PREFIXES),
        allow_service=False,
        default_graphs=default_graphs,
        named_graphs=named_graphs,
        base=base_of(store),
    )
    page = CappedBuffer(most)
    if isinstance(answer, (QuerySolutions, QueryBoolean)):
        if results is None:
            return _not_acceptable(RESULT_TYPES)
        if results == "csv" and isinstance(answer, QuerySolutions):
            columns = [variable.value for variable in answer.variables]
            _in_full(lambda: write_csv(columns, answer, page))
        else:
            _in_full(lambda: answer.serialize(page, RESULT_FORMATS[results]))
        media, form = media_of(results, RESULT_TYPES), results
    else:
        if graph is None:
            return _not_acceptable(GRAPH_TYPES)
        write_graph(answer, graph, page)
        media, form = media_of(graph, GRAPH_TYPES), graph
    body = page.getvalue()
    if form in ("xml", "rdfxml"):
        body = _NOT_IN_XML.sub("\ufffd".encode(), body)
    return Reply(media=media, body=body)


def write_graph(triples: Iterable[Triple], form: str, page: io.BytesIO) -> None:
    """Write triples in one of the formats of `GRAPH_TYPES`."""
    prefixes = dict(PREFIXES) if form in ("turtle", "rdfxml") else None
    _in_full(lambda: serialize(triples, page, GRAPH_FORMATS[form], prefixes=prefixes))


def _in_full(write: Callable[[], object]) -> None:
    try:
        write()
    except (OSError, RuntimeError, ValueError) as error:
        raise QueryError(f"the query cannot be answered: {error}") from None


def _not_acceptable(offers: tuple[tuple[str, str], ...]) -> Reply:
    return problem(
        406, "none of the accepted types fits this answer", offered=[media for media, _ in offers]
    )
