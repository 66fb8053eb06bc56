"""Adding, removing and going on after a crash end where one build of all files does."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sciloom import pipeline
from sciloom.errors import CorpusError, StoreError
from sciloom.model import MODELS
from sciloom.store import OutputFolder

BYTES = ("facts.jsonl", "graph.ttl", "graph.html")
#: File -> the record in it, as it was and as it became. Two files hold one paper.
FILES = {
    "a.jsonl": [
        ("Loomix: Parsing Tables", "We present Loomix, a parser for tables.", "10.1234/a"),
        ("Loomix: Parsing Tables", "We present Loomix, a fast parser for tables.", "10.1234/a"),
    ],
    "b.jsonl": [
        ("Tying Knots", "We propose KnotFormer. It outperforms Loomix by 3.5 points.", None),
        ("Tying Knots", "We propose KnotFormer. It outperforms Loomix by 4.5 points.", None),
    ],
    "c.jsonl": [
        (
            "Loomix: Parsing Tables",
            "We present Loomix, a parser for tables. It is quick.",
            "10.1234/a",
        ),
        ("Loomix: Parsing Tables", "Loomix is a parser.", "10.1234/a"),
    ],
    "d.jsonl": [
        ("Untangling", "We evaluate YarnNet and Loomix on KnotBank in terms of accuracy.", None),
        ("Untangling", "We evaluate YarnNet (YN) on KnotBank in terms of accuracy.", None),
    ],
}
STEPS = st.lists(
    st.lists(st.tuples(st.sampled_from(sorted(FILES)), st.booleans()), min_size=1, max_size=3)
    | st.integers(0, 3),
    min_size=1,
    max_size=4,
)


def write(folder: Path, name: str, *, later: bool = False) -> Path:
    title, abstract, doi = FILES[name][later]
    record = {"id": name[0], "title": title, "abstract": abstract, "doi": doi}
    (folder / name).write_text(json.dumps(record), encoding="utf-8")
    return folder / name


def held(folder: Path) -> list[dict]:
    return list(map(json.loads, (folder / "facts.jsonl").read_text("utf-8").splitlines()))


def same(one: Path, other: Path) -> bool:
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in BYTES)


@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_any_split_equals_one_build(steps):
    """Steps add files, as they were or became, or remove the paper of that number."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        output = home / "output"
        standing: dict[str, Path] = {}
        out: set[str] = set()
        for step in steps:
            if isinstance(step, int):
                papers = held(output) if standing else []
                if step < len(papers) > 1:
                    pipeline.remove([papers[step]["iri"]], output)
                    out |= {source["file"] for source in papers[step]["sources"]}
                    # Its DOI is remembered, wherever it comes from.
                    out |= {"a.jsonl", "c.jsonl"} if papers[step]["doi"] else set()
            else:
                files = [write(home, name, later=later) for name, later in step]
                if not {f.name for f in files} - out and not standing.keys() - out:
                    continue
                pipeline.build(files, output, add=True)
                standing |= {file.name: file for file in files}
        left = [file for name, file in standing.items() if name not in out]
        if left:
            pipeline.build(left, home / "fresh")
            assert same(output, home / "fresh")


def test_only_what_is_new_is_extracted(tmp_path):
    files = [write(tmp_path, name) for name in ("b.jsonl", "d.jsonl")]
    assert pipeline.build(files, tmp_path / "out").extracted == 2
    assert pipeline.build(files, tmp_path / "out", add=True).extracted == 0
    files = [write(tmp_path, "a.jsonl"), write(tmp_path, "b.jsonl", later=True)]
    result = pipeline.build(files, tmp_path / "out", add=True)
    assert (result.read, result.merged, result.extracted) == (2, 0, 2)
    assert (result.counts.papers, result.counts.merged) == (3, 0)
    assert [paper["id"] for paper in held(tmp_path / "out")] == ["b", "d", "a"]


def test_another_model_extracts_anew(tmp_path):
    file = write(tmp_path, "b.jsonl")
    pipeline.build([file], tmp_path / "out")
    assert pipeline.build([file], tmp_path / "out", model=MODELS[-1]).extracted == 1
    # What was not asked for is gone.
    assert pipeline.build([file], tmp_path / "out").extracted == 1


def test_options_hold_until_given_anew(tmp_path):
    merges = tmp_path / "merges.csv"
    merges.write_text("name,same_as\nYarnNet,Loomix\n")
    options = {"base": "https://example.org/", "merges": [merges]}
    files = [write(tmp_path, name) for name in ("a.jsonl", "d.jsonl")]
    pipeline.build(files[:1], tmp_path / "out", **options)
    pipeline.build(files[1:], tmp_path / "out", add=True)
    pipeline.build(files, tmp_path / "fresh", **options)
    assert same(tmp_path / "out", tmp_path / "fresh")
    pipeline.build([], tmp_path / "out", add=True, base="https://example.net/")
    pipeline.build(files, tmp_path / "fresh", merges=[merges], base="https://example.net/")
    assert same(tmp_path / "out", tmp_path / "fresh")


def test_given_facts_are_added_and_removed(tmp_path):
    file = write(tmp_path, "b.jsonl")
    facts = tmp_path / "facts.jsonl"
    facts.write_text(
        json.dumps(
            {
                "id": "x",
                "text": "We run Fjord.",
                "entities": [{"name": "Fjord", "type": "Method", "role": "used"}],
            }
        )
    )
    pipeline.build([file], tmp_path / "out")
    pipeline.build([], tmp_path / "out", add=True, facts=[facts])
    pipeline.build([file], tmp_path / "fresh", facts=[facts])
    assert same(tmp_path / "out", tmp_path / "fresh")
    pipeline.remove(["x"], tmp_path / "out")
    result = pipeline.build([], tmp_path / "out", add=True, facts=[facts])
    assert (result.read, result.kept_out) == (1, 1)
    pipeline.build([file], tmp_path / "fresh")
    assert same(tmp_path / "out", tmp_path / "fresh")


def test_what_was_removed_leaves_no_word_and_comes_back_when_asked(tmp_path):
    files = [write(tmp_path, name) for name in ("a.jsonl", "b.jsonl")]
    out = tmp_path / "out"
    pipeline.build(files, out)
    whole = (out / "facts.jsonl").read_bytes()
    pipeline.remove(["b"], out)
    (noted,) = OutputFolder(out).report()["removed"]
    assert noted["id"] == "b"
    assert b"KnotFormer" not in gzip.decompress((out / "store/ledger.jsonl.gz").read_bytes())
    with closing(sqlite3.connect(out / ".cache/extractions.sqlite")) as cache:
        ((facts,),) = cache.execute("SELECT facts FROM extractions")
    assert b"KnotFormer" not in zlib.decompress(facts)
    result = pipeline.build(files[1:], out, add=True)
    assert (result.counts.papers, result.kept_out) == (1, 1)
    assert any("--undo" in note for note in result.notes)
    pipeline.remove(["b"], out, undo=True)
    assert len(held(out)) == 1
    assert pipeline.build(files[1:], out, add=True).extracted == 1
    assert (out / "facts.jsonl").read_bytes() == whole


def test_a_build_that_starts_anew_tells_of_what_was_removed(tmp_path):
    files = [write(tmp_path, name) for name in ("a.jsonl", "b.jsonl")]
    pipeline.build(files, tmp_path / "out")
    pipeline.remove(["b"], tmp_path / "out")
    result = pipeline.build(files, tmp_path / "out")
    assert result.counts.papers == 2
    assert any("removed before" in note for note in result.notes)


def test_what_cannot_be_removed_is_said(tmp_path):
    with pytest.raises(StoreError, match="no graph is here yet"):
        pipeline.remove(["a"], tmp_path / "out")
    pipeline.build([write(tmp_path, "a.jsonl")], tmp_path / "out")
    with pytest.raises(CorpusError, match='no paper is called "b"'):
        pipeline.remove(["b"], tmp_path / "out")
    with pytest.raises(CorpusError, match="no paper would be left"):
        pipeline.remove(["a"], tmp_path / "out")
    with pytest.raises(CorpusError, match="was not removed"):
        pipeline.remove(["a"], tmp_path / "out", undo=True)
    assert len(held(tmp_path / "out")) == 1


def test_a_file_that_cannot_be_read_again_keeps_what_it_gave(tmp_path):
    files = [write(tmp_path, name) for name in ("a.jsonl", "b.jsonl")]
    pipeline.build(files, tmp_path / "out")
    files[0].write_bytes(b"%PDF-1.4")
    result = pipeline.build(files, tmp_path / "out", add=True)
    assert [skip.file for skip in result.skipped] == [str(files[0])]
    assert result.counts.papers == 2


def test_papers_that_left_their_file_are_told(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("We run Loom.\n\nWe run Yarn.\n\nWe run Fjord.")
    pipeline.build([file], tmp_path / "out")
    file.write_text("We run Loom.\n\nWe ran Fjord.\n\nWe run Moss.")
    assert pipeline.build([file], tmp_path / "out", add=True).notes == ()
    file.write_text("We run Loom.\n\nWe run Moss.")
    (note,) = pipeline.build([file], tmp_path / "out", add=True).notes
    assert note.endswith("gone from the graph: a#2")


def test_a_graph_without_a_ledger_is_not_added_to(tmp_path):
    file = write(tmp_path, "a.jsonl")
    pipeline.build([file], tmp_path / "out")
    (tmp_path / "out" / "store" / "ledger.jsonl.gz").unlink()
    with pytest.raises(StoreError, match="does not say what it was built of"):
        pipeline.build([file], tmp_path / "out", add=True)


def test_a_damaged_cache_only_costs_time(tmp_path):
    file = write(tmp_path, "a.jsonl")
    pipeline.build([file], tmp_path / "out")
    (cache,) = (tmp_path / "out" / ".cache").iterdir()
    cache.write_bytes(b"no database")
    assert pipeline.build([file], tmp_path / "out", add=True).extracted == 1
    assert pipeline.build([file], tmp_path / "out", add=True).extracted == 0


#: Builds and dies by SIGKILL once so many steps were watched.
KILLED = """
import os, signal, sys
from sciloom import pipeline

left = int(sys.argv[1])

def watch(stage, done, total):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

pipeline.build(sys.argv[3:], sys.argv[2], watch=watch)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize(
    ("step", "left"), [(2, 1), (4, 0), (5, 0)], ids=["reading", "resolving", "writing"]
)
def test_a_build_that_is_killed_leaves_the_old_graph_and_goes_on(tmp_path, step, left):
    out = tmp_path / "out"
    first = write(tmp_path, "a.jsonl")
    pipeline.build([first], out)
    before = {name: (out / name).read_bytes() for name in BYTES}
    rest = [write(tmp_path, name) for name in ("b.jsonl", "d.jsonl")]
    code = [sys.executable, "-c", KILLED, str(step), str(out), *map(str, (first, *rest))]
    assert subprocess.run(code, check=False, env=os.environ).returncode == -signal.SIGKILL
    assert OutputFolder(out).check(full=True)["counts"]["papers"] == 1
    assert {name: (out / name).read_bytes() for name in BYTES} == before
    assert pipeline.build([first, *rest], out).extracted == left
    pipeline.build([first, *rest], tmp_path / "fresh")
    assert same(out, tmp_path / "fresh")
