from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.nlp.model import passages as module
from sciloom.nlp.model.passages import passages, read_passages
from sciloom.nlp.model.read import FoundEntity, FoundRelation, Reading
from sciloom.nlp.model.words import sentences


def entity(name, *mentions, type="Method"):
    return FoundEntity(
        name=name, type=type, role="used", named=True, mentions=mentions, score=0.9, role_score=0.9
    )


def read_capitals(text, spans):
    """Read each capital as an entity, related to the one before it."""
    found = {}
    for i, letter in enumerate(text):
        if letter.isupper():
            found.setdefault(letter, []).append((i, i + 1))
    entities = tuple(entity(name, *places) for name, places in found.items())
    relations = tuple(
        FoundRelation(subject=i, predicate="partOf", object=i - 1, score=0.5)
        for i in range(1, len(entities))
    )
    return Reading(
        entities=entities, relations=relations, claims=tuple((float(a),) for a, _ in spans)
    )


@given(st.lists(st.integers(1, 5000), max_size=20))
def test_passages_hold_every_sentence_in_order(sizes):
    spans, at = [], 0
    for size in sizes:
        spans.append((at, at + size))
        at += size + 1
    runs = passages(spans)
    assert [span for run in runs for span in run] == spans
    assert all(len(run) == 1 or run[-1][1] - run[0][0] <= module.PASSAGE for run in runs)


def test_entities_of_one_name_are_one_across_passages(monkeypatch):
    monkeypatch.setattr(module, "PASSAGE", 12)
    text = "A is a B. B has a C. A."
    reading = read_passages(text, sentences(text), read_capitals)
    assert [(e.name, e.mentions) for e in reading.entities] == [
        ("A", ((0, 1), (21, 22))),
        ("B", ((7, 8), (10, 11))),
        ("C", ((18, 19),)),
    ]
    assert [(r.subject, r.object) for r in reading.relations] == [(1, 0), (2, 1)]
    assert len(reading.claims) == len(sentences(text))


def test_a_sentence_beyond_the_limit_is_read_as_far_as_it_goes(monkeypatch):
    monkeypatch.setattr(module, "PASSAGE", 5)
    reading = read_passages("A b C d E f", [(0, 11)], read_capitals)
    assert [e.name for e in reading.entities] == ["A", "C"]
    assert len(reading.claims) == 1


def test_the_component_sets_what_the_rules_set(monkeypatch):
    import spacy

    from sciloom.model import Relation
    from sciloom.nlp import extensions
    from sciloom.nlp.model import component

    text = "Fox is fast. Owl is slow and Fox beats Owl."
    reading = Reading(
        entities=(entity("Fox", (0, 3), (29, 32)), entity("Owl", (13, 16), (39, 42))),
        relations=(FoundRelation(subject=0, predicate="outperforms", object=1, score=0.7),),
        claims=((0.1,), (0.8,)),
    )
    model = SimpleNamespace(heads=None, tokenizer=None, thresholds=None)
    monkeypatch.setattr(component, "load", lambda folder: model)
    monkeypatch.setattr(component, "read", lambda *args, **options: reading)
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("sciloom_model_v1")
    doc = nlp(text)
    fox, _ = doc._.entities
    assert fox.surface == ("Fox",)
    assert [m.text for m in fox.mentions] == ["Fox", "Fox"]
    assert [span.text for span in doc.spans[extensions.MENTIONS]] == ["Fox", "Fox", "Owl", "Owl"]
    assert {span.label_ for span in doc.spans[extensions.MENTIONS]} == {"Method"}
    assert doc._.relations == (
        Relation(
            subject="Fox", predicate="outperforms", object="Owl", evidence=(13, 43), score=0.7
        ),
    )
    assert doc._.claim_kinds == ((0.1,), (0.8,))


def test_a_precision_asked_for_takes_the_lowest_threshold_that_reached_it():
    from sciloom.errors import ExtractionError
    from sciloom.nlp.model.read import Thresholds
    from sciloom.nlp.model.runtime import Model

    curve = ((0.3, 0.6, 0.7), (0.6, 0.85, 0.5), (0.7, 0.91, 0.4), (0.8, 0.95, 0.2))
    model = Model(None, None, Thresholds(), "1", curve)
    assert model.at_precision(0.9).thresholds.entity == 0.7
    assert model.at_precision(0.99).thresholds.entity == 0.8
    with pytest.raises(ExtractionError, match="no precision curve"):
        Model(None, None, Thresholds(), "1").at_precision(0.9)


def test_evidence_reaches_over_both_sentences_where_the_ends_never_meet():
    from sciloom.nlp.model.facts import evidence

    relation = FoundRelation(subject=0, predicate="partOf", object=1, score=0.5)
    ends = (entity("A", (2, 3)), entity("B", (25, 26)))
    assert evidence(relation, ends, [(0, 9), (10, 19), (20, 29)]) == (0, 29)
