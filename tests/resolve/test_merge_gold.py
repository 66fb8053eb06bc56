import merge_gold
import pytest

from sciloom.resolve.clusters import THRESHOLD


@pytest.fixture(scope="module")
def pairs() -> list[merge_gold.Pair]:
    return merge_gold.pairs()


def test_the_gold_is_large_and_its_readings_agree(pairs: list[merge_gold.Pair]) -> None:
    assert len(pairs) >= 300
    assert sum(pair.first == pair.second for pair in pairs) >= 0.95 * len(pairs)
    assert 0.3 <= sum(pair.second for pair in pairs) / len(pairs) <= 0.7


def test_hard_pairs_are_told_apart_and_brought_together(pairs: list[merge_gold.Pair]) -> None:
    outcome = merge_gold.outcome(merge_gold.corpus(), pairs, THRESHOLD)
    assert outcome.precision >= 0.97
    assert outcome.recall >= 0.80
