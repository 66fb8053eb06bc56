from dataclasses import replace

import pytest
from test_resolver import extraction

from sciloom.model import Extraction, Relation
from sciloom.resolve import Overrides, Ruling, normalise, resolve


def paper(*entities: tuple[str, str], text: str = "", beside: str = "") -> Extraction:
    """Return a paper of (name, role) pairs."""
    read = extraction("p", *((name, "Method", (name,)) for name, _ in entities))
    roles = dict(entities)
    return replace(
        read,
        paper=replace(read.paper, text=f"{read.paper.text}. {text}"),
        entities=tuple(replace(e, role=roles[e.name]) for e in read.entities),
        relations=(
            Relation(
                subject=entities[0][0],
                predicate=beside,
                object=entities[1][0],
                evidence=(0, 9),
                score=1.0,
            ),
        )
        * bool(beside),
    )


def concepts(*papers: Extraction, overrides: Overrides | None = None) -> set[str]:
    resolution = resolve(papers, overrides=overrides or Overrides())
    return {concept.key for concept in resolution.concepts}


@pytest.mark.parametrize(
    "phrase", ["reasoning framework Kestrel", "method -Kestrel", "Kestrel model"]
)
def test_a_kind_of_thing_beside_a_name_is_what_the_name_names(phrase: str) -> None:
    read = paper((phrase, "proposed"), ("Kestrel", "proposed"))
    assert concepts(read) == {"kestrel"}
    ((_, links),) = resolve([read]).papers()
    link = links[phrase]
    assert link.reason == "name that the paper gives to it"
    assert link.score == 0.9


@pytest.mark.parametrize("full", ["Dappled Kestrel", "Dappled Kestrel model"])
def test_the_name_alone_is_short_for_a_proposed_one(full: str) -> None:
    read = paper((full, "proposed"), ("Kestrel", "proposed"))
    assert concepts(read) == {normalise(full)}


def test_a_relation_that_is_hardly_likely_does_not_part_a_name_from_its_short_form() -> None:
    read = paper(("Dappled Kestrel", "proposed"), ("Kestrel", "proposed"), beside="basedOn")
    (relation,) = read.relations
    doubtful = replace(read, relations=(replace(relation, score=0.4),))
    assert (len(concepts(read)), len(concepts(doubtful))) == (2, 1)


@pytest.mark.parametrize(
    "apart",
    [
        paper(("Dappled Kestrel", "proposed"), ("Kestrel", "used")),
        paper(("Dappled Kestrel", "proposed"), ("Kestrel", "proposed"), beside="basedOn"),
        paper(("Dappled Kestrel", "proposed"), ("Kestrel", "proposed"), text="Like a kestrel."),
        paper(("dappled Kestrel", "proposed"), ("Kestrel", "proposed")),
        paper(("Kestrel", "proposed"), ("Dappled Kestrel", "proposed")),
        paper(("extension of model Kestrel", "proposed"), ("Kestrel", "used")),
    ],
)
def test_a_kind_of_it_a_common_word_and_another_thing_stay_apart(apart: Extraction) -> None:
    assert len(concepts(apart)) == 2


def test_a_name_that_another_paper_knows_is_not_short() -> None:
    other = extraction("q", ("Kestrel", "Method", ("Kestrel",)))
    read = paper(("Dappled Kestrel", "proposed"), ("Kestrel", "proposed"))
    assert concepts(read, other) == {"dappled-kestrel", "kestrel"}


def test_a_split_parts_a_name_from_its_phrase() -> None:
    ruling = Ruling("framework Kestrel", "Kestrel", "splits.csv, line 2")
    read = paper(("framework Kestrel", "proposed"), ("Kestrel", "proposed"))
    assert len(concepts(read, overrides=Overrides(splits=(ruling,)))) == 2
