"""Write tables of weights and classes, the same bytes for the same content."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from sciloom.nlp.mentions.linear import Linear


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write ``lines`` gzipped, with no time in the header."""
    data = "".join(line + "\n" for line in lines).encode("utf-8")
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def write_model(path: Path, model: Linear) -> None:
    """Write ``model`` in hundredths, leaving out features whose weights all round to zero."""
    hundredths = np.rint(model.weights * 100).astype(int)
    lines = ["\t".join(("", *model.labels))]
    for feature in sorted(model.index):
        row = hundredths[model.index[feature]]
        if row.any():
            lines.append(f"{feature}\t{' '.join(map(str, row))}")
    write_lines(path, lines)
