"""Slots of a claim, from the entities that its sentence names or points back to."""

from __future__ import annotations

import re

import pytest

from sciloom.model import Entity, Mention
from sciloom.nlp.claims.slots import Slots, fill
from sciloom.nlp.claims.subjects import main_proposal

OPENING = "We propose TideNet, a sparse router, and MarshBench, a benchmark. "


def entities(text: str, *described: tuple[str, str, str]) -> list[Entity]:
    return [
        Entity(
            name=name,
            surface=(name,),
            type=type_,
            role=role,
            named=True,
            mentions=tuple(
                Mention(start=m.start(), end=m.end(), text=name, type=type_, score=1.0)
                for m in re.finditer(re.escape(name), text)
            ),
            score=1.0,
        )
        for name, type_, role in described
    ]


def slots(sentence: str, *, type_: str = "Improvement", swapped: bool = False) -> Slots:
    text = OPENING + sentence
    known = entities(
        text,
        ("TideNet", "Method", "proposed"),
        ("MarshBench", "Dataset", "proposed"),
        ("FogNet", "Method", "compared"),
        ("MistNet", "Method", "used"),
        ("LakeSet", "Dataset", "evaluated"),
        ("accuracy", "Metric", "evaluated"),
        ("latency", "Metric", "evaluated"),
        ("image retrieval", "Task", "evaluated"),
    )
    return fill(sentence, len(OPENING), type_, known, swapped=swapped)


@pytest.mark.parametrize(
    "sentence",
    [
        "TideNet gains 2 points.",
        "It gains 2 points.",
        "Our method gains 2 points.",
        "The proposed router gains 2 points over FogNet.",
        "This approach gains 2 points.",
    ],
)
def test_subject_is_what_is_proposed(sentence: str) -> None:
    assert slots(sentence).subject == "TideNet"


def test_subject_may_be_a_resource() -> None:
    assert slots("Our benchmark is public.", type_="Resource").subject == "MarshBench"
    assert slots("Our benchmark is public.", type_="Resource").datasets == ("MarshBench",)


def test_subject_may_be_what_is_studied() -> None:
    assert slots("We find that MistNet forgets early.", type_="Finding").subject == "MistNet"


@pytest.mark.parametrize(
    ("sentence", "comparators"),
    [
        ("TideNet outperforms FogNet.", ("FogNet",)),
        ("TideNet is faster than MistNet.", ("MistNet",)),
        ("Compared with MistNet and FogNet, TideNet is fast.", ("MistNet", "FogNet")),
        ("TideNet outperforms the existing routing methods.", ("existing routing methods",)),
        ("TideNet achieves state-of-the-art results.", ("state-of-the-art",)),
        ("TideNet beats several strong baselines.", ("strong baselines",)),
        ("TideNet surpasses MistNet, which in turn trails FogNet.", ("MistNet",)),
        ("TideNet consistently outperforms baseline methods.", ("baseline methods",)),
        ("TideNet outperforms existing LLMs.", ("existing LLMs",)),
        ("TideNet is comparable to the existing approach.", ("existing approach",)),
        ("TideNet surpasses the best method, FogNet.", ("FogNet",)),
        ("TideNet improves the mean recall of FogNet.", ("FogNet",)),
        ("TideNet overcomes the main limitations of previous work.", ("previous work",)),
        ("TideNet reaches results superior in recall to FogNet.", ("FogNet",)),
        ("TideNet takes half of the time required by prior methods.", ("prior methods",)),
        ("TideNet surpasses multiple baseline approaches.", ("multiple baseline approaches",)),
        ("TideNet builds upon MistNet.", ()),
        ("TideNet is tested on previous datasets.", ()),
    ],
)
def test_comparators(sentence: str, comparators: tuple[str, ...]) -> None:
    assert slots(sentence).comparators == comparators


def test_what_a_capability_names_in_general_is_no_comparator() -> None:
    sentence = "TideNet defends against state-of-the-art attacks."
    assert slots(sentence, type_="Capability").comparators == ()


def test_winner_named_last() -> None:
    found = slots("MistNet is outperformed by TideNet.", swapped=True)
    assert (found.subject, found.comparators) == ("TideNet", ("MistNet",))


def test_measures_data_and_tasks_are_those_of_the_sentence() -> None:
    found = slots("TideNet improves accuracy on LakeSet in image retrieval.")
    assert (found.metrics, found.datasets, found.tasks) == (
        ("accuracy",),
        ("LakeSet",),
        ("image retrieval",),
    )


def test_the_word_used_picks_the_proposal() -> None:
    text = "We propose a sparse router and a sparse prior. "
    names = ("sparse router", "sparse prior")
    known = entities(text, *((name, "Method", "proposed") for name in names))
    chosen = main_proposal(known, len(text), "this prior")
    assert chosen is not None
    assert chosen.name == "sparse prior"


def test_nothing_known_leaves_slots_empty() -> None:
    assert fill("It gains 2 points.", 0, "Improvement", ()) == Slots(None, (), (), (), ())
