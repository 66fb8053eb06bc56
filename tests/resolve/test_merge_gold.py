import merge_gold
import pytest

from sciloom.resolve.clusters import THRESHOLD


@pytest.mark.parametrize("name", merge_gold.SETS)
def test_a_gold_is_large_and_its_readings_agree(name: str) -> None:
    pairs = merge_gold.pairs(name)
    assert len(pairs) >= 300
    assert merge_gold.kappa(pairs) >= 0.9
    assert 0.3 <= sum(pair.same for pair in pairs) / len(pairs) <= 0.7


# What is reached, a little less; the names of a set tell less than the corpus it was drawn from.
@pytest.mark.parametrize(
    ("name", "precision"), [("tuned", 0.98), ("fresh", 0.97), ("third", 0.95), ("fourth", 0.97)]
)
def test_hard_pairs_are_told_apart_and_brought_together(name: str, precision: float) -> None:
    outcome = merge_gold.outcome(merge_gold.corpus(name), merge_gold.pairs(name), THRESHOLD)
    assert outcome.precision >= precision
    assert outcome.recall >= 0.80
