"""Linear models as tables of weights that ship as text.

``data/<name>.tsv.gz``: the first line names the labels, every other a feature and its weight for
each label, in hundredths. `sciloom.nlp.fitting` makes them.
"""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


#: Where tables are looked for.
_FOLDERS = [Path(__file__).parents[1] / "data"]


def prefer(folder: Path) -> None:
    """Take the tables that `sciloom.nlp.fitting` wrote there before those that ship."""
    _FOLDERS.insert(0, folder)
    load_model.cache_clear()


def read_lines(name: str) -> list[str]:
    """Return the lines of ``<name>.tsv.gz``."""
    found = (folder / f"{name}.tsv.gz" for folder in _FOLDERS)
    packed = next(path for path in found if path.exists()).read_bytes()
    return gzip.decompress(packed).decode("utf-8").splitlines()


class Linear:
    """Weights of shape (features + 1, labels); the last row is zero, for padding."""

    def __init__(self, labels: Sequence[str], index: dict[str, int], weights: Floats) -> None:
        self.labels = tuple(labels)
        self.index = index
        self.weights = weights

    def known(self, features: Iterable[str]) -> list[int]:
        """Return the rows of the features that the model knows."""
        row_of = self.index.get
        return [row for feature in features if (row := row_of(feature)) is not None]

    def probabilities(self, rows: Sequence[Sequence[str]]) -> Floats:
        """Return, for each set of features, a distribution over the labels."""
        if not rows:
            return np.zeros((0, len(self.labels)), np.float32)
        padding = len(self.index)
        known = [[padding, *self.known(row)] for row in rows]
        first = np.cumsum([0, *(len(row) for row in known[:-1])])
        at = np.fromiter((number for row in known for number in row), np.int64)
        sums = np.add.reduceat(self.weights[at], first, axis=0)
        sums -= sums.max(1, keepdims=True)
        odds = np.exp(sums)
        return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)


class Crossed:
    """A linear model whose features also weigh together with a word: ``f`` with "Me" as ``Me|f``.

    Weights are whole hundredths, so that no order of adding changes a sum.
    """

    def __init__(self, model: Linear, words: Sequence[str]) -> None:
        self.labels = model.labels
        crossed = [f"{word}|" for word in words]
        names = dict.fromkeys(model.index)
        for name in model.index:
            word, bar, rest = name.partition("|")
            if word + bar in crossed:
                names[rest] = None
        self._index = {name: row for row, name in enumerate(names)}
        hundredths = np.rint(model.weights * 100).astype(np.int32)
        last = len(model.index)
        self._weights = np.zeros((len(words), len(names) + 1, len(self.labels)), np.int32)
        for k, word in enumerate(crossed):
            for name, row in self._index.items():
                alone, together = (model.index.get(n, last) for n in (name, word + name))
                self._weights[k, row] = hundredths[alone] + hundredths[together]

    def row(self, feature: str) -> int:
        """Return the row of a feature; of one that is not known the last."""
        return self._index.get(feature, len(self._index))

    def probabilities(self, rows: Sequence[Collection[int]], words: Sequence[int]) -> Doubles:
        """Return a distribution over the labels for each set of features and word (its number)."""
        if not rows:
            return np.zeros((0, len(self.labels)))
        last = len(self._index)
        sizes = np.array([len(row) + 1 for row in rows])
        at = np.fromiter(chain.from_iterable((last, *row) for row in rows), np.int64, sizes.sum())
        chosen = self._weights[np.repeat(words, sizes), at]
        sums = np.add.reduceat(chosen, np.cumsum(sizes) - sizes, axis=0) / 100
        odds = np.exp(sums - sums.max(1, keepdims=True))
        return np.asarray(odds / odds.sum(1, keepdims=True))


@cache
def load_model(name: str) -> Linear:
    """Return the model of ``data/<name>.tsv.gz``; read once a process."""
    head, *lines = read_lines(name)
    labels = head.split("\t")[1:]
    index: dict[str, int] = {}
    weights = np.zeros((len(lines) + 1, len(labels)), np.float32)
    for row, line in enumerate(lines):
        feature, numbers = line.split("\t")
        index[feature] = row
        weights[row] = np.array(numbers.split(" "), np.float32) / 100
    return Linear(labels, index, weights)
