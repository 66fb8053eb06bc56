"""Sequences on disk."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from sciloom.spill.database import Rows

_T = TypeVar("_T")


class Spool(Sequence[_T], Generic[_T]):
    """Things on disk, in the order in which they were put; each reading makes them anew.

    Parameters
    ----------
    pack, unpack
        Turn a thing into what `marshal` takes (None, numbers, strings, tuples, lists, dicts), and
        back.
    """

    def __init__(self, pack: Callable[[_T], Any], unpack: Callable[[Any], _T]) -> None:
        self._pack = pack
        self._unpack = unpack
        self._rows = Rows()
        self._length = 0

    def append(self, thing: _T) -> None:
        """Put a thing behind those that are there.

        Raises
        ------
        StoreError
            The disk is full.
        """
        self._rows.put(None, marshal.dumps(self._pack(thing)))
        self._length += 1

    def extend(self, things: Iterable[_T]) -> None:
        """Put things behind those that are there, as `append` does."""
        for thing in things:
            self.append(thing)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[_T]:
        for (said,) in self._rows.select("SELECT said FROM rows ORDER BY place"):
            yield self._unpack(marshal.loads(said))  # noqa: S302 - our own bytes

    @overload
    def __getitem__(self, place: int) -> _T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[_T]: ...
    def __getitem__(self, place: int | slice) -> _T | Sequence[_T]:
        if isinstance(place, slice):
            return [self[at] for at in range(self._length)[place]]
        at = range(self._length)[place] + 1
        ((said,),) = self._rows.select("SELECT said FROM rows WHERE place = ?", at)
        return self._unpack(marshal.loads(said))  # noqa: S302 - our own bytes
