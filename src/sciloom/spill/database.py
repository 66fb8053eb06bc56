"""A database for the moment, filled before it is read."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sciloom.errors import StoreError

#: Bytes of a database, or of one sort, that are held in memory.
CACHE: Final = 16 << 20
#: Rows that are written at once.
_SHARE = 500
#: Nothing is to outlive a crash, so nothing is logged or waited for.
_PRAGMAS = f"""
    PRAGMA cache_size = -{CACHE >> 10}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    PRAGMA temp_store = FILE;
"""


class Rows:
    """A table of two columns that nobody else sees; rows keep the order in which they were put."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.executescript(
            _PRAGMAS + "CREATE TABLE rows (place INTEGER PRIMARY KEY, key BLOB, said BLOB); BEGIN;"
        )
        weakref.finalize(self, self._database.close)
        self._waiting: list[tuple[bytes | None, bytes]] = []

    def put(self, key: bytes | None, said: bytes) -> None:
        """Put a row behind the others.

        Raises
        ------
        StoreError
            The disk is full.
        """
        self._waiting.append((key, said))
        if len(self._waiting) >= _SHARE:
            self._flush()

    def select(self, what: str, *values: Any) -> Iterator[Any]:
        """Yield what is asked of the ``rows``, in SQL.

        Raises
        ------
        StoreError
            The disk is full.
        """
        self._flush()
        with told():
            yield from self._database.execute(what, values)

    def _flush(self) -> None:
        if self._waiting:
            with told():
                add = "INSERT INTO rows (key, said) VALUES (?, ?)"
                self._database.executemany(add, self._waiting)
            self._waiting = []


@contextmanager
def told() -> Iterator[None]:
    """Say what to do where the disk is full.

    Raises
    ------
    StoreError
        It is.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE):
            raise
        raise StoreError(
            "the disk for temporary files is full",
            next="make room, or let the environment's SQLITE_TMPDIR name a folder with more",
        ) from error
