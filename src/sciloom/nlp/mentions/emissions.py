"""What the features of `sciloom.nlp.mentions.features` weigh, summed without naming them.

What a word shows at each distance is added up once; what neighbours show together is looked up by
number. Weights are whole hundredths, so that no order of adding changes a sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from sciloom.nlp.extensions import texts_of
from sciloom.nlp.mentions.features import (
    COARSE,
    CONTEXT,
    EDGE,
    EDGE_REACH,
    FARTHEST,
    MOST,
    WINDOW,
    abbreviated,
    columns,
    near_cues,
    shown,
    whereabouts,
    worded,
)
from sciloom.nlp.mentions.linear import Linear

#: Words whose sums are kept; then all are forgotten. Half a kilobyte each.
_WORDS = 1 << 15
#: Slots between sentences: no window reaches over them.
_GAP = len(WINDOW) // 2
_PLACES = ("first", "middle", "last")
_NO_CUE = 0

Integers = NDArray[np.int64]
Sums = NDArray[np.int32]


class Emissions:
    """Sums of the weights of each token's features, in hundredths, a column a label."""

    def __init__(self, model: Linear) -> None:
        self._index = model.index
        self._weights: Sums = np.rint(model.weights * 100).astype(np.int32)
        self._size = self._weights.shape[1]
        self._joined, self._joined_weights, self._numbers = self._read_context()
        self._base = 1 + max(map(len, self._numbers))
        self._cues = {cue: k for k, cue in enumerate(("", *sorted({*near_cues().values()})))}
        self._ahead = self._sums([f"next={cue}"] for cue in self._cues)
        self._behind = self._sums(
            [f"cue={cue}", f"cue={cue}|{far}"] for cue in self._cues for far in range(FARTHEST + 1)
        ).reshape(len(self._cues), FARTHEST + 1, -1)
        self._where = dict(zip(_PLACES, self._sums([f"in={w}"] for w in _PLACES), strict=True))
        self._often = self._sums(
            [f"n={n}", f"n={min(n, 3)}|{value}"]
            for n in range(MOST + 1)
            for value in ("", *self._numbers[COARSE])
        ).reshape(MOST + 1, 1 + len(self._numbers[COARSE]), -1)
        self._shown: dict[str, list[tuple[int, int]]] = {}
        for feature, at in self._index.items():
            for column, step in enumerate(WINDOW):
                if feature.startswith(str(step)):
                    place = (column, at)
                    self._shown.setdefault(feature.removeprefix(str(step)), []).append(place)
        self._rows: dict[str, int] = {}
        self._near: Sums = np.empty((_WORDS, len(WINDOW), self._size), np.int32)
        self._columns: Integers = np.zeros((_WORDS, 4), np.int64)
        self._forget()

    def __call__(self, doc: Doc) -> Iterator[tuple[list[int], Sums]]:
        """Yield each sentence's tokens (positions, no white space) with the sums of each."""
        texts = texts_of(doc)
        sentences = worded(doc, texts)
        slots: list[int] = []
        starts: list[int] = []
        for sentence in sentences:
            slots += [-1] * _GAP
            starts.append(len(slots))
            slots += sentence
        slots += [-1] * _GAP
        if len(self._rows) + len(slots) > _WORDS:
            self._forget()
        at = np.fromiter((self._row(texts[i]) if i >= 0 else 0 for i in slots), np.int64)
        known = self._columns[at]
        total = self._around(at, known)
        lowered = [text.lower() for text in texts]
        counts = Counter(lowered)
        often = [min(counts[lowered[i]], MOST) if i >= 0 else 0 for i in slots]
        total += self._often[often, known[:, COARSE]]
        total += self._beside_cues(known[:, -1], at == 0)
        self._add_rare(total, doc, texts, slots)
        for number, (sentence, start) in enumerate(zip(sentences, starts, strict=True)):
            sums = total[start : start + len(sentence)]
            yield sentence, sums + self._where[whereabouts(number, len(sentences))]

    def _sums(self, rows: Iterable[Iterable[str]]) -> Sums:
        """Return what sets of features weigh, a row each."""
        return np.array([self._sum(row) for row in rows])

    def _sum(self, features: Iterable[str]) -> Sums:
        at = [self._index[feature] for feature in features if feature in self._index]
        return np.asarray(self._weights[at].sum(0, dtype=np.int32))

    def _read_context(self) -> tuple[Integers, Sums, tuple[dict[str, int], ...]]:
        """Return the keys of joined features in order, their weights, the numbers of values.

        A word may hold what joins the parts, so a feature has a key for each way to part it.
        """
        numbers: tuple[dict[str, int], ...] = ({}, {}, {})
        found: list[tuple[int, list[int], int]] = []
        names = list(CONTEXT)
        for feature, row in self._index.items():
            name, _, rest = feature.partition("|")
            if name in CONTEXT:
                pieces = rest.split("|")
                for cuts in combinations(range(1, len(pieces)), len(CONTEXT[name]) - 1):
                    values = ["|".join(pieces[a:b]) for a, b in pairwise((0, *cuts, len(pieces)))]
                    parts = [
                        numbers[column].setdefault(value, len(numbers[column]) + 1)
                        for value, (column, _) in zip(values, CONTEXT[name], strict=True)
                    ]
                    found.append((names.index(name) + 1, parts, row))
            elif name.startswith("n=") and rest:
                numbers[COARSE].setdefault(rest, len(numbers[COARSE]) + 1)
        base = 1 + max(map(len, numbers))
        keys = np.array([_key(number, parts, base) for number, parts, _ in found] + [1 << 62])
        order = np.argsort(keys)
        rows = np.array([row for *_, row in found] + [len(self._index)])
        return keys[order], self._weights[rows[order]], numbers

    def _forget(self) -> None:
        """Know no word but the edge, which is row 0."""
        self._rows.clear()
        self._near[0] = self._seen([(EDGE_REACH, EDGE)])
        self._columns[0] = [*(known.get(EDGE, 0) for known in self._numbers), _NO_CUE]

    def _row(self, text: str) -> int:
        row = self._rows.get(text)
        if row is None:
            row = self._rows[text] = len(self._rows) + 1
            self._near[row] = self._seen(shown(text))
            values = zip(self._numbers, columns(text), strict=True)
            cue = self._cues[near_cues().get(text.lower(), "")]
            self._columns[row] = [*(known.get(value, 0) for known, value in values), cue]
        return row

    def _seen(self, shown: Iterable[tuple[int, str]]) -> Sums:
        """Return what a word's features weigh at each distance at which they are seen."""
        found = [
            (column, row)
            for far, feature in shown
            for column, row in self._shown.get(feature, ())
            if abs(WINDOW[column]) <= far
        ]
        total = np.zeros((len(WINDOW), self._size), np.int32)
        at, rows = np.array(found, np.int64).reshape(-1, 2).T
        np.add.at(total, at, self._weights[rows])
        return total

    def _around(self, at: Integers, known: Integers) -> Sums:
        """Return what the words around each slot weigh, alone and joined."""
        inner = slice(_GAP, len(at) - _GAP)
        near = self._near[at]
        total = np.zeros((len(at), self._size), np.int32)
        for column, step in enumerate(WINDOW):
            total[inner] += near[_GAP + step : len(at) - _GAP + step, column]
        values = [known[_GAP + step : len(at) - _GAP + step].T for step in WINDOW]
        keys = np.array(
            [
                _key(number, [values[_GAP + step][column] for column, step in parts], self._base)
                for number, parts in enumerate(CONTEXT.values(), start=1)
            ]
        )
        place = np.searchsorted(self._joined, keys)
        place[self._joined[place] != keys] = len(self._joined) - 1
        total[inner] += self._joined_weights[place].sum(0, dtype=np.int32)
        return total

    def _beside_cues(self, cues: Integers, gaps: NDArray[np.bool_]) -> Sums:
        """Return what the nearest cues weigh; before the first cue of a sentence stands none."""
        here = np.arange(len(cues))
        told = (cues != _NO_CUE) | gaps
        last = np.maximum.accumulate(np.where(told, here, 0))
        before = np.concatenate(([0], last[:-1]))
        following = np.minimum.accumulate(np.where(told, here, len(cues) - 1)[::-1])[::-1]
        after = np.concatenate((following[1:], [len(cues) - 1]))
        far = np.minimum(here - 1 - before, FARTHEST)
        return np.asarray(self._behind[cues[before], far] + self._ahead[cues[after]])

    def _add_rare(self, total: Sums, doc: Doc, texts: list[str], slots: list[int]) -> None:
        """Add what short forms, long forms and parentheses weigh."""
        par, short = self._sums([["par"], ["short"]])
        places, shorts = abbreviated(doc)
        depth = 0
        for slot, i in enumerate(slots):
            if i < 0:
                depth = 0
                continue
            text = texts[i]
            depth += text in "(["
            if depth:
                total[slot] += par
                depth -= text in ")]"
            if text in shorts:
                total[slot] += short
            if i in places:
                for step in (-1, 0, 1):
                    total[slot - step] += self._sum([f"ab{step}={places[i]}"])


def _key(number: int, parts: Sequence[Integers | int], base: int) -> Integers:
    """Return one number for a feature of two or three parts; 0 stands for what none knows."""
    key = np.asarray(number, np.int64)
    for part in (*parts, 0)[:3]:
        key = key * base + part
    return key
