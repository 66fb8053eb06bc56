"""A database for the moment, filled before it is read."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
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

_FULL = "the disk for temporary files is full"
_CLOSED = "no temporary file can be opened"
_TROUBLES: Final[Mapping[int, str]] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: _FULL,
        sqlite3.SQLITE_IOERR_WRITE: _FULL,
        sqlite3.SQLITE_CANTOPEN: _CLOSED,
        sqlite3.SQLITE_IOERR_GETTEMPPATH: _CLOSED,
    }
)


class Rows:
    """A table of two columns that nobody else sees; rows keep the order in which they were put."""

    def __init__(self) -> None:
        # Whoever drops the last reference closes it, in whatever thread.
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
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
            The disk is full, or no folder for temporary files can be written to.
        """
        self._waiting.append((key, said))
        if len(self._waiting) >= _SHARE:
            self._flush()

    def select(self, what: str, *values: Any) -> Iterator[Any]:
        """Yield what is asked of the ``rows``, in SQL.

        Raises
        ------
        StoreError
            The disk is full, or no folder for temporary files can be written to.
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
    """Say what to do where temporary files cannot be written.

    Raises
    ------
    StoreError
        They cannot.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        what = _TROUBLES.get(error.sqlite_errorcode)
        if what is None:
            raise
        raise StoreError(
            what,
            next="make room, or let the environment's SQLITE_TMPDIR name a folder with more",
        ) from error
