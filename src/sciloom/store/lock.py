"""A lock on a folder that dies with its process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sciloom.errors import StoreError


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock, or raise at once.

    The file stays behind: removing it would let two processes lock two files of one name.

    Raises
    ------
    StoreError
        Another process holds it, or the folder may not be written.
    """
    where = str(file.parent)
    try:
        handle = file.open("a")
    except OSError as error:
        raise StoreError(
            f"cannot be written: {error.strerror}", where=where, next="choose another folder"
        ) from error
    with handle:
        try:
            _take(handle)
        except OSError as error:
            raise StoreError(
                "another command is writing here", where=where, next="wait for it, then try again"
            ) from error
        yield


if sys.platform == "win32":
    import msvcrt

    def _take(handle: IO[str]) -> None:
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: IO[str]) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
