"""A database for the moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sciloom.errors import StoreError

#: Bytes of a database, or of one sort, that are held in memory.
CACHE: Final = 16 << 20
#: Nothing is to outlive a crash, so nothing is logged or waited for.
_PRAGMAS = f"""
    PRAGMA cache_size = -{CACHE >> 10}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    PRAGMA temp_store = FILE;
"""


def temporary(schema: str) -> sqlite3.Connection:
    """Return a fresh database that nobody else sees."""
    database = sqlite3.connect("", isolation_level=None)
    database.executescript(_PRAGMAS + schema)
    return database


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
