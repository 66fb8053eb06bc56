"""JSON: records in lines and arrays, their fields, broken neighbours."""

from __future__ import annotations

import json

import pytest


def test_fields_are_read(folder):
    record = {
        "id": "x1",
        "Title": "Schr{\\\"o}dinger's **Net**",
        "abstract": "We run.\u2028It runs \x0b on\u0085text.",
        "authors": ["Ada Lovelace", {"given": "Kurt", "family": "Gödel"}, {"name": "Emmy Noether"}],
        "year": "2021-03-04",
        "venue": "ICML",
        "doi": "https://doi.org/10.1000/ABC.Def",
        "keywords": "graphs; text mining",
        "url": "https://a.org/x",
    }
    paper = folder.paper("a.jsonl", json.dumps(record, ensure_ascii=False))
    assert (paper.id, paper.title) == ("x1", "Schrödinger's Net")
    assert paper.text == "Schrödinger's Net\n\nWe run. It runs on text."
    assert paper.authors == ("Ada Lovelace", "Kurt Gödel", "Emmy Noether")
    assert (paper.year, paper.venue, paper.doi) == (2021, "ICML", "10.1000/abc.def")
    assert paper.keywords == ("graphs", "text mining")
    assert paper.url == "https://a.org/x"
    assert [(s.file, s.record, s.id) for s in paper.sources] == [("a.jsonl", "1", "x1")]


@pytest.mark.parametrize(
    ("value", "authors"),
    [
        ("Ada Lovelace; Kurt Gödel", ("Ada Lovelace", "Kurt Gödel")),
        (
            "Ada Lovelace, Kurt Gödel and Emmy Noether",
            ("Ada Lovelace", "Kurt Gödel", "Emmy Noether"),
        ),
        ("Lovelace, Ada and Gödel, Kurt", ("Lovelace, Ada", "Gödel, Kurt")),
        ("Lovelace, Ada", ("Lovelace, Ada",)),
        (None, ()),
    ],
)
def test_authors_in_one_string(folder, value, authors):
    paper = folder.paper("a.json", json.dumps({"title": "T", "authors": value}))
    assert paper.authors == authors


def test_numeric_ids_keep_their_spelling(folder):
    ids = ["2301.10150", "0", "1e5"]
    folder.write("a.jsonl", "\n".join(f'{{"id": {number}, "title": "A"}}' for number in ids))
    assert [p.id for p in folder.read("a.jsonl")] == ids


def test_null_is_nothing_and_na_is_a_word(folder):
    folder.write(
        "a.jsonl",
        '{"id": null, "title": "NA", "abstract": null, "year": null, "doi": "N/A"}\n'
        '{"id": "", "title": "None", "abstract": "N/A"}\n'
        '{"id": "w", "title": null, "abstract": null}',
    )
    na, none, bare = folder.read("a.jsonl")
    assert (na.id, na.title, na.abstract, na.year, na.doi) == ("a#1", "NA", "", None, None)
    assert (none.id, none.title, none.abstract) == ("a#2", "None", "")
    assert (bare.id, bare.title, bare.text) == ("w", None, "")


def test_a_broken_line_leaves_its_neighbours(folder):
    folder.write(
        "a.jsonl",
        b'{"title": "One"}\n{"title": "Two\n\n{"title": "Three"}\n[1]\n{"name": "Four"}\n'
        b'{"title": {}}\n{"title": "\x81"}\n' + b"[" * 100_000 + b'\n{"title": "Last"}',
    )
    assert [p.id for p in folder.read("a.jsonl")] == ["a#1", "a#3", "a#9"]
    assert [s.place for s in folder.skipped] == [f"line {n}" for n in (2, 5, 6, 7, 8, 9)]
    assert "name" in folder.skipped[2].reason


@pytest.mark.parametrize("page", ['{"data": [%s]}', "[%s]", '{"n": 1, "data": [\n%s\n]}'])
def test_what_is_no_record_leaves_the_others_of_its_page(folder, page):
    folder.write("a.json", page % '{"title": "One"}, null, "x", {"title": "Two"}')
    assert [p.title for p in folder.read("a.json")] == ["One", "Two"]
    assert len(folder.skipped) == 2


def test_a_broken_first_line_leaves_the_others(folder):
    folder.write("a.jsonl", '{"title": "One\n{"title": "Two"}\n')
    assert [p.title for p in folder.read("a.jsonl")] == ["Two"]
    assert [s.place for s in folder.skipped] == ["line 1"]


@pytest.mark.parametrize(
    "content",
    [
        '[{"title": "A"}, {"title": "B"}]',
        '[\n  {"title": "A"},\n  {"title": "B"}\n]\n',
        '{"title": "A"}\n\n{"title": "B"}\n',
        '{"title": "A"},\n{"title": "B"},\n',
        '\ufeff{"title": "A"}\r\n{"title": "B"}\r\n',
    ],
)
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.txt", "a"])
def test_content_tells_json_whatever_its_name(folder, content, name):
    folder.write(name, content)
    assert [(p.id, p.title) for p in folder.read(name)] == [("a#1", "A"), ("a#2", "B")]


def test_an_indented_object_is_one_record(folder):
    assert folder.paper("a.jsonl", '{\n "id": "p",\n "title": "A"\n}\n').id == "p"


@pytest.mark.parametrize(
    "broken", ['{"title": "B",}', '{"title": "B", "year": }', '{"title": "B" "id": 1}']
)
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_broken_record_of_an_array_leaves_its_neighbours(folder, broken, wrapped):
    array = f'[\n {{"title": "A"}},\n {broken},\n {{"title": "C"}}\n]'
    folder.write("a.json", f'{{"count": 3,\n"results": {array}}}' if wrapped else array)
    assert [p.title for p in folder.read("a.json")] == ["A", "C"]
    (skip,) = folder.skipped
    assert skip.place == "record 2"
    assert f"line {4 if wrapped else 3}" in skip.reason


@pytest.mark.parametrize("cut", ['[{"title": "A"}, {"title": "B', '[{"title": "A"},'])
def test_an_array_that_is_cut_off_is_told(folder, cut):
    folder.write("a.json", cut)
    assert [p.title for p in folder.read("a.json")] == ["A"]
    assert len(folder.skipped) == 1


def test_items_that_are_no_records_are_reported(folder):
    folder.write("a.json", '[{"title": "A"}, 3, null, {"title": "B"}]')
    assert [p.title for p in folder.read("a.json")] == ["A", "B"]
    assert [s.place for s in folder.skipped] == ["record 2", "record 3"]


@pytest.mark.parametrize(
    "record",
    [
        {"id": "https://arxiv.org/abs/2401.00001v3", "title": "T"},
        {"title": "T", "doi": "10.48550/arXiv.2401.00001v3"},
        {"title": "T", "url": "http://arxiv.org/pdf/2401.00001v3.pdf"},
        {"id": "arXiv:2401.00001v3", "title": "T"},
    ],
)
def test_arxiv_ids_are_found(folder, record):
    assert dict(folder.paper("a.json", json.dumps(record)).ids) == {"arxiv": "2401.00001v3"}


@pytest.mark.parametrize("unit", ['{"data":', '{"a":', "[", '{"results":['])
@pytest.mark.parametrize("end", ["", "\n"])
def test_nesting_without_end_is_told(folder, unit, end):
    folder.write("a.json", unit * 50_000 + end)
    assert folder.read("a.json") == []
    assert len(folder.skipped) == 1
