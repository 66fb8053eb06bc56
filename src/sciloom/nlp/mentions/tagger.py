"""A linear-chain conditional random field over tokens: where mentions begin, end, of which type.

Lafferty, McCallum and Pereira, "Conditional random fields", ICML 2001.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.mentions.emissions import Emissions
from sciloom.nlp.mentions.linear import Linear, load_model

#: (start token, end token, entity type, probability of the whole span)
Tagged = tuple[int, int, str, float]
_TRANSITION = ">"
#: Sentences decoded together; longer texts go through in turns.
_BATCH = 32
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
        # From each label (rows) to each; whole numbers, for what stands in a table.
        self._hundredths = np.where(self.moves, np.round(100 * weights, 4), -np.inf)

    def best(self, sums: Array, lengths: NDArray[np.int64]) -> list[list[int]]:
        """Return the best label sequence of each sentence (Viterbi).

        ``sums`` are weights in hundredths: added whole, so that paths tie on every processor alike,
        and the labels that stand first win.
        """
        begins, ends = (np.where(may, 0.0, -np.inf)[:, None] for may in (self.begins, self.ends))
        # Labels before sentences: the best of all labels is that of whole rows.
        emissions = np.ascontiguousarray(sums.transpose(1, 2, 0))
        values = np.empty(emissions.shape)
        values[0] = begins + emissions[0]
        moves = self._hundredths[:, :, None]
        for last, here, emission in zip(values[:-1], values[1:], emissions[1:], strict=True):
            np.add(np.maximum.reduce(last[:, None] + moves, axis=0), emission, out=here)
        label = (values[lengths - 1, :, np.arange(len(lengths))].T + ends).argmax(0)
        paths = [label]
        for t in range(len(values) - 2, -1, -1):
            before = (values[t] + self._hundredths[:, label]).argmax(0)
            # Behind its end a sentence waits with its last label.
            label = np.where(t + 1 < lengths, before, label)
            paths.append(label)
        labels = np.array(paths[::-1]).T.tolist()
        return [path[:length] for path, length in zip(labels, lengths, strict=True)]

    def passes(self, potentials: Array, lengths: NDArray[np.int64]) -> tuple[Array, Array]:
        """Return what stands before, with each position, and what behind: scaled at each.

        Sentences and, turned round, the same are read forward side by side.
        """
        count, longest, size = potentials.shape
        sentence = np.arange(count)[:, None]
        turned = np.maximum(lengths[:, None] - 1 - np.arange(longest), 0)
        both = np.empty((longest, 2, count, size))
        both[:, 0] = potentials.swapaxes(0, 1)
        both[:, 1] = potentials[sentence, turned].swapaxes(0, 1)
        moves = np.stack((self.transitions, self.transitions.T))
        value = both[0] * np.stack((self.begins, self.ends))[:, None]
        value = both[0] = value / value.sum(-1, keepdims=True)
        for t in range(1, longest):
            value = (value @ moves) * both[t]
            value = np.divide(value, value.sum(-1, keepdims=True), out=both[t])
        return both[:, 0].swapaxes(0, 1), both[turned, 1, sentence] / potentials

    def posterior(self, potentials: Array, lengths: NDArray[np.int64]) -> Array:
        """Return the probability of each label at each position of a sentence."""
        before, behind = self.passes(potentials, lengths)
        both = before * behind
        return np.asarray(both / both.sum(-1, keepdims=True))


def moves(labels: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return which label may follow which."""

    def fits(one: str, other: str) -> bool:
        if one[0] in "OES":
            return other[0] in "OBS"
        return other[0] in "IE" and one[2:] == other[2:]

    return np.array([[fits(one, other) for other in labels] for one in labels])


def potentials(sums: Array) -> Array:
    """Return the potentials of weights in hundredths, 1 at most."""
    return np.asarray(np.exp((sums - sums.max(-1, keepdims=True)) / 100))


def _tagger() -> tuple[Chain, Emissions]:
    return _reader(load_model("tagger"))


@lru_cache(maxsize=1)
def _reader(model: Linear) -> tuple[Chain, Emissions]:
    return Chain(model), Emissions(model)


def tag(doc: Doc) -> Iterator[Tagged]:
    """Yield the mentions of ``doc`` in order, none of which overlap."""
    chain, _ = _tagger()
    for sentences, sums, lengths in _batches(doc):
        paths = chain.best(sums, lengths)
        posterior = chain.posterior(potentials(sums), lengths)
        for tokens, path, chances in zip(sentences, paths, posterior, strict=True):
            begun = 0
            for k, number in enumerate(path):
                label = chain.model.labels[number]
                if label[0] in "BS":
                    begun = k
                if label[0] in "ES":
                    # A chain's span holds about as surely as its least sure token.
                    chance = min(float(chances[j, path[j]]) for j in range(begun, k + 1))
                    yield tokens[begun], tokens[k] + 1, label[2:], chance


def shares(doc: Doc) -> tuple[list[int], Array]:
    """Return the tokens of ``doc`` that are no white space, and what the tagger holds of each.

    The columns are the probabilities that no mention holds the token, and, a type after the other,
    that one of that type begins there or goes on.
    """
    chain, _ = _tagger()
    columns = _columns(chain.model.labels)
    tokens: list[int] = []
    rows: list[Array] = [np.zeros((0, columns.shape[1]))]
    for sentences, sums, lengths in _batches(doc):
        posterior = chain.posterior(potentials(sums), lengths) @ columns
        for sentence, chances in zip(sentences, posterior, strict=True):
            tokens += sentence
            rows.append(chances[: len(sentence)])
    return tokens, np.concatenate(rows)


def _batches(doc: Doc) -> Iterator[tuple[list[list[int]], Array, NDArray[np.int64]]]:
    """Yield sentences (the long ones cut), what speaks for each label at each token, lengths."""
    chain, emissions = _tagger()
    pieces = [
        (tokens[k : k + _MAX_SENTENCE], sums[k : k + _MAX_SENTENCE])
        for tokens, sums in emissions(doc)
        for k in range(0, len(tokens), _MAX_SENTENCE)
    ]
    for first in range(0, len(pieces), _BATCH):
        batch = pieces[first : first + _BATCH]
        lengths = np.array([len(tokens) for tokens, _ in batch])
        sums = np.zeros((len(batch), lengths.max(), len(chain.model.labels)))
        for row, (tokens, found) in zip(sums, batch, strict=True):
            row[: len(tokens)] = found
        yield [tokens for tokens, _ in batch], sums, lengths


def _columns(labels: tuple[str, ...]) -> Array:
    """Return which labels (rows) make up "outside", and begin and inside of each type."""
    columns = np.zeros((len(labels), 1 + 2 * len(ENTITY_TYPES)))
    for row, label in enumerate(labels):
        at = 0 if label == "O" else 1 + 2 * ENTITY_TYPES.index(label[2:]) + (label[0] in "IE")
        columns[row, at] = 1
    return columns
