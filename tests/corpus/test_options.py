"""What the user says of inputs, what other packages add, what is noted."""

from __future__ import annotations

import gzip
from importlib.metadata import EntryPoint

import pytest

from sciloom.corpus import formats, read_papers
from sciloom.corpus.plain_text import PLAIN_TEXT
from sciloom.corpus.reader import Reader
from sciloom.errors import CorpusError


def read(folder, name, **options):
    skipped, notes = [], []
    papers = read_papers(
        [folder.path / name], on_skip=skipped.append, on_note=notes.append, **options
    )
    return list(papers), skipped, notes


def test_format_outdoes_content(folder):
    folder.write("a.txt", '{"title": "T", "abstract": "We run."}')
    ((paper,), _, _) = read(folder, "a.txt", format="TEXT")
    assert paper.title is None


def test_an_unknown_format_or_field_is_refused(folder):
    with pytest.raises(CorpusError, match="bibtex"):
        read(folder, "a.txt", format="word")
    with pytest.raises(CorpusError, match="keywords"):
        read(folder, "a.txt", columns={"headline": "x"})


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "No;Headline;Gist;title\n007;Loom;It weaves.;x\n"),
        ("a.jsonl", '{"No": "007", "Headline": "Loom", "Gist": "It weaves.", "title": "x"}'),
        ("a.bib", "@misc{k, No = {007}, Headline = {Loom}, Gist = {It weaves.}, title = {x}}"),
    ],
)
def test_columns_that_the_user_names(folder, name, content):
    folder.write(name, content)
    columns = {"id": "No", "title": "headline", "abstract": "Gist"}
    ((paper,), _, _) = read(folder, name, columns=columns)
    assert (paper.id, paper.title, paper.abstract) == ("007", "Loom", "It weaves.")


def test_a_column_that_is_not_there_is_told(folder):
    folder.write("a.csv", "title,abstract\nT,A\n")
    papers, (skip,), _ = read(folder, "a.csv", columns={"doi": "Digital"})
    assert papers == []
    assert "'Digital'" in skip.reason
    assert "title, abstract" in skip.reason


def test_another_package_adds_a_reader(folder, monkeypatch):
    reader = Reader("loom", (".loom",), lambda head: head.startswith("LOOM"), PLAIN_TEXT.read)
    point = EntryPoint("loom", "module:LOOM", "sciloom.readers")
    monkeypatch.setattr(EntryPoint, "load", lambda self: reader)
    monkeypatch.setattr(formats, "entry_points", lambda group: [point])
    formats.readers.cache_clear()
    try:
        folder.write("a.loom", "We run FooNet. It wins.")
        assert len(read(folder, "a.loom")[0]) == 1
        monkeypatch.setattr(EntryPoint, "load", lambda self: int("x"))
        formats.readers.cache_clear()
        with pytest.raises(CorpusError, match="loom"):
            read(folder, "a.loom", format="text")
    finally:
        formats.readers.cache_clear()


def test_what_is_odd_is_noted(folder):
    folder.write("a.csv", b"id,title,abstract\nx,Gr\xf6\xdfe,We run.\ny,Two,n/a\nz,\xf6,\n")
    papers, skipped, notes = read(folder, "a.csv")
    assert [p.title for p in papers] == ["Größe", "Two", "ö"]
    assert skipped == []
    assert len(notes) == 2
    assert "2 of 3 papers have no abstract: y, z" in notes[0]
    assert "line 2, 4" in notes[1]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", b'[\n{"title": "Gr\xf6\xdfe \xe2\x82\xac"}\n]'),
        ("a.xml", b"<feed>\n<entry><title>Gr\xf6\xdfe \xe2\x82\xac</title></entry></feed>"),
        ("a.ris", b"TY  - JOUR\nTI  - Gr\xf6\xdfe \x80\nER  -"),
        ("a.bib", b"@misc{k,\ntitle = {Gr\xf6\xdfe \x80}}"),
    ],
)
def test_windows_1252_is_read_and_noted(folder, name, content):
    folder.write(name, content)
    ((paper,), _, notes) = read(folder, name)
    assert paper.title == "Größe €"
    assert any("Windows-1252: line 2" in note for note in notes)


def test_entities_of_a_document_type_say_nothing(folder):
    folder.write("secret.txt", "TOPSECRET")
    bomb = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    folder.write(
        "a.xml",
        f'<!DOCTYPE feed [<!ENTITY l0 "lol">{bomb}<!ENTITY x SYSTEM "secret.txt">]>'
        "<feed><entry><title>Peek &x;&l11; at AT&T</title></entry></feed>",
    )
    ((paper,), _, _) = read(folder, "a.xml")
    assert paper.title == "Peek at AT&T"


def test_a_cut_archive_gives_what_it_holds(folder):
    lines = "".join(f'{{"title": "Title {n * 7919 % 1000}"}}\n' for n in range(3_000))
    packed = gzip.compress(lines.encode())
    folder.write("a.jsonl.gz", packed[: len(packed) // 2])
    papers = read_papers([folder.path / "a.jsonl.gz"], on_skip=folder.skipped.append)
    assert next(papers).id == "a#1"
    for _ in papers:
        pass
    assert [skip.place for skip in folder.skipped][-1:] == ["whole file"]
