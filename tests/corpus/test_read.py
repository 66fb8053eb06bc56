"""Inputs: files, folders, patterns, standard input, and all that cannot be read."""

from __future__ import annotations

import gzip
import io
import os
import sys
from pathlib import Path

import pytest

from sciloom.corpus import file_digest, read_papers

ONE = '{"id": "one", "title": "One"}'
TWO = '{"id": "two", "title": "Two"}'


def test_folders_are_read_through_in_order(folder):
    folder.write("in/b.jsonl", TWO)
    folder.write("in/a.jsonl", ONE)
    folder.write("in/sub/c.txt", "Three is text.")
    folder.write("in/.hidden.jsonl", TWO)
    folder.write("in/.git/x.jsonl", TWO)
    assert [p.id for p in folder.read("in")] == ["one", "two", "c#1"]
    assert folder.skipped == []


def test_an_earlier_build_in_a_folder_is_no_input(folder):
    folder.write("a.jsonl", ONE)
    folder.write("output/facts.jsonl", TWO)
    folder.write("output/report.json", "{}")
    assert [p.id for p in folder.read(".")] == ["one"]


def test_patterns_are_expanded(folder):
    folder.write("a.jsonl", ONE)
    folder.write("deep/b.jsonl", TWO)
    assert [p.id for p in folder.read("**/*.jsonl")] == ["one", "two"]
    assert [p.id for p in folder.read("[ab].jsonl")] == ["one"]


def test_a_file_named_like_a_pattern_is_a_file(folder):
    folder.write("a[1].jsonl", ONE)
    assert [p.id for p in folder.read("a[1].jsonl")] == ["one"]


def test_a_file_that_is_named_twice_is_read_once(folder):
    folder.write("a.jsonl", ONE)
    assert len(folder.read("a.jsonl", ".", "*.jsonl")) == 1


def test_standard_input(folder, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"We run FooNet.\n\nIt wins.")))
    assert [p.id for p in folder.read("-")] == ["stdin#1", "stdin#2"]


def test_a_pipe_is_read(folder):
    pipe = folder.path / "pipe"
    os.mkfifo(pipe)
    if os.fork() == 0:
        pipe.write_text(ONE)
        os._exit(0)
    assert [p.id for p in folder.read("pipe")] == ["one"]
    os.wait()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.txt", "", "empty"),
        ("blank.txt", " \n\n", "no paper"),
        ("image.txt", b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
        ("paper.pdf", "%PDF-1.4\n", "PDF"),
        ("book.txt", b"PK\x03\x04rest", "ZIP"),
        ("a.jsonl.gz", b"\x1f\x8b\x08", "damaged"),
        ("b.jsonl.gz", gzip.compress(gzip.compress(b"{}", mtime=0), mtime=0), "twice"),
        ("notes.md", "# notes", ".md files have no reader"),
        ("c.txt", "<?xml version='1.0'?><a/>", "XML"),
        ("d.csv", "a,b\n1,T\n", "--map"),
        ("e.txt", "T e x t".replace(" ", "\x00"), "UTF-16"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_read(folder, name, content, reason):
    folder.write(name, content)
    folder.write("good.jsonl", ONE)
    assert [p.id for p in folder.read(name, "good.jsonl")] == ["one"]
    (skip,) = folder.skipped
    assert skip.file == str(folder.path / name)
    assert reason in skip.reason


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mac.csv", "title,abstract\rA,It runs.\rB,It walks.\r"),
        ("nul.csv", f"title,abstract\nA,It\x00 runs.{' ' * 99}\nB,It walks.\n"),
        ("marked.txt", "<p>A runs.</p>\n\nB walks.\n"),
    ],
)
def test_odd_bytes_do_not_hide_the_records(folder, name, content):
    folder.write(name, content)
    assert len(folder.read(name)) == 2
    assert not folder.skipped


def test_missing_inputs_are_named(folder):
    (folder.path / "hollow").mkdir()
    (folder.path / "dangling").symlink_to("nowhere")
    folder.write("good.jsonl", ONE)
    inputs = ("nowhere.bib", "*.ris", "hollow", "dangling", "good.jsonl")
    assert [p.id for p in folder.read(*inputs)] == ["one"]
    assert [Path(s.file).name for s in folder.skipped] == list(inputs[:-1])


def test_an_unreadable_file_is_named(folder, monkeypatch):
    file = folder.write("secret.txt", "We run.")

    def refuse(self, *_args, **_options):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert folder.read("secret.txt") == []
    assert folder.skipped[0].file == str(file)
    assert "permission denied" in folder.skipped[0].reason


def test_one_id_never_names_two_texts(folder):
    for name, texts in (("a", "Aa"), ("b", "ABC"), ("sub/b", "D")):
        folder.write(f"{name}.jsonl", "\n".join(f'{{"id": "x", "title": "{t}"}}' for t in texts))
    papers = folder.read("a.jsonl", "b.jsonl", "sub/b.jsonl")
    assert [(p.id, p.title) for p in papers] == [
        ("x", "A"),
        ("x", "a"),
        ("x", "A"),
        ("b/x", "B"),
        ("b-2/x", "C"),
        ("b-3/x", "D"),
    ]
    assert {p.sources[0].id for p in papers} == {"x"}


def test_reading_streams(folder):
    folder.write("a.jsonl", f"{ONE}\nbroken\n")
    skipped = []
    papers = read_papers([str(folder.path / "a.jsonl")], on_skip=skipped.append)
    assert next(papers).id == "one"
    assert skipped == []
    assert list(papers) == []
    assert len(skipped) == 1


def test_file_digest(folder):
    file = folder.write("a", "abc")
    assert file_digest(file) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
