from dataclasses import replace
from pathlib import Path

import pytest

from sciloom.evaluation import errors
from sciloom.facts import read_facts
from sciloom.model import Entity, Extraction, Mention, Paper, Relation

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"
TEXT = "graph network, graph networks for link prediction, Cora, deep tree, hash table"


def entity(name: str, type_: str = "Method", *forms: str) -> Entity:
    start = TEXT.index(name)
    mention = Mention(start=start, end=start + len(name), text=name, type=type_, score=1.0)
    return Entity(
        name=name,
        surface=(name, *forms),
        type=type_,
        role="used",
        named=True,
        mentions=(mention,),
        score=1.0,
    )


def relation(subject: str, predicate: str, object_: str) -> Relation:
    return Relation(
        subject=subject, predicate=predicate, object=object_, evidence=(0, len(TEXT)), score=1.0
    )


def extraction(entities: tuple[Entity, ...], *relations: Relation) -> Extraction:
    paper = Paper(id="p", text=TEXT, abstract=TEXT)
    return Extraction(paper=paper, entities=entities, relations=relations)


def test_gold_against_itself_has_no_error() -> None:
    gold = list(read_facts(GOLD))
    assert errors(gold, gold) == ()


@pytest.mark.parametrize(
    ("right", "read", "expected"),
    [
        ([entity("Cora", "Dataset")], [entity("Cora")], [("type", "Cora", "Cora")]),
        ([entity("deep tree")], [entity("tree")], [("boundary", "deep tree", "tree")]),
        ([entity("Cora")], [], [("missed", "Cora", "")]),
        ([], [entity("Cora")], [("spurious", "", "Cora")]),
        (
            [entity("graph network", "Method", "link")],
            [entity("graph network"), entity("link")],
            [("split", "graph network", "link")],
        ),
    ],
)
def test_entities_go_wrong_in_five_ways(right, read, expected) -> None:
    found = errors([extraction(tuple(right))], [extraction(tuple(read))])
    assert [(e.kind, e.gold.split(" (")[0], e.read.split(" (")[0]) for e in found] == expected


def test_relations_go_wrong_in_three_ways() -> None:
    both = (entity("deep tree"), entity("hash table"))
    right = relation("deep tree", "partOf", "hash table")
    turned = relation("hash table", "partOf", "deep tree")

    def kinds(gold: tuple[Relation, ...], read: tuple[Relation, ...]) -> list[str]:
        return [e.kind for e in errors([extraction(both, *gold)], [extraction(both, *read)])]

    assert kinds((right,), (turned,)) == ["relation kind"]
    assert kinds((right,), ()) == ["relation missed"]
    assert kinds((), (right,)) == ["relation spurious"]
    compared = replace(right, predicate="comparedWith")
    assert kinds((compared,), (replace(turned, predicate="comparedWith"),)) == []
