"""A graph as part files with a manifest: what the loaders of other stores take.

QLever, Virtuoso, GraphDB and Neptune all load ``.nq.gz`` files, several at a time.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Final, cast

from pyoxigraph import Quad

from sciloom.rdf.order import in_order
from sciloom.rdf.serialise import write_ordered

MANIFEST: Final = "manifest.json"
#: Quads of a part, about 15 MB when packed.
QUADS = 1_000_000
_PATTERN = "part-*.nq.gz"


def write_parts(
    quads: Iterable[Quad], folder: Path, *, build: str | None, size: int = QUADS
) -> dict[str, Any]:
    """Write ``part-00000.nq.gz`` and so on, then ``manifest.json``, which is returned.

    Quads come graph by graph and stay in the order of `sciloom.rdf.order`, each once; the same
    quads give the same bytes. Parts of an earlier export are replaced; the manifest, which names
    each file with its number of quads, bytes and SHA-256, goes first and comes last.

    Raises
    ------
    FileExistsError
        The folder holds something, but no manifest of ours.
    """
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    if any(folder.iterdir()) and not _is_ours(manifest):
        raise FileExistsError(17, "holds other files: choose an empty folder", str(folder))
    manifest.unlink(missing_ok=True)
    for old in folder.glob(_PATTERN):
        old.unlink()
    parts = [
        _write(part, folder / f"part-{number:05}.nq.gz")
        for number, part in enumerate(_cut(in_order(quads), size))
    ]
    said = {
        "format": "application/n-quads",
        "build": build,
        "quads": sum(part["quads"] for part in parts),
        "files": parts,
    }
    manifest.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    return said


def _is_ours(manifest: Path) -> bool:
    try:
        return "build" in json.loads(manifest.read_bytes())
    except (OSError, ValueError, TypeError):
        return False


def _cut(quads: Iterator[Quad], size: int) -> Iterator[Iterator[Quad]]:
    """Cut a stream into streams of so many, each to be read before the next."""
    for first in quads:
        yield chain([first], islice(quads, size - 1))


def _write(quads: Iterator[Quad], file: Path) -> dict[str, Any]:
    counted = _Counted(quads)
    # No name and no time in the header, so that the bytes are those of the quads.
    with file.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        write_ordered(counted, "nquads", cast("IO[bytes]", packed))
    with file.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    size = file.stat().st_size
    return {"name": file.name, "quads": counted.number, "bytes": size, "sha256": digest}


class _Counted:
    """Passes quads on and counts them."""

    def __init__(self, quads: Iterator[Quad]) -> None:
        self._quads = quads
        self.number = 0

    def __iter__(self) -> Iterator[Quad]:
        for quad in self._quads:
            self.number += 1
            yield quad
