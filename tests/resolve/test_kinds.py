"""Kinds of names that are one thing, and of names that look so."""

from dataclasses import replace

import pytest
from test_resolver import extraction

from sciloom.model import Extraction
from sciloom.resolve import resolve


def concepts(*papers: Extraction) -> set[str]:
    return {concept.key for concept in resolve(papers).concepts}


def together(one: str, other: str, type_: str = "Method") -> bool:
    return len(concepts(*(extraction(n, (n, type_, (n,))) for n in (one, other)))) == 1


@pytest.mark.parametrize(
    ("one", "other", "type_"),
    [
        ("kestrel approach", "kestrel methods", "Method"),
        ("kestrel spotting task", "kestrel spotting problem", "Task"),
        ("two-layer kestrel", "two-layered kestrel", "Method"),
        ("root mean square error", "root mean squared error", "Metric"),
        ("regional attention", "region attention", "Method"),
        ("boosted kestrel tree", "boosted kestrel tree model", "Method"),
        ("kestrel nets", "kestrel networks", "Method"),
        ("cross-entropy (CE) loss", "cross-entropy loss", "Method"),
        ("kestrel descent", "kestrel descent method", "Method"),
        ("EpicKitchens100", "EpicKitchen100", "Dataset"),
    ],
)
def test_one_thing(one: str, other: str, type_: str) -> None:
    assert together(one, other, type_)


@pytest.mark.parametrize(
    ("one", "other", "type_"),
    [
        ("kestrel equilibrium", "kestrel equilibrium algorithms", "Method"),
        ("smooth losses", "smoothed losses", "Method"),
        ("marginal attention", "margin attention", "Method"),
        ("relational attention", "relation attention", "Method"),
        ("static regularization", "state regularization", "Method"),
        ("communication efficiency", "communicative efficiency", "Metric"),
        ("TEST", "test dataset", "Dataset"),
        ("Finnish", "Finnish datasets", "Dataset"),
        ("KST", "KST methods", "Method"),
        ("MOT20", "MOTS20", "Dataset"),
        ("kestrel error", "kestrel error rate", "Metric"),
    ],
)
def test_two_things(one: str, other: str, type_: str) -> None:
    common = [extraction(f"{k}", ("test split", "Dataset", ("test split",))) for k in range(2)]
    papers = [extraction(name, (name, type_, (name,))) for name in (one, other)]
    assert len(concepts(*papers, *common) - {"test-split"}) == 2


def test_the_plural_of_a_made_thing_is_not_its_making() -> None:
    papers = [extraction(n, (n, "Method", (n, "MKM"))) for n in ("masked kestrel model",)]
    papers.append(extraction("b", ("masked kestrel modeling", "Method", ("MKM",))))
    assert len(concepts(*papers)) == 2


def test_a_word_of_the_language_needs_more_than_one_paper() -> None:
    name = "arboreal nesting"
    known = extraction("a", (name, "Method", (name, "AN")))
    bare = extraction("b", ("AN", "Method", ("AN",)))
    assert concepts(known, bare) == {"arboreal-nesting"}
    plain = replace(bare.paper, text=f"{bare.paper.text}. It is an owl")
    assert concepts(known, replace(bare, paper=plain)) == {"arboreal-nesting", "an"}


def test_what_stands_before_the_bracket_is_what_a_paper_means() -> None:
    effect = ("conditional kestrel effect", "Method", ("conditional kestrel effect", "CKE"))
    known = [extraction(str(k), effect) for k in range(3)]
    bare = extraction("b", ("CKE", "Task", ("CKE",)))
    text = f"{bare.paper.text}. We study Connecting Kites and Their Eyries (CKE)"
    own = replace(bare, paper=replace(bare.paper, text=text))
    assert concepts(*known, bare) == {"conditional-kestrel-effect"}
    assert concepts(*known, own) == {"conditional-kestrel-effect", "cke"}


def test_spellings_of_a_short_form_vote_together() -> None:
    name = "kestrel identification"
    papers = [extraction(f, (name, "Task", (name, f))) for f in ("KeID", "KeId", "KE-ID")]
    other = ("kite identification", "Task", ("kite identification", "KEID"))
    bare = extraction("b", ("Ke-ID", "Task", ("Ke-ID",)))
    assert concepts(*papers, extraction("o", other), bare) >= {"kestrel-identification"}
