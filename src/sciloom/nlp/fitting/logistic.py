"""Fit a table of weights for single decisions: multinomial logistic regression by AdaGrad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sciloom.nlp.mentions.linear import Linear

_RATE = 0.1


def fit_logistic(
    rows: Sequence[Sequence[str]],
    gold: Sequence[str],
    labels: Sequence[str],
    *,
    least: int = 5,
    kept: int = 2500,
    epochs: int = 8,
    decay: float = 1e-4,
    batch: int = 64,
) -> Linear:
    """Return a model of ``labels`` on at most ``kept`` features, each in ``least`` rows or more."""
    counts = Counter(feature for row in rows for feature in set(row))
    index = {f: i for i, f in enumerate(sorted(f for f, n in counts.items() if n >= least))}
    weights = _fit(rows, gold, labels, index, epochs=epochs, decay=decay, size=batch)
    worth = {f: counts[f] * float((weights[i] ** 2).sum()) for f, i in index.items()}
    best = sorted(sorted(worth), key=lambda f: -worth[f])[:kept]
    index = {f: i for i, f in enumerate(sorted(best))}
    return Linear(
        labels, index, _fit(rows, gold, labels, index, epochs=epochs, decay=decay, size=batch)
    )


def _fit(
    rows: Sequence[Sequence[str]],
    gold: Sequence[str],
    labels: Sequence[str],
    index: dict[str, int],
    *,
    epochs: int,
    decay: float,
    size: int,
) -> NDArray[np.float32]:
    """Return the weights (last row zero), averaged over all epochs but the first."""
    known = [np.array([index[f] for f in row if f in index], np.int64) for row in rows]
    wanted = np.array([labels.index(label) for label in gold])
    weights = np.zeros((len(index) + 1, len(labels)), np.float32)
    squares = np.full_like(weights, 1e-2)
    average = np.zeros(weights.shape)
    random = np.random.default_rng(0)
    for epoch in range(epochs):
        order = random.permutation(len(rows))
        for first in range(0, len(order), size):
            batch = order[first : first + size]
            at = np.concatenate([known[i] for i in batch])
            row = np.repeat(np.arange(len(batch)), [len(known[i]) for i in batch])
            if not len(at):
                continue
            sums = np.zeros((len(batch), len(labels)), np.float32)
            np.add.at(sums, row, weights[at])
            odds = np.exp(sums - sums.max(1, keepdims=True))
            error = odds / odds.sum(1, keepdims=True)
            error[np.arange(len(batch)), wanted[batch]] -= 1
            found, place = np.unique(at, return_inverse=True)
            change = np.zeros((len(found), len(labels)), np.float32)
            np.add.at(change, place, error[row])
            change += decay * len(batch) * weights[found]
            squares[found] += change**2
            weights[found] -= _RATE * change / np.sqrt(squares[found])
        if epoch:
            average += weights
    return (average / (epochs - 1)).astype(np.float32)
