"""Tag scores -> mentions: best path and marginal probabilities, by dynamic programming."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


_OPEN = frozenset("([{")
CLOSING = frozenset(")]}")


def best_path(emissions: NDArray[np.float32], moves: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the best tag of each word; the last row of ``moves`` (tags + 1, tags) is the start."""
    count, tags = emissions.shape
    if not count:
        return np.zeros(0, dtype=np.int64)
    # From each tag (columns) to each.
    onto = moves[:tags].T.copy()
    scores = np.empty_like(emissions)
    scores[0] = moves[tags] + emissions[0]
    for before, here, emission in zip(scores[:-1], scores[1:], emissions[1:], strict=True):
        np.add(np.maximum.reduce(before + onto, axis=1), emission, out=here)
    back = (scores[:-1, None] + onto).argmax(2).tolist()
    path = [int(scores[-1].argmax())]
    for best in reversed(back):
        path.append(best[path[-1]])
    return np.array(path[::-1], dtype=np.int64)


def marginals(emissions: NDArray[np.float32], moves: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the probability of each tag at each word (words, tags).

    The words and, turned round, the same are read forward side by side.
    """
    count, tags = emissions.shape
    if not count:
        return np.zeros((0, tags))
    between = np.exp(moves[:tags].astype(np.float64))
    both_ways = np.zeros((2 * tags, 2 * tags))
    both_ways[:tags, :tags], both_ways[tags:, tags:] = between, between.T
    scores = emissions.astype(np.float64)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    both = np.stack((weights, weights[::-1]), axis=1)
    both[0, 0] *= np.exp(moves[tags].astype(np.float64))
    both[0] /= both[0].sum(1, keepdims=True)
    flat = both.reshape(count, 2 * tags)
    for before, here, two in zip(flat[:-1], flat[1:], both[1:], strict=True):
        np.multiply(here, before @ both_ways, out=here)
        np.divide(two, np.add.reduce(two, axis=1, keepdims=True), out=two)
    joint = both[:, 0].copy()
    joint[:-1] *= both[-2::-1, 1] @ between.T
    return np.asarray(joint / joint.sum(1, keepdims=True))


def tagged_spans(path: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Return (first word, word after the last, type) of each span of a path of BIO tags."""
    spans: list[tuple[int, int, int]] = []
    open_at = -1
    for i, tag in enumerate([*path.tolist(), 0]):
        inside = tag > 0 and tag % 2 == 0
        if open_at >= 0 and not inside:
            spans.append((open_at, i, (int(path[open_at]) - 1) // 2))
            open_at = -1
        if tag % 2 == 1:
            open_at = i
    return spans


def balanced(tokens: Sequence[str], first: int, end: int) -> tuple[int, int]:
    """Return the range of words with no bracket left open or closed in vain.

    A span that begins within brackets takes the bracket before it ("(stochastic) maps") where it
    stands alone; else what lies beyond the odd bracket is dropped.
    """
    depth = 0
    opened: list[int] = []
    for i in range(first, end):
        if tokens[i] in _OPEN:
            opened.append(i)
        elif tokens[i] in CLOSING:
            if opened:
                opened.pop()
            elif first > 0 and tokens[first - 1] in _OPEN and not depth:
                depth, first = 1, first - 1
            else:
                end = i
                break
    opened = [i for i in opened if i < end]
    return first, opened[0] if opened else end
