"""One query on one open store; what is refused or wrong is said plainly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pyoxigraph import NamedNode, QueryBoolean, QuerySolutions, QueryTriples, Store

from sciloom.errors import QueryError, QuerySyntaxError
from sciloom.query.diagnosis import explain, names_dataset, respelt
from sciloom.query.syntax import place

Answer = QuerySolutions | QueryBoolean | QueryTriples


def evaluate(
    store: Store,
    sparql: str,
    *,
    prefixes: Mapping[str, str],
    allow_service: bool,
    default_graphs: Sequence[str] = (),
    named_graphs: Sequence[str] = (),
    base: str | None = None,
) -> Answer:
    """Start a query on a store; solutions and triples are found as they are read.

    It sees the union of all graphs, unless it names its own with FROM; graphs that are given come
    before those it names. Nothing is ever fetched, except by SERVICE where that is allowed. IRIs
    are relative to ``base``, if it is given.

    Raises
    ------
    QuerySyntaxError
        It does not parse, or uses an unknown prefix.
    QueryRefusedError
        It would change the graph, or ask another endpoint.
    QueryError
        The engine cannot answer it.
    """
    known = dict(prefixes)

    def parse(text: str) -> str | None:
        try:
            spelt = text if allow_service else respelt(text)
            Store().query(spelt, prefixes=known, base_iri=base)
        except SyntaxError as error:
            return str(error)
        except (RuntimeError, OSError, ValueError):
            return None  # it parses; this store cannot answer it
        return None

    _refuse_surrogates(sparql)
    # The text itself must not run before it is clear that it sends nothing.
    complaint = None if allow_service or respelt(sparql) == sparql else parse(sparql)
    if complaint is None:
        try:
            return store.query(
                sparql,
                prefixes=known,
                base_iri=base,
                **_dataset(sparql, default_graphs, named_graphs),
            )
        except SyntaxError as error:
            complaint = str(error)
        except (RuntimeError, OSError, ValueError) as error:
            raise QueryError(f"the query cannot be answered: {error}") from error
    raise explain(sparql, complaint, prefixes=prefixes, parse=parse, service=allow_service)


def _dataset(
    sparql: str, default_graphs: Sequence[str], named_graphs: Sequence[str]
) -> dict[str, Any]:
    """Return the options of the engine that say which graphs a query sees."""
    if default_graphs or named_graphs:
        return {
            "default_graph": [NamedNode(iri) for iri in default_graphs],
            "named_graphs": [NamedNode(iri) for iri in named_graphs],
        }
    return {"use_default_graph_as_union": not names_dataset(sparql)}


def _refuse_surrogates(sparql: str) -> None:
    try:
        sparql.encode()
    except UnicodeEncodeError as error:
        line, column = place(sparql, error.start)
        where = f"query, line {line}, column {column}"
        raise QuerySyntaxError(
            "half a surrogate pair is no character", line=line, column=column, where=where
        ) from None
