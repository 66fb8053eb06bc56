"""Rows brought together by key: the step between two maps."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from sciloom.spill.database import Rows

#: Places in the table of `shared` for each pair: so many take one key in nine for another.
_PLACES = 8


class Shuffle:
    """Values that are put under a key each, and read key by key."""

    def __init__(self) -> None:
        self._rows = Rows()

    def put(self, key: str, value: Any) -> None:
        """Put a value, which `marshal` takes.

        Raises
        ------
        StoreError
            The disk is full.
        """
        self._rows.put(key.encode("utf-8", "surrogatepass"), marshal.dumps(value))

    def __iter__(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield each key, in order, with its values in the order in which they were put.

        Holds the values of one key in memory.
        """
        # UTF-8 sorts as its code points do.
        found = self._rows.select("SELECT key, said FROM rows ORDER BY key, place")
        for key, group in groupby(found, key=itemgetter(0)):
            values = [marshal.loads(said) for _, said in group]  # noqa: S302 - our own bytes
            yield key.decode("utf-8", "surrogatepass"), values


def shuffled(pairs: Iterable[tuple[str, Any]]) -> Shuffle:
    """Return a `Shuffle` of pairs of a key and a value."""
    shuffle = Shuffle()
    for key, value in pairs:
        shuffle.put(key, value)
    return shuffle


def shared(
    pairs: Callable[[], Iterable[tuple[str, Any]]], about: int
) -> Iterator[tuple[str, list[Any]]]:
    """Yield what a `Shuffle` does of the keys that several pairs have.

    ``pairs`` is called twice: where most keys stand alone, most pairs never reach the disk.
    ``about`` so many there are.
    """
    size = 1 << max(10, (about * _PLACES).bit_length())
    seen = bytearray(size)
    for key, _ in pairs():
        place = hash(key) % size
        seen[place] = min(2, seen[place] + 1)
    met = ((key, value) for key, value in pairs() if seen[hash(key) % size] > 1)
    return ((key, values) for key, values in shuffled(met) if len(values) > 1)
