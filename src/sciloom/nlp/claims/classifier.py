"""Linear models over hashed features, in plain numpy.

A model is ``data/*.npz``: ``hashes`` (CRC-32 of each feature, sorted), ``weights`` (8-bit, a column
an output), ``scales`` and ``biases`` of the columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sciloom.nlp.claims.hashes import Hashes, hashes_of

#: The claim classifiers, made by `sciloom.training.claims_linear`, to weigh with a network's
#: probabilities and to read alone. The first output tells whether a sentence claims; the others,
#: given that it does, of which type.
BESIDE, ALONE = "claims_linear.npz", "claims_alone.npz"
Feature = tuple[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """A model; the last row of ``weights``, of zeros, is for what is not known."""

    hashes: Hashes
    weights: NDArray[np.int32]
    scales: NDArray[np.float64]
    biases: NDArray[np.float64]

    def rows_of(self, hashes: Hashes) -> NDArray[np.int64]:
        """Return which row holds the weights of each feature."""
        at = np.minimum(self.hashes.searchsorted(hashes), len(self.hashes) - 1)
        at[self.hashes[at] != hashes] = len(self.hashes)
        return np.asarray(at)


@cache
def parameters(file: str) -> Parameters:
    """Return the model of ``data/<file>``; read once a process."""
    with as_file(files("sciloom.nlp").joinpath("data", file)) as path, np.load(path) as stored:
        weights = np.vstack((stored["weights"], 0 * stored["weights"][:1])).astype(np.int32)
        return Parameters(stored["hashes"], weights, stored["scales"], stored["biases"])


def probabilities(rows: Sequence[Sequence[Feature]], file: str = BESIDE) -> NDArray[np.float64]:
    """Return for each sentence P(claim), then P(type | claim) in the order of ``CLAIM_TYPES``."""
    return chances(totals(file, rows))


def chances(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities that go with the weighted sums of features."""
    return np.asarray(1.0 / (1.0 + np.exp(-totals)), dtype=np.float64)


def totals(file: str, rows: Sequence[Sequence[Feature]]) -> NDArray[np.float64]:
    """Return the weighted sums of the features of each row, a column an output of the model."""
    model = parameters(file)
    if not rows:
        return np.zeros((0, len(model.biases)))
    names, values = zip(*chain.from_iterable(rows), strict=True)
    ends = np.cumsum([len(row) for row in rows])
    terms = model.weights[model.rows_of(hashes_of(names))] * np.array(values)[:, None]
    sums = np.add.reduceat(terms, ends - [len(row) for row in rows], axis=0)
    return np.asarray(sums * model.scales + model.biases)
