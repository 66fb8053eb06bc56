"""Plain text: headings, paragraphs, titles, line ends and encodings."""

from __future__ import annotations

import codecs

import pytest

SEEDS_FORM = "ICML 2024 Papers\n\nWe propose FooNet.\nIt runs fast.\n\nBarNet is better.\n"


def test_a_heading_is_the_venue_of_the_abstracts_below(folder):
    folder.write("icml.txt", SEEDS_FORM)
    first, second = folder.read("icml.txt")
    assert (first.id, first.venue, first.year) == ("icml#1", "ICML 2024", 2024)
    assert first.title is None
    assert first.text == first.abstract == "We propose FooNet. It runs fast."
    assert (second.id, second.text) == ("icml#2", "BarNet is better.")
    assert [(s.file, s.record, s.id) for s in second.sources] == [("icml.txt", "2", None)]


@pytest.mark.parametrize(
    "content",
    [
        SEEDS_FORM.replace("\n", "\r\n"),
        SEEDS_FORM.replace("\n", "\r"),
        SEEDS_FORM.replace("\n", "  \t\n"),
        SEEDS_FORM.replace("\n\n", "\n \n\n\n"),
        SEEDS_FORM.rstrip("\n"),
        codecs.BOM_UTF8 + SEEDS_FORM.encode(),
        SEEDS_FORM.encode("utf-16"),
        codecs.BOM_UTF16_BE + SEEDS_FORM.encode("utf-16-be"),
        "# " + SEEDS_FORM,
        SEEDS_FORM.replace("\n\n", "\n", 1),
    ],
    ids="CRLF CR trailing gaps unended BOM UTF-16 UTF-16-BE Markdown glued".split(),
)
def test_the_form_survives_how_it_was_saved(folder, content):
    folder.write("icml.txt", content)
    papers = folder.read("icml.txt")
    assert [p.text for p in papers] == ["We propose FooNet. It runs fast.", "BarNet is better."]
    assert {p.venue for p in papers} == {"ICML 2024"}


def test_without_a_heading_each_paragraph_is_an_abstract(folder):
    folder.write("a.txt", "We propose FooNet.\n\nBarNet is better.\n")
    papers = folder.read("a.txt")
    assert [p.text for p in papers] == ["We propose FooNet.", "BarNet is better."]
    assert {p.venue for p in papers} == {None}


def test_a_lone_line_is_an_abstract(folder):
    paper = folder.paper("a.txt", "A study of FooNet")
    assert (paper.abstract, paper.venue) == ("A study of FooNet", None)


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("Proceedings of ACL 2023", "Proceedings of ACL 2023", 2023),
        ("Accepted papers at CoRL 2022", "CoRL 2022", 2022),
        ("NeurIPS", "NeurIPS", None),
        ("Papers", "Papers", None),
    ],
)
def test_headings_name_a_venue(folder, heading, venue, year):
    paper = folder.paper("a.txt", f"{heading}\n\nWe propose FooNet.")
    assert (paper.venue, paper.year, paper.title) == (venue, year, None)


def test_a_title_over_one_abstract_is_its_title(folder):
    paper = folder.paper(
        "a.txt", "FooNet: Reading Text\n\nFooNet reads text\nthat wraps.\n\nIt needs no labels."
    )
    assert (paper.title, paper.venue) == ("FooNet: Reading Text", None)
    assert paper.abstract == "FooNet reads text that wraps.\n\nIt needs no labels."
    assert paper.text == "FooNet: Reading Text\n\n" + paper.abstract


def test_a_topic_over_many_abstracts_is_no_title(folder):
    abstract = "We propose a network that learns from text. " * 40
    folder.write("a.txt", "Learning from noisy text\n\n" + "\n\n".join([abstract] * 5))
    papers = folder.read("a.txt")
    assert len(papers) == 5
    assert {(p.title, p.venue) for p in papers} == {(None, "Learning from noisy text")}


def test_a_paragraph_of_litter_is_reported(folder):
    folder.write("a.txt", "One is here.\n\n<p></p>\n\nThree is here.")
    assert [p.id for p in folder.read("a.txt")] == ["a#1", "a#3"]
    assert [s.place for s in folder.skipped] == ["paragraph 2"]


def test_mixed_encodings_are_read_by_line(folder):
    content = "Größe grows.\n\n".encode() + "Größe shrinks.".encode("cp1252")
    folder.write("a.txt", content)
    assert [p.text for p in folder.read("a.txt")] == ["Größe grows.", "Größe shrinks."]


def test_an_undecodable_line_costs_its_paragraph(folder):
    folder.write("a.txt", b"One is here.\n\nTwo \x81\x8d is not,\nin two lines.\n\nThree is.")
    assert [p.id for p in folder.read("a.txt")] == ["a#1", "a#3"]
    (skip,) = folder.skipped
    assert skip.place == "line 3"
    assert "UTF-8" in skip.reason


@pytest.mark.parametrize("heading", ["ICML 2024 Papers", "Accepted abstracts\n\n", "NeurIPS 2023"])
def test_a_heading_without_abstracts_is_told(folder, heading):
    folder.write("a.txt", heading)
    assert folder.read("a.txt") == []
    (skip,) = folder.skipped
    assert "no abstract" in skip.reason
