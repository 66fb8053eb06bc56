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
    path = np.zeros(count, dtype=np.int64)
    if not count:
        return path
    back = np.zeros((count, tags), dtype=np.int64)
    score = moves[tags] + emissions[0]
    between = moves[:tags]
    for i in range(1, count):
        onward = score[:, None] + between
        back[i] = onward.argmax(0)
        score = onward.max(0) + emissions[i]
    path[-1] = int(score.argmax())
    for i in range(count - 1, 0, -1):
        path[i - 1] = back[i, path[i]]
    return path


def marginals(emissions: NDArray[np.float32], moves: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the probability of each tag at each word (words, tags)."""
    count, tags = emissions.shape
    if not count:
        return np.zeros((0, tags))
    scores = emissions.astype(np.float64)
    between = np.exp(moves[:tags].astype(np.float64))
    peak = scores.max(1, keepdims=True)
    weights = np.exp(scores - peak)
    forward = np.zeros((count, tags))
    backward = np.ones((count, tags))
    state = np.exp(moves[tags].astype(np.float64)) * weights[0]
    forward[0] = state / state.sum()
    for i in range(1, count):
        state = (forward[i - 1] @ between) * weights[i]
        forward[i] = state / state.sum()
    for i in range(count - 2, -1, -1):
        state = between @ (weights[i + 1] * backward[i + 1])
        backward[i] = state / state.sum()
    joint = forward * backward
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
