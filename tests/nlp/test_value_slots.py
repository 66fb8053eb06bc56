"""Which metric, dataset and task each number of a claim is of, and whose it is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.model import Claim, Entity, Mention, Quantity
from sciloom.nlp.claims.component import read_claims
from sciloom.nlp.claims.pairing import tied
from sciloom.nlp.claims.results import results, toward
from sciloom.nlp.claims.slots import Slots
from sciloom.nlp.claims.standing import losing_part, standing
from sciloom.nlp.quantities.component import read_quantities

TYPES = {
    "Metric": ("accuracy", "F1", "latency", "memory"),
    "Dataset": ("crop datasets", "LakeSet", "MarshBench", "FenBank"),
    "Task": ("parsing", "tagging"),
    "Method": ("TideNet", "FogNet", "MistNet"),
}


def entities(text: str) -> list[Entity]:
    return [
        Entity(
            name=name,
            surface=(name,),
            type=type_,
            role="compared" if name == "FogNet" else "evaluated",
            named=True,
            mentions=tuple(
                Mention(start=m.start(), end=m.end(), text=name, type=type_, score=1.0)
                for m in re.finditer(rf"\b{name}\b", text)
            ),
            score=1.0,
        )
        for type_, names in TYPES.items()
        for name in names
        if name in text
    ]


def read(
    text: str, *, subject: str = "TideNet", comparators: tuple[str, ...] = ()
) -> tuple[Quantity, ...]:
    known = entities(text)
    of = {t: tuple(e.name for e in known if e.type == t) for t in TYPES}
    slots = Slots(subject, comparators, of["Metric"], of["Dataset"], of["Task"])
    values = results(text, (0, len(text)), "Improvement", read_quantities(text))
    values = toward(tied(text, 0, values, slots, known))
    return standing(text, 0, values, comparators, known)


def told(text: str, slot: str) -> dict[str, tuple[str, ...]]:
    return {value.printed: getattr(value, slot) for value in read(text)}


L, M, F = ("LakeSet",), ("MarshBench",), ("FenBank",)


@pytest.mark.parametrize(
    ("text", "datasets"),
    [
        ("It reaches 85.2% on LakeSet and 76.1% on MarshBench.", {"85.2": L, "76.1": M}),
        ("It reaches 85.2% and 76.1% on LakeSet and MarshBench.", {"85.2": L, "76.1": M}),
        ("On LakeSet and MarshBench it reaches 85.2% and 76.1%.", {"85.2": L, "76.1": M}),
        ("LakeSet (85.2%) and MarshBench (76.1%) are solved.", {"85.2": L, "76.1": M}),
        ("On LakeSet it gains 5%, on MarshBench 4%.", {"5": L, "4": M}),
        ("It gains 5% on LakeSet, 4% on MarshBench, and 3% on FenBank.", {"5": L, "4": M, "3": F}),
        ("LakeSet: 5%, MarshBench: 4%.", {"5": L, "4": M}),
        (
            "It gains 5%, 4% and 3% in accuracy on LakeSet, MarshBench, and FenBank, respectively.",
            {"5": L, "4": M, "3": F},
        ),
        ("It gains 5% on LakeSet and MarshBench.", {"5": L + M}),
        ("It gains 5% and 4% on both LakeSet and MarshBench.", {"5": L + M, "4": L + M}),
        ("It gains 5% on LakeSet by training on MarshBench.", {"5": L}),
        (
            "On two crop datasets, LakeSet and MarshBench, it gains 5% and 4%.",
            {"5": L, "4": M},
        ),
    ],
)
def test_a_number_is_on_the_dataset_beside_it(
    text: str, datasets: dict[str, tuple[str, ...]]
) -> None:
    assert told(text, "datasets") == datasets


A, B, Y, E = ("accuracy",), ("F1",), ("latency",), ("memory",)


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("It has an accuracy of 91.2% and F1 of 88.5%.", {"91.2": A, "88.5": B}),
        ("It reaches 91.2% accuracy and 88.5% F1.", {"91.2": A, "88.5": B}),
        ("It improves accuracy and F1 by 3% and 4%.", {"3": A, "4": B}),
        ("It gains 3.1% in accuracy, while latency falls by 40%.", {"3.1": A, "40": Y}),
        ("It uses 30% less energy and 12% more memory.", {"30": (), "12": E}),
        ("It reaches 91.2% accuracy with 3x fewer parameters.", {"91.2": A, "3": ()}),
        ("It reaches 91.2% accuracy using just 1% of the labels.", {"91.2": A, "1": ()}),
        ("It gains 3% accuracy on LakeSet and 4% on MarshBench.", {"3": A, "4": A}),
        ("It has low latency (30 ms) at 91.2% accuracy.", {"30": Y, "91.2": A}),
        ("It needs 16 GB and reaches 91.2% accuracy.", {"16": (), "91.2": A}),
    ],
)
def test_a_number_measures_what_its_clause_names(
    text: str, metrics: dict[str, tuple[str, ...]]
) -> None:
    assert told(text, "metrics") == metrics


def test_tasks_are_told_apart_too() -> None:
    text = "It gains 5% in parsing and 4% in tagging."
    assert told(text, "tasks") == {"5": ("parsing",), "4": ("tagging",)}


names = st.permutations(TYPES["Dataset"][1:])
figures = st.lists(st.integers(11, 99), min_size=3, max_size=3, unique=True)


@given(names, figures, st.sampled_from(["{v}% on {d}", "{d} ({v}%)", "{v}.5% for {d}"]))
def test_every_pair_of_a_list_is_kept(datasets: list[str], values: list[int], form: str) -> None:
    pairs = [form.format(v=v, d=d) for v, d in zip(values, datasets, strict=True)]
    found = read(f"It reaches {pairs[0]}, {pairs[1]}, and {pairs[2]}.")
    assert [value.datasets for value in found] == [(d,) for d in datasets]


@pytest.mark.parametrize(
    ("text", "worse"),
    [
        ("It loses 2.1% on LakeSet.", {"2.1"}),
        ("It is 3x faster at the cost of 1.5% accuracy.", {"1.5"}),
        ("It gains 3.5% F1, but accuracy drops by 2%.", {"2"}),
        ("It cuts memory by 40% with a loss of only 0.5 points.", {"0.5"}),
        ("Accuracy degrades by 2%, and F1 by 3.5%.", {"2"}),
        ("It reduces latency by 30%.", set()),
        ("Its error drops by 8%.", set()),
        ("It reduces the loss by 8%.", set()),
        ("It gains 3% without loss of accuracy.", set()),
    ],
)
def test_a_loss_is_no_gain(text: str, worse: set[str]) -> None:
    assert {value.printed for value in read(text) if value.worse} == worse


@pytest.mark.parametrize(
    ("text", "rival"),
    [
        ("TideNet reaches 90.5% vs. 25.5% accuracy.", {"25.5"}),
        ("TideNet reaches 90.5%, beating FogNet (88.5%) by far.", {"88.5"}),
        ("TideNet reaches 90.5%, whereas FogNet only reaches 46.5%.", {"46.5"}),
        ("TideNet reaches 90.5%, surpassing the 58.5% obtained by FogNet.", {"58.5"}),
        ("TideNet beats FogNet (6.5% on LakeSet, 9.5% on MarshBench).", {"6.5", "9.5"}),
        ("TideNet beats FogNet by 6.5%.", set()),
        ("TideNet reaches 90.5% with our loss, better than FogNet.", set()),
    ],
)
def test_what_a_comparator_reached_is_marked(text: str, rival: set[str]) -> None:
    found = read(text, comparators=("FogNet",))
    assert {value.printed for value in found if value.rival} == rival


def claims(text: str) -> tuple[Claim, ...]:
    return read_claims(text, [(0, len(text))], entities(text), read_quantities(text))


def test_losses_apart_are_a_limitation() -> None:
    text = "TideNet scores 91.3% accuracy on LakeSet; on MarshBench it loses 2.1%."
    found = claims(text)
    assert {c.type: c.datasets for c in found}["Limitation"] == M
    kinds = {c.type: [v.printed for v in c.values] for c in found}
    assert kinds.pop("Limitation") == ["2.1"]
    assert list(kinds.values()) == [["91.3"]]


def test_a_cost_stays_with_its_gain() -> None:
    text = "TideNet is 3x faster at the cost of 1.5% accuracy."
    assert losing_part(text, 0, read(text)) == ()
