"""The claim classifier: logistic regressions over hashed sentence features, in plain numpy.

``data/claims_linear.npz`` is made by `sciloom.training.claims_linear`: ``hashes`` (CRC-32 of each
feature, sorted), ``weights`` (8-bit, a column an output), ``scales`` and ``biases`` of the columns.
The first output tells whether a sentence claims; the others, given that it does, of which type.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sciloom.nlp.claims.features import Feature

FILE = "claims_linear.npz"


@cache
def _model() -> tuple[
    NDArray[np.uint32], NDArray[np.int8], NDArray[np.float64], NDArray[np.float64]
]:
    with as_file(files("sciloom.nlp").joinpath("data", FILE)) as path, np.load(path) as stored:
        return stored["hashes"], stored["weights"], stored["scales"], stored["biases"]


def probabilities(features: Sequence[Feature]) -> NDArray[np.float64]:
    """Return P(claim), then P(type | claim) in the order of ``CLAIM_TYPES``."""
    hashes, weights, scales, biases = _model()
    keys = np.fromiter((feature_hash(name) for name, _ in features), np.uint32, len(features))
    values = np.fromiter((value for _, value in features), np.float64, len(features))
    rows = np.minimum(np.searchsorted(hashes, keys), len(hashes) - 1)
    known = hashes[rows] == keys
    total = values[known] @ weights[rows[known]].astype(np.float64)
    return np.asarray(1.0 / (1.0 + np.exp(-(total * scales + biases))), dtype=np.float64)


def feature_hash(name: str) -> int:
    """Return the 32 bits that stand for a feature."""
    return crc32(name.encode("utf-8", "surrogatepass"))
