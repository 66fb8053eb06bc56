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
    first = starts[:, None] <= starts[None, :]
    between_sentences = np.abs(sentence[:, None] - sentence[None, :])
    count = member.shape[0]
    distance = np.zeros((count, count), dtype=np.int64)
    gap = np.zeros((count, count), dtype=np.int64)
    groups = [np.flatnonzero(row) for row in member]
    for i, own in enumerate(groups):
        for j, other in enumerate(groups):
            block = np.ix_(own, other)
            near = int(between[block].argmin())
            near_distance = int(between[block].ravel()[near])
            near_gap = int(between_sentences[block].min())
            order = 0 if first[block].ravel()[near] else len(_BOUNDS) + 1
            distance[i, j] = order + int(np.searchsorted(_BOUNDS, near_distance, side="right"))
            shared = len(set(sentence[own]) & set(sentence[other]))
            gap[i, j] = 4 if shared > 1 else min(near_gap, 3)
    return distance, gap


def averaging(spans: Sequence[tuple[int, int]], words: int) -> NDArray[np.float32]:
    """Return one row a span that takes the mean of its words."""
    rows = np.zeros((len(spans), words), dtype=np.float32)
    for row, (start, end) in zip(rows, spans, strict=True):
        row[start:end] = 1 / (end - start)
    return rows
