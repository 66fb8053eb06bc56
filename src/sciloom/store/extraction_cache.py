"""What was extracted, kept in the output folder: a build that is killed goes on where it stopped.

Nothing depends on it but time. It is a SQLite file, committed paper by paper.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sciloom.errors import StoreError
from sciloom.model import Extraction, Paper
from sciloom.store.packed import packed_facts, unpacked_facts

_FILE = "extractions.sqlite"


_SCHEMA = "CREATE TABLE IF NOT EXISTS extractions (key BLOB PRIMARY KEY, facts BLOB)"
#: What is dropped leaves no trace. Locked for one process before anything is read, the log needs no
#: shared memory, which network file systems and full disks lack.
_PRAGMAS = """
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA auto_vacuum = FULL; PRAGMA secure_delete = ON;
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
"""
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class ExtractionCache:
    """Extractions by the text they were made of, and by ``stamp``, which names what made them.

    ``added`` counts what was put. One process writes at a time: the folder's lock sees to it. What
    cannot be kept (a damaged file, a folder that takes none) is made again by the next build.

    Raises
    ------
    StoreError
        The disk is full, at any time: the build that goes on cannot be written either.
    """

    def __init__(self, folder: Path, stamp: str) -> None:
        self._file = folder / _FILE
        self.added = 0
        self._stamp = stamp
        self._asked: set[bytes] = set()
        self._database = _opened(self._file) if self._file.exists() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._database:
            self._database.close()

    def holds(self, paper: Paper) -> bool:
        """Tell whether `get` has this paper's extraction."""
        key = self._key(paper)
        self._asked.add(key)
        return self._found(key) is not None

    def get(self, paper: Paper) -> Extraction:
        """Return the extraction that the cache `holds`.

        Raises
        ------
        StoreError
            It is damaged.
        """
        try:
            return unpacked_facts(
                paper, json.loads(zlib.decompress(self._found(self._key(paper)) or b""))
            )
        except (zlib.error, ValueError, TypeError) as error:
            raise StoreError(
                f"is damaged: {error}", where=str(self._file), next="remove it, then build again"
            ) from error

    def put(self, extraction: Extraction) -> None:
        """Keep an extraction."""
        self.added += 1
        self.take(self._key(extraction.paper), packed_facts(extraction))

    def take(self, key: bytes, facts: Sequence[Any]) -> None:
        """Keep what was extracted elsewhere, packed, under its `extraction_key`."""
        self._database = self._database or _opened(self._file)
        try:
            self._database.execute(
                "INSERT OR IGNORE INTO extractions VALUES (?, ?)",
                (key, zlib.compress(json.dumps(facts).encode(), 3)),
            )
        except sqlite3.Error as error:
            _check_room(error, self._file)

    def sweep(self) -> None:
        """Drop what was not asked for since the cache was opened: papers that are gone."""
        if not self._database:
            return
        with suppress(sqlite3.Error):
            keys = {key for (key,) in self._database.execute("SELECT key FROM extractions")}
            gone = [(key,) for key in keys - self._asked]
            self._database.execute("BEGIN")
            self._database.executemany("DELETE FROM extractions WHERE key = ?", gone)
            self._database.execute("COMMIT")

    def _key(self, paper: Paper) -> bytes:
        return extraction_key(self._stamp, paper)

    def _found(self, key: bytes) -> bytes | None:
        if self._database:
            find = "SELECT facts FROM extractions WHERE key = ?"
            with suppress(sqlite3.Error):
                for (facts,) in self._database.execute(find, (key,)):
                    return bytes(facts)
        return None


def extraction_key(stamp: str, paper: Paper) -> bytes:
    """Return what an extraction is kept by: what made it, and all of the paper that it is made of.

    ``stamp`` names code, tables, model and libraries.
    """
    said = "\0".join((stamp, paper.language, paper.text))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()


def _opened(file: Path) -> sqlite3.Connection:
    """Return the database, a fresh one where it is damaged, one in memory where it cannot stand."""
    for _ in range(2):
        try:
            file.parent.mkdir(exist_ok=True)
            database = sqlite3.connect(file, isolation_level=None)
            database.executescript(_PRAGMAS + _SCHEMA)
        except (sqlite3.Error, OSError) as error:
            _check_room(error, file)
            if _code(error) not in _DAMAGE:
                break
            with suppress(OSError):
                for damaged in (file, file.with_name(f"{file.name}-wal")):
                    damaged.unlink(missing_ok=True)
        else:
            return database
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(_SCHEMA)
    return database


def _check_room(error: Exception, file: Path) -> None:
    if _code(error) == sqlite3.SQLITE_FULL:
        raise StoreError(
            "cannot be written: the disk is full",
            where=str(file),
            next="make room, then build again: what was extracted is kept",
        ) from error


def _code(error: Exception) -> int | None:
    """Return what SQLite calls an error of its own."""
    return getattr(error, "sqlite_errorcode", None)
