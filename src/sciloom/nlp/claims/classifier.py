"""Linear models over hashed features, in plain numpy.

A model is ``data/*.npz``: ``hashes`` (CRC-32 of each feature, sorted), ``weights`` (8-bit, a column
an output), ``scales`` and ``biases`` of the columns.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from itertools import chain
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

#: The claim classifiers, made by `sciloom.training.claims_linear`, to weigh with a network's
#: probabilities and to read alone. The first output tells whether a sentence claims; the others,
#: given that it does, of which type.
BESIDE, ALONE = "claims_linear.npz", "claims_alone.npz"
Feature = tuple[str, float]


@cache
def _model(file: str) -> tuple[NDArray[np.uint32], NDArray[np.float64], NDArray[np.float64]]:
    """Return the hashes, the weights (a last row of zeros for what is not known), the biases."""
    with as_file(files("sciloom.nlp").joinpath("data", file)) as path, np.load(path) as stored:
        weights = stored["weights"] * stored["scales"]
        return stored["hashes"], np.vstack((weights, 0 * weights[:1])), stored["biases"]


def probabilities(rows: Sequence[Sequence[Feature]], file: str = BESIDE) -> NDArray[np.float64]:
    """Return for each sentence P(claim), then P(type | claim) in the order of ``CLAIM_TYPES``."""
    return np.asarray(1.0 / (1.0 + np.exp(-totals(file, rows))), dtype=np.float64)


def totals(file: str, rows: Sequence[Sequence[Feature]]) -> NDArray[np.float64]:
    """Return the weighted sums of the features of each row, a column an output of the model."""
    hashes, weights, biases = _model(file)
    if not rows:
        return np.zeros((0, len(biases)))
    names, values = zip(*chain.from_iterable(rows), strict=True)
    keys = np.fromiter(map(crc32, _encoded(names)), np.uint32, len(names))
    at = np.minimum(np.searchsorted(hashes, keys), len(hashes) - 1)
    at[hashes[at] != keys] = len(hashes)
    ends = np.cumsum([len(row) for row in rows])
    terms = weights[at] * np.array(values)[:, None]
    return np.asarray(np.add.reduceat(terms, ends - [len(row) for row in rows], axis=0) + biases)


def _encoded(names: Iterable[str]) -> list[bytes]:
    """Return names, none of which holds a line break, as bytes: all at once is faster."""
    return "\n".join(names).encode("utf-8", "surrogatepass").split(b"\n")


def feature_hash(name: str) -> int:
    """Return the 32 bits that stand for a feature."""
    (encoded,) = _encoded([name])
    return crc32(encoded)
