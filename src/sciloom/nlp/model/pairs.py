"""Where entities stand to each other: what the pair head reads beside their states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: Words between the nearest mentions, by upper bound; each once for either order.
_BOUNDS = (1, 2, 3, 4, 6, 9, 14, 22, 40)
DISTANCES = 2 * (len(_BOUNDS) + 1)
#: Sentences between the nearest mentions: 0, 1, 2, more; the last two for pairs of one sentence
#: whose mentions share two or more sentences.
SENTENCE_GAPS = 5


def pair_features(
    mentions: Sequence[tuple[int, int]],
    member: NDArray[np.float32],
    sentence: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distance and gap classes, both (entities, entities).

    ``mentions`` are half-open word ranges, ``member`` (entities, mentions) is 0 or 1 and
    ``sentence`` the sentence of each mention.
    """
    starts = np.array([m[0] for m in mentions], dtype=np.int64)
    ends = np.array([m[1] for m in mentions], dtype=np.int64)
    ahead = starts[None, :] - ends[:, None]
    behind = starts[:, None] - ends[None, :]
    between = np.maximum(np.maximum(ahead, behind), 0)
    between_sentences = np.abs(sentence[:, None] - sentence[None, :])
    count, size = member.shape
    owner = member.argmax(0)
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], range(count))

    def least(values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the least value over the mentions of each two entities."""
        rows = np.minimum.reduceat(values[np.ix_(order, order)], bounds, axis=0)
        return np.asarray(np.minimum.reduceat(rows, bounds, axis=1))

    # The nearest pair of mentions, of equally near ones the first, as one number.
    nearest = least((between * size + np.arange(size)[:, None]) * size + np.arange(size))
    near, own, other = nearest // size**2, nearest // size % size, nearest % size
    behind_first = np.where(starts[own] <= starts[other], 0, len(_BOUNDS) + 1)
    distance = behind_first + np.searchsorted(_BOUNDS, near, side="right")
    stands = np.zeros((count, sentence.max(initial=0) + 1), dtype=np.int64)
    stands[owner, sentence] = 1
    gap = np.where(stands @ stands.T > 1, 4, np.minimum(least(between_sentences), 3))
    return distance, gap


def averaging(spans: Sequence[tuple[int, int]], words: int) -> NDArray[np.float32]:
    """Return one row a span that takes the mean of its words."""
    rows = np.zeros((len(spans), words), dtype=np.float32)
    for row, (start, end) in zip(rows, spans, strict=True):
        row[start:end] = 1 / (end - start)
    return rows
