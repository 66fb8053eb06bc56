import json

from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS, ROLES
from sciloom.training.data import cleaned, example, find_surface, project, split, venue
from training.tiny import RECORDS, tokenizer


def test_surfaces_stand_alone_and_short_forms_as_written():
    text = "OT and ot, LoRA-like lora tuning; Zoo set, zoo  set"
    assert find_surface(text, "OT") == [(0, 2)]
    assert find_surface(text, "tun") == []
    assert len(find_surface(text, "Zoo set")) == 2


def test_longer_surfaces_take_the_text_first():
    text = "graph neural networks and neural networks"
    entities = [
        {"name": "neural networks", "surface": ["neural networks"]},
        {"name": "graph neural networks", "surface": ["graph neural networks"]},
    ]
    assert project(text, entities) == [(0, 21, 1), (26, 41, 0)]


def test_targets_of_an_abstract():
    item = example(RECORDS[0], tokenizer())
    words = [item.encoded.text[a:b] for a, b in item.encoded.words]
    read = {
        " ".join(words[a:b]): (ENTITY_TYPES[item.types[e]], ROLES[item.roles[e]])
        for a, b, e, _ in item.mentions
    }
    assert read["Fox"] == read["FX"] == ("Method", "proposed")
    assert read["Zoo set"] == ("Dataset", "evaluated")
    zoo = words.index("Zoo")
    dataset = 1 + 2 * ENTITY_TYPES.index("Dataset")
    assert item.tags[zoo - 1 : zoo + 3].tolist() == [0, dataset, dataset + 1, 0]
    assert len(set(item.mentions[:, 3])) == 6
    assert {RELATIONS[p] for _, p, _ in item.relations.tolist()} == {
        "usedFor",
        "outperforms",
        "evaluatedOn",
        "measuredBy",
    }
    improvement = CLAIM_TYPES.index("Improvement")
    assert item.claims[:, improvement].tolist() == [0, 1]
    assert item.claims.sum() == 1


def test_an_abstract_without_entities_has_empty_targets():
    item = example(RECORDS[1], tokenizer())
    assert not item.tags.any()
    assert item.mentions.shape == (0, 4)
    assert item.relations.shape == (0, 3)


def test_annotations_follow_the_cleaned_text():
    record = json.loads(json.dumps(RECORDS[0]).replace("Zoo", r"\\textbf{Zoo}"))
    assert record["text"] != RECORDS[0]["text"]
    assert cleaned(record) == RECORDS[0]


def test_venues_are_held_out_whole():
    items = [example(record, tokenizer()) for record in RECORDS]
    assert venue("icml2019-r2-013") == "icml2019"
    rest, held = split(items, frozenset({"two2024"}))
    assert [item.id for item in rest] == ["one2024-001"]
    assert [item.id for item in held] == ["two2024-r2-001"]
