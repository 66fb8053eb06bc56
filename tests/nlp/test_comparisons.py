from __future__ import annotations

import pytest

from sciloom.nlp.relations.comparisons import Place, asserted, comparisons

METHODS = ("alpha", "beta", "gamma")


def read(sentence, own=None, topic=None):
    words = sentence.lower().split()
    places = [Place(i, i + 1, word) for i, word in enumerate(words) if word in METHODS]
    return list(comparisons(words, places, own, topic))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("alpha outperforms beta by 2 points .", [("alpha", "beta")]),
        ("alpha is outperformed by beta .", [("beta", "alpha")]),
        (
            "alpha surpasses beta , which in turn trails gamma .",
            [("alpha", "beta"), ("gamma", "beta")],
        ),
        (
            "alpha falls short of beta by 5 points and is worse than gamma .",
            [("beta", "alpha"), ("gamma", "alpha")],
        ),
        ("alpha has 75% lower latency than beta .", [("alpha", "beta")]),
        ("alpha has lower accuracy than beta .", [("beta", "alpha")]),
        ("alpha reaches higher accuracy than beta .", [("alpha", "beta")]),
        ("alpha beats beta and gamma .", [("alpha", "beta"), ("alpha", "gamma")]),
        ("alpha trained with gamma outperforms beta .", [("alpha", "beta")]),
    ],
)
def test_direction(sentence, expected):
    assert read(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "alpha does not outperform beta .",
        "alpha never beats beta .",
        "alpha fails to improve over beta .",
        "we hypothesise that alpha outperforms beta .",
        "alpha could outperform beta .",
        "in prior work alpha was better than beta .",
        "alpha was shown to beat beta .",
        "alpha and beta are described .",
    ],
)
def test_what_is_denied_supposed_or_known_is_no_finding(sentence):
    assert read(sentence) == []


def test_a_link_that_is_not_known_is_not_asserted():
    words = "the link between alpha and beta is {} .".split()
    assert asserted([word.format("strong") for word in words], 0, len(words))
    assert not asserted([word.format("unclear") for word in words], 0, len(words))


def test_a_pronoun_stands_for_the_topic_and_our_method_for_the_proposed():
    assert read("it beats beta .", own="gamma", topic="alpha") == [("alpha", "beta")]
    assert read("our method beats beta .", own="gamma", topic="alpha") == [("gamma", "beta")]
    assert read("beats beta .", own="gamma", topic="alpha") == []
