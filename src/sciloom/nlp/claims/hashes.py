"""The CRC-32 of names, and of names joined from parts whose own is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]

#: Bytes that a hash is moved on by at once.
_STEP = 32


def hashes_of(names: Sequence[str]) -> Hashes:
    """Return the 32 bits that stand for each name; none holds a line break."""
    # All at once is faster.
    encoded = _bytes("\n".join(names)).split(b"\n")
    return np.fromiter(map(crc32, encoded), np.uint32, len(names))


def size(name: str) -> int:
    """Return how many bytes of a name are hashed."""
    return len(name) if name.isascii() else len(_bytes(name))


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


def joined(first: Hashes, second: Hashes, lengths: NDArray[np.integer]) -> Hashes:
    """Return the hashes of names of two parts; ``lengths`` are those of the second, in bytes."""
    tables = _tables()
    left = lengths
    while left.any():
        step = np.minimum(left, _STEP)
        first = (
            tables[step, 0, first & 0xFF]
            ^ tables[step, 1, first >> 8 & 0xFF]
            ^ tables[step, 2, first >> 16 & 0xFF]
            ^ tables[step, 3, first >> 24]
        )
        left = left - step
    return first ^ second


@cache
def _tables() -> Hashes:
    """Return what each byte of a hash becomes when 0, 1, 2, … bytes follow it.

    The hash of a whole is the sum, without carry, of what these give for that of the first part and
    of that of the second.
    """
    one = np.array([crc32(b"\0", byte) ^ crc32(b"\0") for byte in range(256)], np.uint32)
    found = [np.arange(256, dtype=np.uint32) << np.array([[0], [8], [16], [24]], np.uint32)]
    for _ in range(_STEP):
        found.append(one[found[-1] & 0xFF] ^ found[-1] >> 8)
    return np.array(found)
