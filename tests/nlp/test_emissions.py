from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sciloom.nlp.mentions import emissions
from sciloom.nlp.mentions.emissions import Emissions
from sciloom.nlp.mentions.features import sentence_features
from sciloom.nlp.mentions.linear import Linear

WORDS = (
    "We propose graph neural networks Graph Neural Networks (GNN) ( [ ) ] GNN | # a|b |0 C++ GPT-4 "
    "on the MNIST dataset outperforms by 3.2 % , . and\n\n evaluate Tiny ImageNet"
).split(" ")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


def summed(doc, model):
    """What `Emissions` must give: the weights of the features by their names."""
    weights = np.rint(model.weights * 100).astype(int)
    return [
        (tokens, [weights[model.known(row)].sum(0).tolist() for row in rows])
        for tokens, rows in sentence_features(doc)
    ]


def given_by(found, doc):
    return [(tokens, sums.tolist()) for tokens, sums in found(doc)]


@pytest.fixture(scope="module")
def all_known(until):
    """A model of every feature of a text, none of which weighs what another does."""
    doc = until("abbreviations", " ".join(WORDS * 3))
    names = sorted({name for _, rows in sentence_features(doc) for row in rows for name in row})
    index = {name: row for row, name in enumerate(names)}
    weights = np.random.default_rng(0).integers(-99, 99, (len(names) + 1, 3)) / 100
    weights[-1] = 0
    return Linear(("O", "B-Task", "E-Task"), index, weights.astype("f4"))


@settings(deadline=None)
@given(text=TEXTS)
def test_sums_are_those_of_the_features_by_name(text, until, all_known):
    doc = until("abbreviations", text)
    assert given_by(Emissions(all_known), doc) == summed(doc, all_known)


def test_words_that_were_forgotten_are_read_again(monkeypatch, until, all_known):
    monkeypatch.setattr(emissions, "_WORDS", 90)
    found = Emissions(all_known)
    for text in (" ".join(WORDS), " ".join(f"w{n}" for n in range(40)), " ".join(WORDS[::-1])):
        doc = until("abbreviations", text)
        assert given_by(found, doc) == summed(doc, all_known)
