"""Linear models over named features, fitted and packed with numpy alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sciloom.nlp.claims.classifier import Feature
from sciloom.nlp.claims.hashes import hashes_of

ITERATIONS = 60

Array = NDArray[np.float32]
Row = Sequence[Feature]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Sparse rows: ``columns`` and ``values`` of row i lie at ``starts[i]:starts[i + 1]``."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Array
    width: int

    def times(self, weights: Array) -> Array:
        """Return the product with a dense matrix (no row is empty)."""
        terms = weights[self.columns] * self.values[:, None]
        return np.add.reduceat(terms, self.starts[:-1], axis=0)

    def transposed(self) -> Matrix:
        """Return the same numbers by column."""
        rows = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        order = np.argsort(self.columns, kind="stable")
        counts = np.bincount(self.columns, minlength=self.width)
        starts = np.concatenate([[0], np.cumsum(counts)])
        return Matrix(starts, rows[order], self.values[order], len(self.starts) - 1)


def vocabulary(rows: Iterable[Row], least: int) -> list[str]:
    """Return the features that stand in at least so many rows."""
    counts = Counter(name for row in rows for name, _ in row)
    return sorted(name for name, count in counts.items() if count >= least)


def matrix(rows: Sequence[Row], names: Sequence[str]) -> Matrix:
    """Return the rows over the named features; the last column is the bias, 1 in each row."""
    index = {name: i for i, name in enumerate(names)}
    starts, columns, values = [0], [], []
    for row in rows:
        known = [(index[name], value) for name, value in row if name in index]
        columns += [column for column, _ in known] + [len(names)]
        values += [value for _, value in known] + [1.0]
        starts.append(len(columns))
    return Matrix(
        np.array(starts), np.array(columns), np.array(values, dtype=np.float32), len(names) + 1
    )


def minimise(
    loss: Callable[[NDArray[np.float64]], tuple[float, NDArray[np.float64]]],
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return where a smooth convex loss is least, by L-BFGS (Liu and Nocedal, 1989)."""
    point, (value, slope) = start, loss(start)
    memory: deque[tuple[NDArray[np.float64], NDArray[np.float64], float]] = deque(maxlen=8)
    for _ in range(ITERATIONS):
        direction = -slope
        applied = []
        for step, change, rho in reversed(memory):
            share = rho * float(step @ direction)
            direction = direction - share * change
            applied.append(share)
        if memory:
            step, change, _ = memory[-1]
            direction = direction * (float(step @ change) / float(change @ change))
        else:
            direction = direction / max(1.0, float(np.abs(slope).sum()) ** 0.5)
        for (step, change, rho), share in zip(memory, reversed(applied), strict=True):
            direction = direction + (share - rho * float(change @ direction)) * step
        length, along = 1.0, float(slope @ direction)
        while True:
            following = point + length * direction
            found, steeper = loss(following)
            if found <= value + 1e-4 * length * along or length < 1e-6:
                break
            length /= 2
        step, change = following - point, steeper - slope
        if (curve := float(step @ change)) > 1e-10:
            memory.append((step, change, 1.0 / curve))
        if value - found < 1e-6 * abs(value):
            return following
        point, value, slope = following, found, steeper
    return point


def pack(weights: Array, names: Sequence[str], path: Path, kept: int) -> None:
    """Write the model: the heaviest features, as 8-bit weights under their hashes."""
    body, biases = weights[:-1], weights[-1]
    heaviest = np.argsort(-np.abs(body).max(axis=1), kind="stable")[:kept]
    hashes, first = np.unique(hashes_of([names[i] for i in heaviest]), return_index=True)
    chosen = body[heaviest][first]
    scales = np.abs(chosen).max(axis=0) / 127.0
    np.savez_compressed(
        path,
        hashes=hashes,
        weights=np.round(chosen / scales).astype(np.int8),
        scales=scales.astype(np.float64),
        biases=biases.astype(np.float64),
    )
