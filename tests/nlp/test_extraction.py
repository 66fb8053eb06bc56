from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sciloom.model import ENTITY_TYPES, RELATIONS, ROLES, Claim, Entity, Mention, Paper, Relation
from sciloom.nlp.extraction import extract, extract_all

TEXT = (
    "Federated learning (FL) is slow. We propose HarborNet, a graph neural network for ship "
    "detection. HarborNet outperforms TideNet by 2.5 points on HarborSet. The harbour network is "
    "evaluated on ImageNet and COCO. Recall rises by 4 points. HarborNet needs no labels."
)


def entity(extraction, form):
    return next(e for e in extraction.entities if form in e.surface)


def triples(extraction):
    return {(r.subject, r.predicate, r.object) for r in extraction.relations}


def test_an_abstract_is_read(read):
    found = read(TEXT)
    assert entity(found, "HarborNet").type == "Method"
    assert entity(found, "HarborNet").role == "proposed"
    assert len(entity(found, "HarborNet").mentions) == 3
    assert entity(found, "FL") is entity(found, "Federated learning")
    assert entity(found, "ImageNet").type == "Dataset"
    assert entity(found, "Recall").type == "Metric"
    assert ("HarborNet", "outperforms", "TideNet") in triples(found)
    evidence = next(r.evidence for r in found.relations if r.predicate == "outperforms")
    assert TEXT[slice(*evidence)] == "HarborNet outperforms TideNet by 2.5 points on HarborSet."


def test_names_inside_other_names_are_left_alone(read):
    found = read("RAG beats RAG-lite. RAG is not RAGAS, nor a fragment. RAG rests.")
    starts = [mention.start for mention in entity(found, "RAG").mentions]
    assert starts == [0, 20, 54]


def test_symbols_tell_names_apart(read):
    found = read("We compare QuIP# with QuIP, and SE(3)-Net with C++ code.")
    assert entity(found, "QuIP#") is not entity(found, "QuIP")


def test_common_words_are_names_only_by_their_cue(read):
    tested = read("We evaluate TabFlow on Adult, Reddit and COCO, and pretrain on the Pile.")
    for name in ("Adult", "Reddit", "COCO", "Pile"):
        assert entity(tested, name).type == "Dataset"
    told = read("Adult volunteers wrote on Reddit, next to a pile of books and a cup of cocoa.")
    assert not any(e.type == "Dataset" for e in told.entities)


def test_mention_together_is_no_relation(read):
    found = read("KiteNet, RopeNet and KnotNet are all described in this survey.")
    assert len(found.entities) >= 3
    assert triples(found) == set()


def test_plural_and_acronym_are_one_entity(read):
    found = read(
        "Large language models (LLMs) and graph neural networks (GNNs) are paired. An LLM writes "
        "code; each GNN reads it. A graph neural network alone fails."
    )
    model = entity(found, "LLMs")
    assert {"Large language models", "LLMs", "LLM"} <= set(model.surface)
    assert {"graph neural networks", "GNN", "graph neural network"} <= set(
        entity(found, "GNNs").surface
    )


def test_outside_english_names_by_shape_are_read(read):
    found = read("نقترح نموذج AraSpan لاستخراج الكيانات. يحقق AraSpan دقة على ANERcorp.", "ar")
    assert len(entity(found, "AraSpan").mentions) == 2
    assert triples(found) == set()


@pytest.mark.parametrize("text", ["", " \n\t ", "!!! ((( ]]] $$$", "\n\n\n", ".", "A", "(A)", "…"])
def test_texts_without_words(read, text):
    found = read(text)
    assert found.relations == ()


@pytest.mark.parametrize(
    "text",
    [
        "a" * 50_000 + "!",
        "(" * 20_000,
        "$" * 20_001,
        "x" + " " * 50_000 + "x",
        "1," * 20_000,
        "Aa Bb Cc " * 3_000 + "(" + "ABC" * 50 + ")",
        "_a" * 20_000,
        "http://" + "a." * 20_000,
        "not " * 10_000,
        "[" + "204 " * 9_000 + "]",
    ],
    ids=lambda text: text[:8],
)
def test_hostile_runs_do_not_hang(read, text):
    found = read(text + " We propose SlowNet, a network for parsing. SlowNet gains 2 points.")
    assert entity(found, "SlowNet").type == "Method"


def test_a_long_text_is_read_to_its_end(read):
    text = "".join(f"Filler sentence {n} of NoiseNet reports nothing. " for n in range(1500))
    found = read(text + "Finally, TailNet outperforms HeadNet on EndBench.")
    assert ("TailNet", "outperforms", "HeadNet") in triples(found)


def check(extraction):
    text = extraction.paper.text
    names = [e.name for e in extraction.entities]
    assert len(names) == len(set(names))
    order = [e.mentions[0] for e in extraction.entities]
    assert order == sorted(order)
    for one in extraction.entities:
        assert one.type in ENTITY_TYPES
        assert one.role in ROLES
        assert one.name in one.surface
        for mention in one.mentions:
            assert text[mention.start : mention.end] == mention.text
            assert mention.text in one.surface
            assert 0 <= mention.score <= 1
    for relation in extraction.relations:
        assert relation.predicate in RELATIONS
        assert {relation.subject, relation.object} <= set(names)
        assert relation.subject != relation.object
        assert text[slice(*relation.evidence)].strip()
        assert relation.score == round(relation.score, 4)
        assert 0 <= relation.score <= 1


WORDS = st.sampled_from(
    (
        "We propose HarborNet , a Graph Merge Network ( GMN ) . It outperforms LoRA on COCO by 2.5 "
        "% and is based on BERT ; e.g. \n\n the accuracy of LLMs for image classification $x$ ² Ⅷ "
        "漢字Net"
    ).split(" ")
)


@settings(deadline=None, max_examples=60)
@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=60).map(" ".join)))
def test_what_holds_for_any_text(nlp, text):
    paper = Paper(id="p", text=text, abstract=text)
    found = extract(nlp, paper)
    check(found)
    assert found == extract(nlp, paper)


def test_a_paper_does_not_change_the_next(nlp):
    papers = [
        Paper(id=str(n), text=text, abstract=text) for n, text in enumerate((TEXT, "RAG.", TEXT))
    ]
    first, _, third = extract_all(nlp, papers)
    assert first.entities == third.entities
    assert first.relations == third.relations


def test_what_components_leave_is_made_sound(nlp):
    """Facts that do not hold together are dropped, whatever component made them."""
    text = "AlphaNet is small."
    alpha = Entity(
        name="AlphaNet",
        surface=("AlphaNet",),
        type="Method",
        role="used",
        named=True,
        score=1.7,
        mentions=(
            Mention(start=0, end=8, text="AlphaNet", type="Method", score=0.123456),
            Mention(start=3, end=8, text="AlphaNet", type="Method", score=0.5),
        ),
    )

    class Careless:
        vocab = nlp.vocab
        make_doc = nlp.make_doc

        def __call__(self, doc):
            doc._.entities = (alpha, alpha)
            doc._.relations = (
                Relation(
                    subject="AlphaNet", predicate="isA", object="Ghost", evidence=(0, 8), score=1
                ),
            )
            doc._.claims = (
                Claim(quote=text, start=0, end=len(text), type="Finding", subject="Ghost"),
                Claim(quote="not there", start=0, end=5, type="Finding", subject=None),
            )
            return doc

    found = extract(Careless(), Paper(id="p", text=text, abstract=text))
    check(found)
    assert [e.score for e in found.entities] == [1.0]
    assert [m.score for m in found.entities[0].mentions] == [0.1235]
    assert found.relations == ()
    assert [claim.subject for claim in found.claims] == [None]
