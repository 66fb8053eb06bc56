"""A linear-chain conditional random field over tokens: where mentions begin, end, of which type.

Lafferty, McCallum and Pereira, "Conditional random fields", ICML 2001.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc, Token

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.mentions.features import sentence_features
from sciloom.nlp.mentions.linear import Linear, load_model

#: (start token, end token, entity type, probability of the whole span)
Tagged = tuple[int, int, str, float]
_TRANSITION = ">"
#: Sentences decoded together; longer texts go through in turns.
_BATCH = 64
#: Tokens of one sentence seen at once: what no abstract exceeds.
_MAX_SENTENCE = 400

Array = NDArray[np.float64]


class Chain:
    """Potentials of label sequences; labels are "O" and B-, I-, E-, S- before a type."""

    def __init__(self, model: Linear) -> None:
        self.model = model
        labels = model.labels
        self.begins = np.array([label[0] in "OBS" for label in labels])
        self.ends = np.array([label[0] in "OES" for label in labels])
        self.moves = moves(labels)
        weights = np.zeros((len(labels), len(labels)))
        for row, label in enumerate(labels):
            at = model.index.get(_TRANSITION + label)
            if at is not None:
                weights[row] = model.weights[at]
        self.transitions = np.where(self.moves, np.exp(weights), 0.0)

    def emissions(self, sentences: list[list[list[str]]]) -> tuple[Array, NDArray[np.int64]]:
        """Return the potentials, (sentences, longest, labels), and the sentences' lengths."""
        lengths = np.array([len(sentence) for sentence in sentences])
        padding = len(self.model.index)
        rows = [
            [padding, *self.model.known(features)]
            for sentence in sentences
            for features in sentence
        ]
        first = np.cumsum([0, *(len(row) for row in rows[:-1])])
        at = np.fromiter((number for row in rows for number in row), np.int64)
        sums = np.zeros((len(sentences), lengths.max(), len(self.model.labels)))
        inside = np.arange(lengths.max())[None, :] < lengths[:, None]
        sums[inside] = np.add.reduceat(self.model.weights[at], first, axis=0)
        return np.exp(sums - sums.max(-1, keepdims=True)), lengths

    def best(self, potentials: Array, lengths: NDArray[np.int64]) -> list[list[int]]:
        """Return the most probable label sequence of each sentence (Viterbi)."""
        count, longest, _ = potentials.shape
        back = np.zeros(potentials.shape, np.int8)
        value = potentials[:, 0] * self.begins
        for t in range(1, longest):
            through = value[:, :, None] * self.transitions
            back[:, t] = through.argmax(1)
            ahead = through.max(1) * potentials[:, t]
            ahead /= np.maximum(ahead.max(1, keepdims=True), 1e-300)
            value = np.where((t < lengths)[:, None], ahead, value)
        last = (value * self.ends).argmax(1)
        paths: list[list[int]] = []
        for i in range(count):
            path = [int(last[i])]
            for t in range(lengths[i] - 1, 0, -1):
                path.append(int(back[i, t, path[-1]]))
            paths.append(path[::-1])
        return paths

    def forward(self, potentials: Array, lengths: NDArray[np.int64]) -> Array:
        """Return the scaled forward values of every position."""
        values = np.zeros(potentials.shape)
        value = potentials[:, 0] * self.begins
        values[:, 0] = value / np.maximum(value.sum(1, keepdims=True), 1e-300)
        for t in range(1, potentials.shape[1]):
            value = (values[:, t - 1] @ self.transitions) * potentials[:, t]
            value /= np.maximum(value.sum(1, keepdims=True), 1e-300)
            values[:, t] = np.where((t < lengths)[:, None], value, values[:, t - 1])
        return values

    def backward(self, potentials: Array, lengths: NDArray[np.int64]) -> Array:
        """Return the scaled backward values of every position."""
        values = np.zeros(potentials.shape)
        values[:, -1] = self.ends
        for t in range(potentials.shape[1] - 2, -1, -1):
            value = (potentials[:, t + 1] * values[:, t + 1]) @ self.transitions.T
            value /= np.maximum(value.max(1, keepdims=True), 1e-300)
            values[:, t] = np.where((t >= lengths - 1)[:, None], self.ends, value)
        return values

    def posterior(self, potentials: Array, lengths: NDArray[np.int64]) -> Array:
        """Return the probability of each label at each position."""
        both = self.forward(potentials, lengths) * self.backward(potentials, lengths)
        return np.asarray(both / np.maximum(both.sum(-1, keepdims=True), 1e-300))


def moves(labels: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return which label may follow which."""

    def fits(one: str, other: str) -> bool:
        if one[0] in "OES":
            return other[0] in "OBS"
        return other[0] in "IE" and one[2:] == other[2:]

    return np.array([[fits(one, other) for other in labels] for one in labels])


@cache
def _chain() -> Chain:
    return Chain(load_model("tagger"))


def tag(doc: Doc) -> Iterator[Tagged]:
    """Yield the mentions of ``doc`` in order, none of which overlap."""
    chain = _chain()
    for sentences, potentials, lengths in _batches(chain, doc):
        paths = chain.best(potentials, lengths)
        posterior = chain.posterior(potentials, lengths)
        for tokens, path, chances in zip(sentences, paths, posterior, strict=True):
            begun = 0
            for k, number in enumerate(path):
                label = chain.model.labels[number]
                if label[0] in "BS":
                    begun = k
                if label[0] in "ES":
                    # A chain's span holds about as surely as its least sure token.
                    chance = min(float(chances[j, path[j]]) for j in range(begun, k + 1))
                    yield tokens[begun].i, tokens[k].i + 1, label[2:], chance


def shares(doc: Doc) -> tuple[list[Token], Array]:
    """Return the tokens of ``doc`` that are no white space, and what the tagger holds of each.

    The columns are the probabilities that no mention holds the token, and, a type after the other,
    that one of that type begins there or goes on.
    """
    chain = _chain()
    columns = _columns(chain.model.labels)
    tokens: list[Token] = []
    rows: list[Array] = [np.zeros((0, columns.shape[1]))]
    for sentences, potentials, lengths in _batches(chain, doc):
        posterior = chain.posterior(potentials, lengths) @ columns
        for sentence, chances in zip(sentences, posterior, strict=True):
            tokens += sentence
            rows.append(chances[: len(sentence)])
    return tokens, np.concatenate(rows)


def _batches(
    chain: Chain, doc: Doc
) -> Iterator[tuple[list[list[Token]], Array, NDArray[np.int64]]]:
    """Yield sentences (the long ones cut) with their potentials and lengths."""
    pieces = [
        (tokens[k : k + _MAX_SENTENCE], rows[k : k + _MAX_SENTENCE])
        for tokens, rows in sentence_features(doc)
        for k in range(0, len(tokens), _MAX_SENTENCE)
    ]
    for first in range(0, len(pieces), _BATCH):
        batch = pieces[first : first + _BATCH]
        yield [tokens for tokens, _ in batch], *chain.emissions([rows for _, rows in batch])


def _columns(labels: tuple[str, ...]) -> Array:
    """Return which labels (rows) make up "outside", and begin and inside of each type."""
    columns = np.zeros((len(labels), 1 + 2 * len(ENTITY_TYPES)))
    for row, label in enumerate(labels):
        at = 0 if label == "O" else 1 + 2 * ENTITY_TYPES.index(label[2:]) + (label[0] in "IE")
        columns[row, at] = 1
    return columns
