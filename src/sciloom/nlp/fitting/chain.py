"""Fit the tagger: a conditional random field, by AdaGrad with features dropped at random.

The best features by count and weight are kept and fitted again, so that the table stays small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.fitting.annotated import Annotated
from sciloom.nlp.mentions.features import sentence_features
from sciloom.nlp.mentions.linear import Linear
from sciloom.nlp.mentions.tagger import Chain

LABELS = ("O", *(f"{place}-{kind}" for kind in ENTITY_TYPES for place in "BIES"))
_LEAST, _KEPT, _EPOCHS, _BATCH = 4, 8000, 6, 100
_RATE, _DECAY = 0.1, 1e-4

Sentence = tuple[list[list[str]], list[int]]


def fit_tagger(papers: Sequence[Annotated]) -> Linear:
    """Return the tagger's model, transitions among its features."""
    sentences = [sentence for paper in papers for sentence in _labelled(paper)]
    counts = Counter(f for rows, _ in sentences for row in rows for f in row)
    index = {f: i for i, f in enumerate(sorted(f for f, n in counts.items() if n >= _LEAST))}
    weights, _ = _fit(sentences, index, dropped=0.5)
    worth = {f: counts[f] * float((weights[i] ** 2).sum()) for f, i in index.items()}
    kept = sorted(sorted(worth), key=lambda f: -worth[f])[:_KEPT]
    index = {f: i for i, f in enumerate(sorted(kept))}
    weights, moves = _fit(sentences, index, dropped=0.3)
    for row, label in enumerate(LABELS):
        index[f">{label}"] = len(index)
        weights = np.insert(weights, len(index) - 1, moves[row], axis=0)
    return Linear(LABELS, index, weights)


def _labelled(paper: Annotated) -> list[Sentence]:
    labels: dict[int, str] = {}
    for spans in paper.groups:
        for span in spans:
            tokens = [token for token in span if not token.is_space]
            if not tokens or tokens[0].sent.start != tokens[-1].sent.start:
                continue
            for token in tokens:
                labels[token.i] = f"I-{span.label_}"
            labels[tokens[0].i] = f"B-{span.label_}"
            labels[tokens[-1].i] = f"E-{span.label_}"
            if len(tokens) == 1:
                labels[tokens[0].i] = f"S-{span.label_}"
    return [
        (rows, [LABELS.index(labels.get(i, "O")) for i in tokens])
        for tokens, rows in sentence_features(paper.doc)
    ]


def _fit(
    sentences: list[Sentence], index: dict[str, int], *, dropped: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the features' weights (last row zero) and the transitions', averaged over epochs."""
    model = Linear(LABELS, index, np.zeros((len(index) + 1, len(LABELS)), np.float32))
    chain = Chain(model)
    moves = np.zeros(chain.moves.shape, np.float32)
    squares, move_squares = np.full_like(model.weights, 1e-3), np.full_like(moves, 1e-3)
    average, move_average = np.zeros(model.weights.shape), np.zeros(moves.shape)
    order = np.argsort([len(rows) for rows, _ in sentences], kind="stable")
    batches = [
        _batch([sentences[i] for i in order[first : first + _BATCH]], model)
        for first in range(0, len(order), _BATCH)
    ]
    random = np.random.default_rng(0)
    for epoch in range(_EPOCHS):
        for number in random.permutation(len(batches)):
            at, lengths, gold = batches[number]
            kept = np.where(random.random(at.shape) < dropped, len(index), at)
            change, move_change = _gradient(chain, kept, lengths, gold)
            rows, change = _by_feature(kept, lengths, change, len(index))
            change += _DECAY * lengths.sum() * model.weights[rows]
            squares[rows] += change**2
            model.weights[rows] -= _RATE * change / np.sqrt(squares[rows])
            move_squares += move_change**2
            moves -= _RATE * move_change / np.sqrt(move_squares)
            chain.transitions = np.where(chain.moves, np.exp(moves.astype(np.float64)), 0.0)
        if epoch:
            average += model.weights
            move_average += moves
    scale = _EPOCHS - 1
    return (average / scale).astype(np.float32), (move_average / scale).astype(np.float32)


def _batch(
    sentences: list[Sentence], model: Linear
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    lengths = np.array([len(rows) for rows, _ in sentences])
    known = [[model.known(row) for row in rows] for rows, _ in sentences]
    widest = max(len(row) for rows in known for row in rows)
    at = np.full((len(sentences), lengths.max(), widest), len(model.index), np.int64)
    gold = np.zeros(at.shape[:2], np.int64)
    for i, (rows, (_, labels)) in enumerate(zip(known, sentences, strict=True)):
        gold[i, : len(labels)] = labels
        for j, row in enumerate(rows):
            at[i, j, : len(row)] = row
    return at, lengths, gold


def _gradient(
    chain: Chain, at: NDArray[np.int64], lengths: NDArray[np.int64], gold: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return expected minus observed labels at each position, and the same for transitions."""
    count, longest, width = at.shape
    weights = chain.model.weights
    sums = weights[at.reshape(-1, width)].sum(1).reshape(count, longest, -1).astype(np.float64)
    potentials = np.exp(sums - sums.max(-1, keepdims=True))
    forward, backward = chain.passes(potentials, lengths)
    both = forward * backward
    expected = both / np.maximum(both.sum(-1, keepdims=True), 1e-300)
    inside = np.arange(longest)[None, :] < lengths[:, None]
    rows, columns = np.nonzero(inside)
    expected[rows, columns, gold[rows, columns]] -= 1
    expected *= inside[..., None]
    ahead = potentials[:, 1:] * backward[:, 1:]
    total = np.einsum("stl,lk,stk->st", forward[:, :-1], chain.transitions, ahead, optimize=True)
    ahead *= (inside[:, 1:] / np.where(total > 0, total, 1))[..., None]
    pairs = np.einsum("stl,stk->lk", forward[:, :-1], ahead, optimize=True) * chain.transitions
    rows, columns = np.nonzero(inside[:, 1:])
    np.add.at(pairs, (gold[rows, columns], gold[rows, columns + 1]), -1)
    return expected.astype(np.float32), (pairs * chain.moves).astype(np.float32)


def _by_feature(
    at: NDArray[np.int64], lengths: NDArray[np.int64], change: NDArray[np.float32], padding: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Sum the positions' changes by feature."""
    rows, columns = np.nonzero(np.arange(at.shape[1])[None, :] < lengths[:, None])
    features = at[rows, columns]
    changes = change[rows, columns]
    flat = features.ravel()
    order = np.argsort(flat, kind="stable")
    position = np.repeat(np.arange(len(changes)), features.shape[1])[order]
    found, first = np.unique(flat[order], return_index=True)
    sums = np.add.reduceat(changes[position], first, axis=0)
    return found[found < padding], sums[found < padding]
