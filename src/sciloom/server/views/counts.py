"""What the viewer counts once for all: of each concept the papers, neighbours and claims.

The numbers stand in a file beside the store that is served, which all its workers read.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sciloom.model import ENTITY_TYPES
from sciloom.rdf.terms import own, term
from sciloom.server.views.edges import CONCEPT_EDGES, PAPER_EDGES, SLOTS
from sciloom.server.views.things import select
from sciloom.store import GraphStore

FILE_NAME = "counts.sqlite"
_SCHEMA = """
    CREATE TABLE counts (iri TEXT PRIMARY KEY, type TEXT, papers INT, links INT, claims INT)
    WITHOUT ROWID;
    CREATE INDEX best ON counts (type, papers DESC, iri);
"""


class Known(NamedTuple):
    """How many papers name a concept, its neighbours, the claims about it."""

    papers: int = 0
    links: int = 0
    claims: int = 0


class Counts:
    """The numbers of one graph."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def of(self, iri: str) -> Known:
        """Return the numbers of a concept; zeros for what is none."""
        return self.find(iri) or Known()

    def find(self, iri: str) -> Known | None:
        """Return the numbers of a concept, None of what is none."""
        sql = "SELECT papers, links, claims FROM counts WHERE iri = ?"
        row = self._database.execute(sql, (iri,)).fetchone()
        return Known(*row) if row else None

    def total(self, types: Sequence[str] = ENTITY_TYPES) -> int:
        """Return the number of concepts of some types."""
        sql = f"SELECT COUNT(*) FROM counts WHERE type IN ({_marks(types)})"  # noqa: S608
        return int(self._database.execute(sql, tuple(types)).fetchone()[0])

    def ordered(
        self, types: Sequence[str], by: str, *, down: bool, limit: int, offset: int = 0
    ) -> list[str]:
        """Return concepts of some types by one of the numbers (a field of `Known`)."""
        if by not in Known._fields:
            raise ValueError(by)
        sql = (
            f"SELECT iri FROM counts WHERE type IN ({_marks(types)})"  # noqa: S608
            f" ORDER BY {by} {'DESC' if down else 'ASC'}, iri LIMIT ? OFFSET ?"
        )
        return [row[0] for row in self._database.execute(sql, (*types, limit, offset))]


@lru_cache(maxsize=2)
def counts(store: GraphStore) -> Counts:
    """Return the numbers of a graph: counted by the first worker that asks, kept for the others."""
    file = store.path.parent / FILE_NAME
    if not file.is_file():
        with suppress(OSError, sqlite3.OperationalError):  # the folder may not be ours to write to
            _write(store, file)
    if file.is_file():
        return Counts(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True))
    database = sqlite3.connect(":memory:")
    _fill(store, database)
    return Counts(database)


def _write(store: GraphStore, file: Path) -> None:
    part = file.with_name(f"{FILE_NAME}.{os.getpid()}")
    try:
        with closing(sqlite3.connect(part)) as database:
            _fill(store, database)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _fill(store: GraphStore, database: sqlite3.Connection) -> None:
    papers = _numbers(store, PAPER_EDGES, "?o ?e ?row")
    others = _numbers(store, CONCEPT_EDGES, "{ ?o ?e ?row } UNION { ?row ?e ?o }")
    claims = _numbers(store, SLOTS, "?o ?e ?row")
    database.executescript(_SCHEMA)
    database.executemany(
        "INSERT OR IGNORE INTO counts VALUES (?, ?, ?, ?, ?)",
        (
            (iri, type_, papers[iri], papers[iri] + others[iri], claims[iri])
            for type_ in ENTITY_TYPES
            for iri in of_type(store, type_)
        ),
    )
    database.commit()


def of_type(store: GraphStore, type_: str) -> Iterator[str]:
    """Yield the IRIs of a type of things."""
    quads = store.query_store.quads_for_pattern(None, term("rdf:type"), own(type_))
    return (str(getattr(quad.subject, "value", "")) for quad in quads)


def total_of(store: GraphStore, type_: str) -> int:
    """Return the number of things of a type."""
    row = next(select(store, f"SELECT (COUNT(*) AS ?n) WHERE {{ ?thing a :{type_} }}"))
    return int(str(row["n"]))


def _numbers(store: GraphStore, edges: Iterable[str], pattern: str) -> Counter[str]:
    values = " ".join(f":{edge}" for edge in edges)
    rows = select(
        store,
        f"""SELECT ?row (COUNT(DISTINCT ?o) AS ?n) WHERE {{
            VALUES ?e {{ {values} }} {pattern}
        }} GROUP BY ?row""",
    )
    return Counter({str(row["row"]): int(str(row["n"])) for row in rows})


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))
