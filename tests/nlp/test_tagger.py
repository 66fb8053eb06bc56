from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sciloom.nlp.mentions.linear import Linear, load_model
from sciloom.nlp.mentions.tagger import Chain, potentials, tag

LABELS = ("O", "B-Task", "I-Task", "E-Task", "S-Task")


def chain(seed):
    random = np.random.default_rng(seed)
    names = [*"abc", *(f">{label}" for label in LABELS)]
    weights = random.normal(size=(len(names) + 1, len(LABELS))).astype("f4")
    weights[-1] = 0
    return Chain(Linear(LABELS, {name: i for i, name in enumerate(names)}, weights))


def paths(chain, length):
    """Every allowed label sequence."""
    for path in product(range(len(LABELS)), repeat=length):
        inside = all(chain.moves[a, b] for a, b in pairwise(path))
        if inside and chain.begins[path[0]] and chain.ends[path[-1]]:
            yield path


def weight(chain, seen, path):
    total = np.prod([seen[k, label] for k, label in enumerate(path)])
    return total * np.prod([chain.transitions[a, b] for a, b in pairwise(path)])


@settings(deadline=None)
@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), st.integers(0, 50))
def test_decoding_agrees_with_all_paths_counted(words, seed):
    model = chain(seed)
    # A second, longer sentence checks that padding changes nothing.
    sentences = [words, ["a"] * 5]
    lengths = np.array([len(sentence) for sentence in sentences])
    sums = np.zeros((2, 5, len(LABELS)))
    for row, sentence in zip(sums, sentences, strict=True):
        row[: len(sentence)] = 100 * model.model.weights[[model.model.index[w] for w in sentence]]
    seen = potentials(sums)
    weights = {path: weight(model, seen[0], path) for path in paths(model, len(words))}
    # Paths may tie: the best one weighs as much as any.
    best = tuple(model.best(sums, lengths)[0])
    assert weights[best] == pytest.approx(max(weights.values()))
    posterior = model.posterior(seen, lengths)[0, : len(words)]
    total = sum(weights.values())
    for k, label in product(range(len(words)), range(len(LABELS))):
        expected = sum(w for path, w in weights.items() if path[k] == label) / total
        assert posterior[k, label] == pytest.approx(expected, abs=1e-9)


def test_spans_follow_one_another_within_sentences(until):
    doc = until("abbreviations", "We propose a graph network. It is used for image classification.")
    end = 0
    for start, stop, kind, chance in tag(doc):
        assert end <= start < stop
        assert doc[start].sent == doc[stop - 1].sent
        assert kind in ("Method", "Dataset", "Metric", "Task")
        assert 0 <= chance <= 1
        end = stop


@pytest.mark.parametrize("name", ["tagger", "roles", "relations"])
def test_the_tables_hold_what_they_say(name):
    model = load_model(name)
    assert model.weights.shape == (len(model.index) + 1, len(model.labels))
    assert not model.weights[-1].any()
    assert np.abs(model.weights).max() > 0.1
