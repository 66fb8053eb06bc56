"""Claims of short texts: which sentences, what type, polarity, values."""

from __future__ import annotations

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from sciloom.model import CLAIM_TYPES, Claim, Entity, Mention
from sciloom.nlp import extensions
from sciloom.nlp.claims.component import read_claims
from sciloom.nlp.claims.polarity import polarity
from sciloom.nlp.claims.results import results
from sciloom.nlp.quantities.component import read_quantities


def entity(text: str, name: str, type_: str = "Method", role: str = "used") -> Entity:
    start = text.index(name)
    mention = Mention(start=start, end=start + len(name), text=name, type=type_, score=1.0)
    return Entity(
        name=name,
        surface=(name,),
        type=type_,
        role=role,
        named=True,
        mentions=(mention,),
        score=1.0,
    )


def read(text: str, *entities: Entity) -> tuple[Claim, ...]:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    spans = [(s.start_char, s.end_char) for s in nlp(text).sents]
    return read_claims(text, spans, entities, read_quantities(text))


def test_component_sets_claims() -> None:
    extensions.register()
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("sciloom_quantities_v1")

    text = "We propose TideNet. TideNet outperforms FogNet by 6.5 points on LakeSet."
    entities = (
        entity(text, "TideNet", role="proposed"),
        entity(text, "FogNet", role="compared"),
        entity(text, "LakeSet", "Dataset", "evaluated"),
    )

    @spacy.Language.component("test_entities")
    def given_entities(doc: Doc) -> Doc:
        doc._.entities = entities
        return doc

    nlp.add_pipe("test_entities")
    nlp.add_pipe("sciloom_claims_v1")
    (claim,) = nlp(text)._.claims
    assert text[claim.start : claim.end] == claim.quote == text.split(". ", 1)[1]
    assert (claim.type, claim.subject, claim.comparators) == ("Improvement", "TideNet", ("FogNet",))
    assert claim.datasets == ("LakeSet",)
    (value,) = claim.values
    assert (str(value.value), value.unit, value.kind) == ("6.5", "point", "delta")


@pytest.mark.parametrize(
    "text",
    [
        "DeepRiver does not outperform ShallowBrook on LakeSet.",
        "DeepRiver fails to improve over ShallowBrook, and no gain is seen by 2 points.",
        "DeepRiver never beats ShallowBrook by 2 points.",
        "DeepRiver falls short of ShallowBrook by 5 points and is worse than both.",
    ],
)
def test_denied_gain_is_no_improvement(text: str) -> None:
    assert polarity(text).negated
    assert all(c.type != "Improvement" and c.negated for c in read(text, entity(text, "DeepRiver")))


@pytest.mark.parametrize(
    "text",
    [
        "MistNet may reduce latency by 40%.",
        "Results suggest that MistNet outperforms FogNet by 2 points.",
        "MistNet could potentially gain 3%.",
    ],
)
def test_hedge_is_kept_and_costs_score(text: str) -> None:
    plain = text.replace("may reduce", "reduces").replace("suggest", "show")
    plain = plain.replace("could potentially gain", "gains")
    (hedged,) = read(text, entity(text, "MistNet"))
    (sure,) = read(plain, entity(plain, "MistNet"))
    assert hedged.hedged
    assert not sure.hedged
    assert hedged.score < sure.score


@pytest.mark.parametrize(
    ("text", "novel"),
    [
        ("We give the first polynomial-time algorithm for it.", True),
        ("For the first time, it runs on a laptop.", True),
        ("To the best of our knowledge, this is the first such bound.", True),
        ("In the first stage, we train an encoder.", False),
        ("First, we train an encoder.", False),
        ("A first-order method reaches it.", False),
    ],
)
def test_novelty(text: str, novel: bool) -> None:
    assert polarity(text).novel is novel


@pytest.mark.parametrize(
    "text",
    [
        "Prior work reports 90% accuracy.",
        "RoeNet was shown to beat DoeNet by 3 points.",
        "It is well known that attention costs 4x more.",
        "We hope that future work gains 10%.",
        "MistNet has the potential to reduce latency by 40%.",
        "We evaluate MistNet against FogNet on 2.5 GB of LakeSet.",
        "Moreover, experiments were conducted on 2.5 GB of logs.",
        "The efficacy of MistNet was carefully assessed at 0.5 Hz.",
    ],
)
def test_claims_of_others_attempts_and_hopes_are_none(text: str) -> None:
    assert read(f"{text} We study readers.") == ()


def test_an_attempt_with_its_outcome_claims() -> None:
    assert read("We evaluate MistNet on LakeSet and find that it is 40% faster.")


def test_numbers_before_the_paper_begins_are_context() -> None:
    text = "Dose errors harm 5% of patients. We train DoseGuard. DoseGuard cuts errors by 31%."
    claims = read(text, entity(text, "DoseGuard", role="proposed"))
    assert [str(v.value) for c in claims for v in c.values] == ["31"]


def test_loser_named_first() -> None:
    text = "OldMill is outperformed by NewMill by 3 points."
    (claim,) = read(text, entity(text, "OldMill"), entity(text, "NewMill"))
    assert (claim.subject, claim.comparators) == ("NewMill", ("OldMill",))


def test_title_is_no_claim() -> None:
    text = "TideNet cuts errors by 31%\n\nWe train TideNet. It cuts errors by 30%."
    spans = [(0, 28), (28, 45), (46, len(text))]
    claims = read_claims(text, spans, [entity(text, "TideNet")], read_quantities(text))
    assert [str(v.value) for c in claims for v in c.values] == ["30"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Sparse attention improves long document ranking", 0),
        ("We show that sparse attention improves long document ranking", 1),
        ("Sparse attention improves long document ranking by 12%", 1),
    ],
)
def test_a_title_alone_is_no_claim(text: str, claims: int) -> None:
    certain = [[1.0] + [0.0] * (len(CLAIM_TYPES) - 1)]
    spans = [(0, len(text))]
    assert len(read_claims(text, spans, (), read_quantities(text), certain)) == claims


@pytest.mark.parametrize(
    ("text", "type_", "kept"),
    [
        ("It gains 3% on five datasets with 20 users.", "Improvement", ["3%"]),
        ("We release 1,200 charts in 12 languages.", "Resource", ["1,200 charts", "12 languages"]),
        ("It needs 4 bits and only 35 examples.", "Capability", ["4 bits", "35 examples"]),
        ("It fits 7B and 3.5 billion parameters.", "Capability", ["7B", "3.5 billion parameters"]),
        ("Our 7B model gains 2 points.", "Improvement", ["2 points"]),
        ("It wins on 25 out of 27 tasks.", "Improvement", ["25 out of 27 tasks"]),
    ],
)  # fmt: skip
def test_values_are_results(text: str, type_: str, kept: list[str]) -> None:
    found = results(text, (0, len(text)), type_, read_quantities(text))
    assert [value.quote for value in found] == kept


@pytest.mark.parametrize(
    ("text", "direction", "kind"),
    [
        ("It has 75% lower latency.", "lower", "delta"),
        ("Latency changes by −3.2% and accuracy stays.", "lower", "delta"),
        ("It improves accuracy by 3.2%.", "higher", "delta"),
        ("It reaches an accuracy of 92%.", "higher", "level"),
        ("It runs at 40 fps.", "higher", "level"),
        ("It takes 3.5 ms.", "lower", "level"),
        ("It gains 3 points.", "", "delta"),
        ("Accuracy rises from 71.2 to 74.9.", "higher", "level"),
    ],
)
def test_direction_and_kind(text: str, direction: str, kind: str) -> None:
    found = results(text, (0, len(text)), "Improvement", read_quantities(text))
    assert {(value.direction, value.kind) for value in found} == {(direction, kind)}


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("Accuracy rises from 71.2 to 74.9.", [None, "3.7"]),
        ("It reduces latency from 10 ms to 4 ms.", [None, "-6"]),
        ("It lifts the best score 87.2 → 89.1.", [None, "1.9"]),
        ("It brings gains from 3% to 5%.", [None, None]),
        ("It improves by 3-5%.", [None, None]),
    ],
)
def test_a_move_has_its_change(text: str, changes: list[str | None]) -> None:
    found = results(text, (0, len(text)), "Improvement", read_quantities(text))
    assert [value.change and str(value.change) for value in found] == changes


def test_each_of_a_list_has_kind_and_direction() -> None:
    text = "It cuts errors by 3%, 4.5% and 7% on three sets."
    found = results(text, (0, len(text)), "Improvement", read_quantities(text))
    assert [(v.kind, v.direction) for v in found] == [("delta", "lower")] * 3


def test_a_network_is_weighed_in() -> None:
    text = "Trees of such shapes are read."
    silent = read_claims(text, [(0, len(text))], (), ())
    (told,) = read_claims(text, [(0, len(text))], (), (), [[0.0, 0.0, 0.9, 0.0, 0.0, 0.0]])
    assert silent == ()
    assert told.type == "Theoretical"


@settings(deadline=None)
@given(st.lists(st.text(max_size=60), max_size=5))
def test_any_text(sentences: list[str]) -> None:
    text, spans = "", []
    for sentence in sentences:
        spans.append((len(text), len(text) + len(sentence)))
        text += sentence
    for claim in read_claims(text, spans, (), read_quantities(text)):
        assert text[claim.start : claim.end] == claim.quote
        assert claim.type in CLAIM_TYPES
        assert 0 <= claim.score <= 1
        assert claim.subject is None
