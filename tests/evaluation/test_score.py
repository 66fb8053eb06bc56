from dataclasses import replace
from pathlib import Path

import pytest

from sciloom.evaluation import scorecard
from sciloom.evaluation.score import Tally, plain, score_paper
from sciloom.facts import read_facts
from sciloom.model import Extraction

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"


@pytest.fixture(scope="module")
def gold() -> list[Extraction]:
    return list(read_facts(GOLD))


def test_gold_against_itself_is_perfect(gold: list[Extraction]) -> None:
    rows = scorecard(gold, gold)
    assert {row.measure for row in rows if row.tally.f1 != 1 and row.tally.gold} == set()
    assert all(row.low == row.high == 1 for row in rows if row.tally.gold > 100)


def test_each_fault_lowers_its_measure_alone(gold: list[Extraction]) -> None:
    first = gold[0]
    retyped = replace(
        first, entities=(replace(first.entities[0], type="Dataset"), *first.entities[1:])
    )
    scores = score_paper(first, retyped)
    assert scores["entities, exact"].hits == len(first.entities) - 1
    assert scores["entities, untyped"].f1 == 1
    reversed_ends = replace(
        first,
        relations=tuple(replace(r, subject=r.object, object=r.subject) for r in first.relations),
    )
    assert score_paper(first, reversed_ends)["relations"].hits == 0
    other_kind = replace(
        first,
        claims=tuple(
            replace(c, type="Limitation" if c.type != "Limitation" else "Finding")
            for c in first.claims
        ),
    )
    assert score_paper(first, other_kind)["claims"].f1 == 1
    assert score_paper(first, other_kind)["claims, typed"].hits == 0


def test_nothing_predicted_scores_nothing(gold: list[Extraction]) -> None:
    empty = [Extraction(paper=e.paper) for e in gold]
    assert all(row.tally.f1 == 0 for row in scorecard(gold, empty))


def test_comparison_has_no_direction(gold: list[Extraction]) -> None:
    compared = next(r for e in gold for r in e.relations if r.predicate == "comparedWith")
    paper = next(e for e in gold if compared in e.relations)
    swapped = replace(compared, subject=compared.object, object=compared.subject)
    one, other = replace(paper, relations=(compared,)), replace(paper, relations=(swapped,))
    assert score_paper(one, other)["relations"].hits == 1


def test_tally_of_nothing_is_zero() -> None:
    assert (Tally().precision, Tally().recall, Tally().f1) == (0, 0, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [("the $\\ell_2$-norms", "l2 norm"), ("α-divergence", "alpha divergence"), ("GPT–4", "gpt 4")],
)
def test_spelling_is_set_aside(one: str, other: str) -> None:
    assert plain(one) == plain(other)
