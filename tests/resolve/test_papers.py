import random
from itertools import permutations
from types import MappingProxyType

import pytest

from sciloom.model import Paper, Source
from sciloom.resolve import identify
from sciloom.vocab import paper_iri

LONG = "We present Loom, a parser for knot diagrams that reads knots faster than any other parser."


def paper(id_: str, title: str | None, abstract: str, **more: object) -> Paper:
    arxiv = more.pop("arxiv", None)
    return Paper(
        id=id_,
        title=title,
        abstract=abstract,
        text=f"{title}\n\n{abstract}" if title else abstract,
        ids=MappingProxyType({"arxiv": str(arxiv)} if arxiv else {}),
        sources=(Source(file=f"{id_}.jsonl", record="1"),),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            paper("a", "Loom for Knots", LONG, doi="10.1/x"),
            paper("b", "Loom for knots.", LONG, doi="10.1/X"),
        ),
        (
            paper("a", "Loom for Knots", LONG, arxiv="2401.00001v1"),
            paper("b", "Loom: Parsing", LONG + " It is fast.", arxiv="2401.00001v3"),
        ),
        (
            paper("a", "Loom for Knots", LONG, arxiv="2401.00001v2"),
            paper("b", "Loom for Knots", LONG, doi="10.48550/arXiv.2401.00001"),
        ),
        (paper("a", "Loom for Knots", LONG), paper("b", "LOOM for knots", LONG + " It is fast.")),
        (paper("a", None, LONG), paper("b", None, LONG.replace(" ", "  "))),
    ],
)
def test_one_paper_read_twice_is_one_with_both_sources(one: Paper, other: Paper) -> None:
    found = identify([one, other])
    assert (len(found.papers), found.records, found.notes) == (1, ((0, 1),), ())
    assert [source.file for source in found.papers[0].sources] == ["a.jsonl", "b.jsonl"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            paper("a", "KnotSet: Knots, Part I", "KnotSet I collects 100 knots."),
            paper("b", "KnotSet: Knots, Part II", "KnotSet II collects 250 knots."),
        ),
        (paper("a", "Introduction", "Loom starts."), paper("b", "Introduction", "Yarn starts.")),
    ],
)
def test_two_papers_stay_two(one: Paper, other: Paper) -> None:
    found = identify([one, other])
    assert len(found.papers) == 2
    assert found.ties == ()


def test_different_texts_under_one_doi_stay_two_and_are_told() -> None:
    found = identify(
        [
            paper("ch1", "Rivers as Strings", "Chapter one brings TideBook.", doi="10.1/book"),
            paper("ch2", "Introduction", "In chapter two rivers are tested.", doi="10.1/book"),
        ]
    )
    assert len({paper_iri(p) for p in found.papers}) == 2
    (note,) = found.notes
    assert all(part in note for part in ("ch1", "ch2", "10.1/book"))


def test_a_longer_version_is_linked_not_merged() -> None:
    more = " ".join(f"It also ties knot number {n} in a way of its own." for n in range(9))
    found = identify(
        [paper("a", "Loom for Knots", LONG), paper("b", "Loom for Knots", f"{LONG} {more}")]
    )
    (tie,) = found.ties
    assert (tie.subject, tie.object) == tuple(map(paper_iri, reversed(found.papers)))


def test_a_retracted_record_is_told() -> None:
    found = identify(
        [
            paper("r", "RETRACTED: Loom for Knots", LONG),
            paper("k", "Retracted edges in graphs", "Edges that are retracted are drawn."),
            paper("e", "A title alone, without more", ""),
        ]
    )
    assert [note.split(" ")[0] for note in found.notes] == ["r", "without"]


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Notice of Retraction: Loom for Knots", True),
        ("Editorial Expression of Concern: Loom for Knots", True),
        ("Author Correction: Loom for Knots", True),
        ("Correction to: Loom for Knots", True),
        ("REMOVED: Loom for Knots", True),
        ("Correction of knots", False),
        ("Removal of knots", False),
    ],
)
def test_notices_are_told_from_titles(title: str, told: bool) -> None:
    assert bool(identify([paper("r", title, LONG)]).notes) == told


def test_which_of_two_dois_takes_a_record_does_not_depend_on_the_order() -> None:
    records = [
        paper("a", "Loom for Knots", LONG + " It is fast.", doi="10.1/x"),
        paper("b", "Loom for Knots", LONG),
        paper("c", "Loom for Knots", LONG + " It is slow.", doi="10.1/y"),
    ]
    found = {
        tuple(sorted(tuple(sorted(order[at].id for at in one)) for one in identify(order).records))
        for order in permutations(records)
    }
    assert len(found) == 1


def test_the_order_of_records_does_not_matter() -> None:
    records = [
        paper("a", "Loom for Knots", LONG, doi="10.1/x"),
        paper("b", "Loom for knots", LONG + " It is fast."),
        paper("c", "Yarn", "Yarn is another thing altogether.", arxiv="2401.00002"),
        paper("d", "Yarn", "Yarn is another thing altogether.", doi="10.48550/arXiv.2401.00002"),
    ]
    expected = {(paper_iri(p), p.text) for p in identify(records).papers}
    chance = random.Random(0)
    for _ in range(10):
        chance.shuffle(records)
        assert {(paper_iri(p), p.text) for p in identify(records).papers} == expected
