"""Full-text search over papers, concepts and claims: a SQLite FTS5 index in the store's folder."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sciloom.errors import StoreError
from sciloom.model import Resolution
from sciloom.vocab import BASE, paper_iri

FILE_NAME = "search.sqlite"
#: Words of text around the hit.
_SNIPPET_WORDS = 24
#: Weight of a word in the label against one in the text.
_LABEL_WEIGHT = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One find: ``kind`` is Paper, Claim or an entity type; ``snippet`` the words around it."""

    iri: str
    kind: str
    label: str
    snippet: str


def write_index(folder: Path, resolution: Resolution, *, base: str = BASE) -> None:
    """Write the index into the store's folder."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        database.executescript(
            "CREATE VIRTUAL TABLE hits USING fts5(label, body, iri UNINDEXED, kind UNINDEXED,"
            ' tokenize = "porter unicode61 remove_diacritics 2");'
        )
        database.executemany("INSERT INTO hits VALUES (?, ?, ?, ?)", _rows(resolution, base))
        database.commit()


def _rows(resolution: Resolution, base: str) -> Iterator[tuple[str, str, str, str]]:
    for extraction in resolution.extractions:
        paper = extraction.paper
        iri = paper_iri(paper, base)
        yield _storable(extraction.label), _storable(paper.text), iri, "Paper"
        for number, claim in enumerate(extraction.claims, start=1):
            yield (
                claim.subject or claim.type,
                _storable(claim.quote),
                f"{iri}/claim/{number}",
                "Claim",
            )
    for concept in resolution.concepts:
        yield concept.pref_label, " · ".join(concept.alt_labels), concept.iri, concept.type


def _storable(text: str) -> str:
    return unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))


def search(folder: Path, text: str, *, limit: int = 20) -> tuple[Hit, ...]:
    """Find what holds every word of ``text`` (case, accents and endings aside), best first.

    Raises
    ------
    StoreError
        The folder holds no index.
    """
    words = _words(text)
    return _find(folder, " ".join(f'"{word}"' for word in words), limit) if words else ()


def suggest(folder: Path, text: str, *, limit: int = 10) -> tuple[Hit, ...]:
    """Find papers and concepts whose labels hold words that begin as those of ``text``.

    Raises
    ------
    StoreError
        As `search`.
    """
    words = _words(text)
    match = "label : (" + " ".join(f'"{word}"*' for word in words) + ")"
    return _find(folder, match, limit, without="Claim") if words else ()


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text))


def _find(folder: Path, match: str, limit: int, *, without: str = "") -> tuple[Hit, ...]:
    file = folder / FILE_NAME
    if not file.is_file():
        raise StoreError("no search index", where=str(file), next="build the graph again")
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
        rows = database.execute(
            "SELECT iri, kind, label, snippet(hits, 1, '', '', '…', ?) FROM hits"
            " WHERE hits MATCH ? AND kind <> ? ORDER BY bm25(hits, ?, 1.0), iri LIMIT ?",
            (_SNIPPET_WORDS, match, without, _LABEL_WEIGHT, limit),
        ).fetchall()
    return tuple(Hit(iri=i, kind=k, label=lab, snippet=s) for i, k, lab, s in rows)
