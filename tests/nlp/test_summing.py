from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import entity
from sciloom.nlp.claims import classifier, summing
from sciloom.nlp.claims.classifier import Parameters
from sciloom.nlp.claims.features import features_of
from sciloom.nlp.claims.hashes import hashes_of, joined, size

WORDS = (
    "We propose TinyNet , which outperforms all baselines by 3 % on SetD , however ; the paper's "
    "internationalization-of-multi-hyphenated-and-rather-long-words is our first 𝑘-means é漢 "
    "https://a.org \\alpha {} ⟦x⟧ Our results show that SetD does not help ."
).split(" ")
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=5)
PARTS = st.lists(st.tuples(st.text(st.characters(exclude_characters="\n")), st.text("ab é")))


@pytest.fixture(scope="module")
def all_known() -> Parameters:
    """A model of features of all kinds, none of which weighs what another does."""
    spans, entities = read(text := "\n".join([" ".join(WORDS), " ".join(WORDS[::-1])] * 2))
    names = {name for row in features_of(text, spans, entities) for name, _ in row}
    hashes = np.unique(hashes_of(sorted(names)))
    weights = np.random.default_rng(0).integers(-127, 128, (len(hashes) + 1, 7), np.int32)
    weights[-1] = 0
    return Parameters(hashes, weights, np.linspace(0.001, 0.02, 7), np.linspace(-1, 1, 7))


def read(text: str):
    """Return a text's lines as its sentences, and two entities."""
    spans = [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", text)]
    return spans, [
        entity(text, "TinyNet", type="Method", role="proposed"),
        entity(text, "SetD", type="Dataset"),
    ]


@given(sentences=SENTENCES)
def test_sums_are_those_of_the_features_by_name(all_known, sentences):
    text = "\n".join(sentences)
    spans, entities = read(text)
    with pytest.MonkeyPatch.context() as patch:
        for module in (classifier, summing):
            patch.setattr(module, "parameters", lambda _: all_known)
        wanted = classifier.probabilities(features_of(text, spans, entities))
        given_by = summing.probabilities(text, spans, entities, classifier.BESIDE)
    assert given_by.shape == wanted.shape
    assert np.allclose(given_by, wanted, rtol=0, atol=1e-12)


def test_words_that_were_forgotten_are_read_again(monkeypatch):
    monkeypatch.setattr(summing, "_KEPT", 8)
    words = summing._Words()
    alone = {word: summing._Words().of([word])[0].tolist() for word in WORDS}
    for part in (WORDS[:6], WORDS[4:9], WORDS, WORDS[:3]):
        assert words.of(part).tolist() == [alone[word] for word in part]


@given(parts=PARTS)
def test_hashes_are_joined_as_names_are(parts):
    first, second = ([pair[i] for pair in parts] for i in (0, 1))
    found = joined(
        hashes_of(first), hashes_of(second), np.array([size(name) for name in second], np.uint32)
    )
    assert found.tolist() == hashes_of([a + b for a, b in parts]).tolist()
