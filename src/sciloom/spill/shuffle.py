"""Rows brought together by key: the step between two maps."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from sciloom.spill.database import temporary, told

_SCHEMA = "CREATE TABLE rows (key BLOB, said BLOB)"
#: Places in the table of `shared` for each pair: so many leave one key in nine by mistake.
_PLACES = 8


def shuffled(pairs: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, list[Any]]]:
    """Yield each key, in order, with its values in the order in which they came.

    Values are what `marshal` takes. Holds the values of one key in memory.

    Raises
    ------
    StoreError
        The disk is full.
    """
    database = temporary(_SCHEMA)
    rows = ((key.encode("utf-8", "surrogatepass"), marshal.dumps(said)) for key, said in pairs)
    with told():
        database.execute("BEGIN")
        database.executemany("INSERT INTO rows VALUES (?, ?)", rows)
        database.execute("COMMIT")
        # UTF-8 sorts as its code points do.
        found = database.execute("SELECT key, said FROM rows ORDER BY key, rowid")
        for key, group in groupby(found, key=itemgetter(0)):
            values = [marshal.loads(said) for _, said in group]  # noqa: S302 - our own bytes
            yield key.decode("utf-8", "surrogatepass"), values


def shared(
    pairs: Callable[[], Iterable[tuple[str, Any]]], about: int
) -> Iterator[tuple[str, list[Any]]]:
    """Yield what `shuffled` does of the keys that several pairs have.

    ``pairs`` is called twice: where most keys stand alone, most pairs never reach the disk.
    ``about`` so many there are.

    Raises
    ------
    StoreError
        The disk is full.
    """
    size = 1 << max(10, (about * _PLACES).bit_length())
    seen = bytearray(size)
    for key, _ in pairs():
        place = hash(key) % size
        seen[place] = min(2, seen[place] + 1)
    met = ((key, said) for key, said in pairs() if seen[hash(key) % size] > 1)
    return ((key, values) for key, values in shuffled(met) if len(values) > 1)
