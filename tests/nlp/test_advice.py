from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from sciloom.model import ENTITY_TYPES, ROLES
from sciloom.nlp.model.advice import Name
from sciloom.nlp.model.encode import Encoded
from sciloom.nlp.model.find import find_groups
from sciloom.nlp.model.group import Group
from sciloom.nlp.model.linear import advise
from sciloom.nlp.model.names import sub_kind, with_head
from sciloom.nlp.model.read import FoundEntity, Looked, Thresholds, join
from sciloom.nlp.model.words import sentences, words

TAGS = 1 + 2 * len(ENTITY_TYPES)
FREE = np.zeros((TAGS + 1, TAGS), dtype=np.float32)
TEXT = "We compare Quince-2 with graph merge networks (GMN) on Cora."


@dataclass
class Told:
    names: list[Name] = field(default_factory=list)
    abbreviations: list[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=list)


def encoded(text):
    none = np.zeros(0, dtype=np.int64)
    return Encoded(text, words(text), sentences(text), none, none, none, none)


def place(text, part):
    start = text.index(part)
    return start, start + len(part)


def found(text, seen, told):
    """Read a text of which the network sees one phrase, as a Method; return the groups' forms."""
    enc = encoded(text)
    emissions = np.zeros((len(enc.words), TAGS), dtype=np.float32)
    emissions[:, 0] = 5
    if seen:
        start, end = place(text, seen)
        inside = [i for i, (a, b) in enumerate(enc.words) if start <= a and b <= end]
        emissions[inside, 2] = 10
        emissions[inside[0], 1] = 20
    groups = find_groups(enc, emissions, FREE, Thresholds(), told)
    return [
        (
            [text[enc.words[a][0] : enc.words[b - 1][1]] for a, b in group.spans],
            ENTITY_TYPES[group.type],
        )
        for group in groups
    ]


@pytest.mark.parametrize(
    ("text", "seen", "names", "expected"),
    [
        ("QuIP wins on Cora.", "QuIP", ["Cora"], [(["QuIP"], "Method"), (["Cora"], "Dataset")]),
        ("We use Tiny Cora.", "Cora", ["Tiny Cora"], [(["Tiny Cora"], "Dataset")]),
        (
            "QuIP follows GPTQ.",
            "QuIP follows GPTQ",
            ["QuIP", "GPTQ"],
            [(["QuIP"], "Dataset"), (["GPTQ"], "Dataset")],
        ),
        ("QuIP for GPTQ wins.", "QuIP for GPTQ", ["QuIP", "GPTQ"], [(["QuIP for GPTQ"], "Method")]),
    ],
)
def test_names_are_added_made_whole_and_kept_apart(text, seen, names, expected):
    told = Told(names=[Name(*place(text, name), "Dataset", 2.0) for name in names])
    assert found(text, seen, told) == expected


@pytest.mark.parametrize(
    ("seen", "forms"),
    [
        ("GMN", ["graph merge network", "GMN"]),
        ("merge", ["graph merge network", "GMN"]),
        ("graph merge network", ["graph merge network", "GMN"]),
        (
            "graph merge network (GMN) model",
            ["graph merge network", "graph merge network (GMN) model", "GMN"],
        ),
    ],
)
def test_both_forms_of_an_abbreviation_are_one(seen, forms):
    text = "A graph merge network (GMN) model."
    told = Told(abbreviations=[(place(text, "GMN"), place(text, "graph merge network"))])
    if seen == "merge":
        told.names = [Name(*place(text, "GMN"), "Method", 0.1)]
    assert found(text, seen, told) == [(forms, "Method")]


def test_two_names_are_never_one():
    text = "QuIP and GPTQ and quantisation"
    enc = encoded(text)
    kinds = np.array([1.0, 0.0, 0.0, 0.0])
    groups = [Group(((i, i + 1),), kinds, 0.9) for i in (0, 2, 4)]
    alike = np.full((3, 3, 12), 9.0, dtype=np.float32)
    looked = Looked(groups, np.zeros((3, 5)), np.zeros(3), alike)
    names = [Name(*place(text, name), "Method", 0.1) for name in ("QuIP", "GPTQ")]
    assert len(join(looked, enc, Thresholds())) == 1
    assert (
        len(
            join(
                Looked(groups[:2], *(a[:2] for a in (looked.roles, looked.named)), alike[:2, :2]),
                enc,
                Thresholds(),
                names,
            )
        )
        == 2
    )


@pytest.mark.parametrize(
    ("some", "other", "headed", "kind"),
    [
        ("BARA algorithm", "BARA", True, False),
        ("GPT-4 Turbo", "GPT-4", False, False),
        ("multi-head attention", "attention", False, True),
        ("graph network", "tree", False, False),
    ],
)
def test_how_one_name_holds_another(some, other, headed, kind):
    assert with_head([some], [other]) is with_head([other], [some]) is headed
    assert sub_kind([some], [other]) is sub_kind([other], [some]) is kind


def test_the_order_of_forms_changes_no_head():
    for forms in (["BARA Algorithm", "BARA algorithm"], ["BARA algorithm", "BARA Algorithm"]):
        assert with_head(forms, ["BARA"])
    for forms in (["SMPL-X", "smpl-x"], ["smpl-x", "SMPL-X"]):
        assert not with_head(forms, ["SMPL"])


def test_shares_are_told_word_by_word(until):
    doc = until("abbreviations", TEXT)
    spans = words(TEXT)
    rows = advise(doc).tags(spans)
    assert rows.shape == (len(spans), TAGS)
    assert rows.sum(1) == pytest.approx(np.ones(len(spans)))
    inner = [i for i, (a, _) in enumerate(spans) if TEXT[a:].startswith(("-2", "2 "))]
    assert len(inner) == 2
    assert not rows[inner, 1::2].any()


def test_a_passage_is_advised_from_its_start(until):
    lead = "Nothing stands here. "
    whole = advise(until("abbreviations", TEXT))
    part = advise(until("abbreviations", lead + TEXT)).within(len(lead), len(lead) + len(TEXT))
    assert part.names == whole.names
    assert [TEXT[name.start : name.end] for name in whole.names] == ["Quince-2", "GMN"]
    assert part.abbreviations == whole.abbreviations
    assert [tuple(TEXT[a:b] for a, b in pair) for pair in whole.abbreviations] == [
        ("GMN", "graph merge networks")
    ]


def test_roles_and_relations_are_shares(until):
    adviser = advise(until("abbreviations", TEXT))
    parts = [("Quince-2", "Method"), ("GMN", "Method"), ("Cora", "Dataset")]
    roles = adviser.roles([[place(TEXT, name)] for name, _ in parts], [kind for _, kind in parts])
    assert roles.shape == (3, len(ROLES))
    assert roles.sum(1) == pytest.approx(np.ones(3), abs=1e-5)
    entities = [
        FoundEntity(
            name=name,
            type=kind,
            role="used",
            named=True,
            mentions=(place(TEXT, name),),
            score=0.9,
            role_score=0.9,
        )
        for name, kind in parts
    ]
    relations = adviser.relations(entities)
    assert relations.sum(-1) == pytest.approx(np.ones((3, 3)), abs=1e-5)
    assert list(np.diagonal(relations[..., 0])) == [1, 1, 1]
