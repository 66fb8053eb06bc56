"""JSON lines in gzip: the same lines are the same bytes."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

#: What reading a damaged file raises.
DAMAGE: Final = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError)


def write_lines(file: Path, lines: Iterable[Any]) -> None:
    """Write a value a line."""
    # No name and no time in the header.
    with file.open("wb") as raw, gzip.GzipFile("", "wb", 3, raw, mtime=0) as packed:
        for line in lines:
            packed.write(json.dumps(line).encode() + b"\n")


def read_lines(file: Path) -> Iterator[Any]:
    """Yield the values of a file; raise one of `DAMAGE` where it is damaged."""
    with gzip.open(file) as packed:
        yield from map(json.loads, packed)
