"""Classes of words from unlabelled text: words with like neighbours fall into one class.

Positive pointwise mutual information with the words to the left and to the right, reduced by a
randomised SVD (Halko, Martinsson and Tropp, SIAM Review 2011), grouped by spherical k-means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sciloom.nlp.mentions.clusters import folded
from sciloom.nlp.text.tokenizer import ScienceTokenizer

_WORDS, _CONTEXTS, _LEAST, _DIMENSIONS = 14000, 3000, 20, 100
_COARSE, _MIDDLE, _FINE = 64, 256, 1000

Floats = NDArray[np.float32]


def class_lines(texts: Iterable[str]) -> list[str]:
    """Return one line a word: the word, a tab, its coarse, middle and fine class."""
    counts: Counter[str] = Counter()
    documents: list[list[str]] = []
    for text in texts:
        document = [folded(word) for word in ScienceTokenizer.split(text) if not word.isspace()]
        counts.update(document)
        documents.append(document)
    frequent = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_WORDS]
    words = [word for word, count in frequent if count >= _LEAST]
    vectors = _vectors(documents, words)
    fine = _group(vectors, vectors[:_FINE])
    centres = _centres(vectors, fine, min(_FINE, len(words)))
    middle = _group(centres, centres[:_MIDDLE])
    coarse = _group(
        _centres(centres, middle, _MIDDLE), _centres(centres, middle, _MIDDLE)[:_COARSE]
    )
    return sorted(
        f"{word}\t{coarse[middle[number]]} {middle[number]} {number}"
        for word, number in zip(words, fine, strict=True)
    )


def _vectors(documents: list[list[str]], words: list[str]) -> Floats:
    row = {word: i for i, word in enumerate(words)}
    contexts = min(_CONTEXTS, len(words))
    counts = np.zeros((2, len(words), contexts + 1), np.float32)
    for document in documents:
        at = np.array([row.get(word, -1) for word in document], np.int64)
        near = np.where((at < 0) | (at >= contexts), contexts, at)
        for side, centre, other in ((0, at[1:], near[:-1]), (1, at[:-1], near[1:])):
            known = centre >= 0
            np.add.at(counts[side], (centre[known], other[known]), 1)
    sides = [_information(table) for table in counts]
    table = np.hstack(sides)
    random = np.random.default_rng(0)
    basis = table @ random.standard_normal((table.shape[1], _DIMENSIONS + 20)).astype("f4")
    for _ in range(3):
        basis = table @ (table.T @ np.linalg.qr(basis)[0])
    basis = np.linalg.qr(basis)[0]
    left, strength, _ = np.linalg.svd(basis.T @ table, full_matrices=False)
    kept = (basis @ left)[:, :_DIMENSIONS] * np.sqrt(strength[:_DIMENSIONS])
    return _unit(kept.astype(np.float32))


def _information(counts: Floats) -> Floats:
    """Return the positive pointwise mutual information of a table of counts."""
    rows, columns = counts.sum(1, keepdims=True), counts.sum(0, keepdims=True)
    expected = np.maximum(rows * columns, 1e-9)
    ratio = np.log(np.maximum(counts * counts.sum() / expected, 1e-9))
    return np.asarray(np.maximum(ratio, 0), np.float32)


def _unit(vectors: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9), np.float32)


def _group(vectors: Floats, seeds: Floats, rounds: int = 25) -> NDArray[np.int64]:
    """Return the class of each vector: k-means from the seeds, the most frequent words."""
    centres = seeds.copy()
    nearest = np.zeros(len(vectors), np.int64)
    for _ in range(rounds):
        nearest = (vectors @ centres.T).argmax(1)
        moved = _centres(vectors, nearest, len(centres))
        centres = np.where(moved.any(1, keepdims=True), moved, centres)
    return nearest


def _centres(vectors: Floats, nearest: NDArray[np.int64], count: int) -> Floats:
    sums = np.zeros((count, vectors.shape[1]), np.float32)
    np.add.at(sums, nearest, vectors)
    return _unit(sums)
