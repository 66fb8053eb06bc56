from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.nlp.model.decode import balanced, best_path, marginals, tagged_spans

TAGS = 3


def score(path, emissions, moves):
    total = moves[TAGS, path[0]] + emissions[0, path[0]]
    for i in range(1, len(path)):
        total += moves[path[i - 1], path[i]] + emissions[i, path[i]]
    return total


@given(st.integers(1, 4), st.integers(0, 2**31))
def test_path_and_marginals_are_those_of_all_paths_counted(count, seed):
    rng = np.random.default_rng(seed)
    emissions = rng.normal(size=(count, TAGS)).astype(np.float32)
    moves = rng.normal(size=(TAGS + 1, TAGS)).astype(np.float32)
    paths = list(product(range(TAGS), repeat=count))
    scores = np.array([score(path, emissions, moves) for path in paths])
    assert tuple(best_path(emissions, moves)) == paths[int(scores.argmax())]
    weights = np.exp(scores - scores.max())
    expected = np.zeros((count, TAGS))
    for path, weight in zip(paths, weights / weights.sum(), strict=True):
        expected[range(count), path] += weight
    assert marginals(emissions, moves) == pytest.approx(expected, abs=1e-5)


def test_no_words_no_path():
    nothing = np.zeros((0, TAGS), dtype=np.float32)
    assert len(best_path(nothing, np.zeros((TAGS + 1, TAGS), dtype=np.float32))) == 0


def test_spans_of_a_path():
    path = np.array([1, 2, 1, 0, 3, 4, 4, 7])
    assert tagged_spans(path) == [(0, 2, 0), (2, 3, 0), (4, 7, 1), (7, 8, 3)]


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("the ( stochastic ) maps win", (2, 5), (1, 5)),
        ("a model ( of", (1, 3), (1, 2)),
        ("a model ) of", (1, 4), (1, 2)),
        ("f ( x ) map", (0, 5), (0, 5)),
        (") x", (0, 2), (0, 0)),
        ("( x ) y ) z", (1, 6), (0, 4)),
    ],
)
def test_brackets_are_balanced(text, span, expected):
    assert balanced(text.split(), *span) == expected
