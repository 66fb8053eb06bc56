"""What the features of `sciloom.nlp.claims.features` weigh, summed without naming most of them.

A feature is known by the hash of its name, and that of a name made of words follows from those of
its parts: what each word gives is kept, and the words of a whole text are joined at once. Weights
are whole numbers, so that no order of adding changes a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sciloom.model import Entity
from sciloom.nlp.claims.classifier import chances, parameters
from sciloom.nlp.claims.features import (
    CLASSES,
    CLOSES,
    NEAR,
    NEXT,
    OPENS,
    OWN,
    PREVIOUS,
    STEM,
    USUAL,
    WEIGHTS,
    Scene,
    named,
    scenes,
)
from sciloom.nlp.claims.hashes import Hashes, hashes_of, joined, size
from sciloom.nlp.mentions.clusters import classes

Integers = NDArray[np.int64]

_KINDS = len(WEIGHTS)
#: Words that are kept; then all are forgotten. Sixty bytes each.
_KEPT = 1 << 15
#: What is kept of a word: hashes of features and of their beginnings, and those of the ends with
#: which it follows another word, with their lengths.
_WORD, _STEMMED, _BEFORE, _AFTER, _FINE, _MIDDLE, _TWO, _THREE, _ALIKE, _END, _END_ALIKE = range(11)
_LENGTH, _LENGTH_ALIKE = 11, 12


def probabilities(
    text: str, spans: Sequence[tuple[int, int]], entities: Iterable[Entity], file: str
) -> NDArray[np.float64]:
    """Return for each sentence P(claim), then P(type | claim) in the order of ``CLAIM_TYPES``."""
    found = list(scenes(text, spans, entities))
    model = parameters(file)
    if not found:
        return np.zeros((0, len(model.biases)))
    # Sentence and kind above, the hash below: in order, equal features are neighbours.
    keys = np.sort(np.concatenate([_named(found), *_worded(found)]))
    keys = keys[np.diff(keys, prepend=-1) != 0]
    counts = np.bincount(keys >> 32, minlength=len(found) * _KINDS)
    weights = model.weights[model.rows_of((keys & 0xFFFFFFFF).astype(np.uint32))]
    sums = np.zeros((len(counts), weights.shape[1]))
    held = counts > 0
    sums[held] = np.add.reduceat(weights, (np.cumsum(counts) - counts)[held], axis=0)
    shares = (USUAL / np.maximum(counts, USUAL)) ** 0.5 * np.tile(WEIGHTS, len(found))
    totals = (sums * shares[:, None]).reshape(len(found), _KINDS, -1).sum(1)
    return chances(totals * model.scales + model.biases)


def _named(found: Sequence[Scene]) -> Integers:
    kinds = [list(kind) for scene in found for kind in named(scene)]
    groups = np.repeat(np.arange(len(kinds)), list(map(len, kinds)))
    return groups << 32 | hashes_of(list(chain.from_iterable(kinds)))


def _worded(found: Sequence[Scene]) -> list[Integers]:
    words: list[str] = []
    for scene in found:
        words += (OPENS, *scene.sentence.words, CLOSES)
    known = _words().of(words)
    sizes = np.array([len(scene.sentence.words) + 2 for scene in found], np.int64)
    number = np.repeat(np.arange(len(found)), sizes)
    inside = np.ones(len(words), np.bool_)
    inside[np.cumsum(sizes) - sizes] = inside[np.cumsum(sizes) - 1] = False

    def numbered(kind: int, at: Integers, hashes: Hashes, side: int = 0) -> Integers:
        return (number[at] + side) * _KINDS + kind << 32 | hashes

    def followed(first: Hashes, at: Integers, end: int, length: int) -> Hashes:
        return joined(first, known[at, end], known[at, length])

    each = np.flatnonzero(inside)
    two = np.flatnonzero(number[1:] == number[:-1])
    three = np.flatnonzero(number[2:] == number[:-2])
    alike = np.flatnonzero(inside[1:] & inside[:-1])
    before, after = each[number[each] < len(found) - 1], each[number[each] > 0]
    twos = followed(known[two, _TWO], two + 1, _END, _LENGTH)
    threes = followed(known[three, _THREE], three + 1, _END, _LENGTH)
    threes = followed(threes, three + 2, _END, _LENGTH)
    pairs = followed(known[alike, _ALIKE], alike + 1, _END_ALIKE, _LENGTH_ALIKE)
    return [
        numbered(OWN, each, known[each, _WORD]),
        numbered(OWN, each, known[each, _STEMMED]),
        numbered(OWN, two, twos),
        numbered(OWN, three, threes),
        numbered(CLASSES, each, known[each, _FINE]),
        numbered(CLASSES, each, known[each, _MIDDLE]),
        numbered(CLASSES, alike, pairs),
        numbered(NEAR, before, known[before, _BEFORE], side=1),
        numbered(NEAR, after, known[after, _AFTER], side=-1),
    ]


class _Words:
    """What is kept of words, a row each."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._kept: Hashes = np.empty((_KEPT, 13), np.uint32)

    def of(self, words: Sequence[str]) -> Hashes:
        """Return the rows of words, which come in order of the text."""
        rows = self._rows
        if len(rows) + len(words) > len(self._kept):
            rows.clear()
            if len(words) > len(self._kept):
                self._kept = np.empty((len(words), 13), np.uint32)
        strange = [word for word in dict.fromkeys(words) if word not in rows]
        first = len(rows)
        rows.update(zip(strange, range(first, first + len(strange)), strict=True))
        if strange:
            self._kept[first : len(rows)] = _shown(strange)
        return self._kept[[rows[word] for word in words]]


@cache
def _words() -> _Words:
    return _Words()


def _shown(words: Sequence[str]) -> Hashes:
    names: list[str] = []
    lengths: list[tuple[int, int]] = []
    for word in words:
        _, middle, fine = classes(word)
        end, end_alike = f" {word}", f" {middle}"
        names += (
            f"w {word}",
            f"s {word[:STEM]}" if len(word) > STEM else f"w {word}",
            f"{PREVIOUS} w {word}",
            f"{NEXT} w {word}",
            f"k {fine}",
            f"k {middle}",
            f"b {word}",
            f"t {word}",
            f"kk {middle}",
            end,
            end_alike,
        )
        lengths.append((size(end), size(end_alike)))
    return np.hstack((hashes_of(names).reshape(len(words), -1), np.array(lengths, np.uint32)))
