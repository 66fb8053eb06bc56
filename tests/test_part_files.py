"""Parts that several processes extract, whatever becomes of them, give the bytes of one build."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sciloom import pipeline
from sciloom.errors import CorpusError, ExtractionError, StoreError
from sciloom.pipeline import leases as leasing
from sciloom.pipeline.leases import STALE, TRIES, Leases

BYTES = ("facts.jsonl", "graph.ttl", "graph.html")
NAMES = ("Loomix", "KnotFormer", "YarnNet", "Fjord", "Moss", "Heron", "Kestrel")
needs_signals = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder, ours, with seven papers in two files, one of them in both, and what is no paper."""
    texts = [
        f"We propose {name}. It outperforms {NAMES[k - 1]} by {k}.5 points on GLUE."
        for k, name in enumerate(NAMES)
    ]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("\n\n".join(texts[:4]), encoding="utf-8")
    (tmp_path / "in" / "b.txt").write_text("\n\n".join(texts[3:]), encoding="utf-8")
    (tmp_path / "in" / "c.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fresh(home):
    """What one process builds of them."""
    pipeline.build(["in"], "fresh", model="rules")
    return {name: (home / "fresh" / name).read_bytes() for name in BYTES}


@pytest.fixture
def parts(home):
    """Those papers in four parts."""
    result = pipeline.partition(["in"], "parts", size=2, model="rules")
    assert (result.parts, result.papers, len(result.skipped)) == (4, 7, 1)
    return home / "parts"


def sciloom(*arguments: str, **options) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sciloom.cli", *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options)


def built(**options) -> dict[str, bytes]:
    pipeline.build([], "out", parts="parts", **options)
    return {name: Path("out", name).read_bytes() for name in BYTES}


def facts_of(parts: Path) -> Path:
    (folder,) = (parts / "facts").iterdir()
    return folder


def test_workers_at_once_make_the_bytes_of_one_build(parts, fresh):
    workers = [sciloom("extract", "parts") for _ in range(3)]
    told = [worker.communicate()[1] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0], told
    assert sum(int(words.split("extracted ")[1].split()[0]) for words in told) == 4
    assert not list(facts_of(parts).glob("*.lease.*"))
    build = sciloom("build", "--parts", "parts", "-o", "out")
    words = build.communicate()[1]
    assert (build.returncode, words.splitlines()[-1]) == (3, "read 8, skipped 1, merged 1")
    assert {name: Path("out", name).read_bytes() for name in BYTES} == fresh
    report, alone = (json.loads(Path(d, "report.json").read_bytes()) for d in ("out", "fresh"))
    for entry in ("counts", "skipped", "notes"):
        assert report[entry] == alone[entry]
    assert [entry["name"] for entry in report["inputs"]] == ["parts/ledger.jsonl.gz"]


#: A worker that sends itself a signal at the first beat: it holds a lease, and has read a paper.
SIGNALLED = """
import os, sys
from sciloom.cli import main
from sciloom.pipeline.leases import Lease

number = int(sys.argv.pop())
Lease.beat = lambda lease: os.kill(os.getpid(), number)
main.main()
"""


def signalled(number: signal.Signals) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SIGNALLED, "extract", "parts", str(int(number))]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)


@needs_signals
def test_the_part_of_a_killed_worker_is_read_by_another(parts, fresh):
    assert signalled(signal.SIGKILL).returncode == -signal.SIGKILL
    assert [file.name for file in facts_of(parts).glob("*.lease.*")] == ["0001.lease.1"]
    with pytest.raises(StoreError, match=r"4 of 4 parts are not extracted.*sciloom extract"):
        built()
    assert pipeline.extract_parts("parts").parts == 4
    assert not list(facts_of(parts).glob("*.lease.*"))
    assert built() == fresh


@needs_signals
def test_a_worker_that_is_asked_to_end_gives_its_part_back(parts):
    done = signalled(signal.SIGTERM)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert not list(facts_of(parts).glob("*.lease.*"))


@needs_signals
def test_a_part_that_ends_every_worker_is_given_up_and_the_others_are_read(parts, fresh):
    for _ in range(TRIES):
        assert signalled(signal.SIGKILL).returncode == -signal.SIGKILL
    worker = sciloom("extract", "parts")
    (words,) = worker.communicate()[1].splitlines()
    assert worker.returncode == 1
    assert "1 parts ended 3 workers each" in words
    assert "0001.lease" in words
    assert len(list(facts_of(parts).glob("*.jsonl.gz"))) == 3
    for lease in facts_of(parts).glob("0001.lease.*"):
        lease.unlink()
    assert pipeline.extract_parts("parts").parts == 1
    assert built() == fresh


def test_a_worker_without_memory_says_so_and_its_part_counts_as_tried(parts, fresh, monkeypatch):
    def starved(nlp, papers):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr("sciloom.nlp.extract_all", starved)
        with pytest.raises(ExtractionError, match=r"memory ran out.*what was read is kept"):
            pipeline.extract_parts("parts")
    aged(facts_of(parts) / "0001.lease.1")
    assert Leases(facts_of(parts)).take(["0001"])
    assert (facts_of(parts) / "0001.lease.2").exists()
    aged(facts_of(parts) / "0001.lease.2")
    assert pipeline.extract_parts("parts").parts == 4
    assert built() == fresh


def test_a_worker_waits_for_the_last_part_of_another(parts, monkeypatch):
    done = pipeline.extract_parts("parts")
    assert (done.parts, done.papers, done.of) == (4, 7, 4)
    last = facts_of(parts) / "0004.jsonl.gz"
    held = last.read_bytes()
    last.unlink()
    assert Leases(last.parent).take(["0004"])

    def other(seconds):
        last.write_bytes(held)

    monkeypatch.setattr(time, "sleep", other)
    notes: list[str] = []
    assert pipeline.extract_parts("parts", on_note=notes.append).parts == 0
    assert ["0004" in note for note in notes] == [True]


def test_what_another_version_extracted_is_told_and_done_again(parts, fresh, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("sciloom.pipeline.part_worker.stamp", lambda *_: "an earlier one")
        pipeline.extract_parts("parts")
    with pytest.raises(StoreError, match="not extracted by this version"):
        built()
    notes: list[str] = []
    assert pipeline.extract_parts("parts", on_note=notes.append).parts == 4
    assert ["another version" in note for note in notes] == [True]
    assert built() == fresh


def test_a_graph_built_from_parts_is_added_to_as_any_other(parts, home):
    pipeline.extract_parts("parts")
    built()
    (home / "in" / "a.txt").write_text("We present Wren, a parser for tables.", encoding="utf-8")
    assert pipeline.build(["in/a.txt"], "out", add=True).extracted == 1
    pipeline.build(["in"], "fresh", model="rules")
    for name in BYTES:
        assert Path("out", name).read_bytes() == Path("fresh", name).read_bytes(), name


def test_inputs_come_behind_the_parts(parts, home):
    pipeline.extract_parts("parts")
    (home / "z.txt").write_text("We present Wren, a parser for tables.", encoding="utf-8")
    pipeline.build(["z.txt"], "out", parts="parts")
    pipeline.build(["in", "z.txt"], "fresh", model="rules")
    for name in BYTES:
        assert Path("out", name).read_bytes() == Path("fresh", name).read_bytes(), name


def test_a_partition_that_was_cut_short_starts_over(parts, fresh):
    with pytest.raises(StoreError, match="there are parts here"):
        pipeline.partition(["in"], "parts")
    (parts / "ledger.jsonl.gz").unlink()
    (parts / "papers" / "9999.jsonl.gz").write_bytes(b"cut sho")
    with pytest.raises(StoreError, match="no parts are here yet"):
        pipeline.extract_parts("parts")
    pipeline.partition(["in"], "parts", size=3, model="rules")
    assert pipeline.extract_parts("parts").of == 3
    assert built() == fresh


def test_damaged_facts_are_told_and_made_again(parts, fresh):
    pipeline.extract_parts("parts")
    damaged = facts_of(parts) / "0002.jsonl.gz"
    damaged.write_bytes(damaged.read_bytes()[:-9])
    with pytest.raises(StoreError, match=r"0002.*remove it"):
        built()
    damaged.unlink()
    assert pipeline.extract_parts("parts").parts == 1
    assert built() == fresh


def test_what_cannot_be_shared_out_is_said(home):
    with pytest.raises(CorpusError, match="no paper could be read"):
        pipeline.partition(["in/c.pdf"], "parts")
    with pytest.raises(ExtractionError, match="no model"):
        pipeline.partition(["in"], "parts", model="nowhere")
    with pytest.raises(CorpusError, match="PDF"):
        pipeline.partition(["in"], "parts", strict=True)
    pipeline.partition(["in/a.txt"], "parts", model="rules", precision=0.5)
    with pytest.raises(ExtractionError, match="precision"):
        pipeline.extract_parts("parts")


def aged(file: Path) -> None:
    """Let a lease look as if its worker had died elsewhere."""
    file.write_text("elsewhere 1\n", encoding="utf-8")
    then = time.time() - STALE - 1
    os.utime(file, (then, then))


def test_a_lease_is_held_until_it_is_dropped_or_old(tmp_path):
    leases = Leases(tmp_path)
    lease = leases.take(["0001", "0002"])
    assert lease.name == "0001"
    assert leases.take(["0001"]) is None
    lease.drop()
    assert leases.take(["0001"]).name == "0001"
    file = tmp_path / "0001.lease.1"
    file.write_text("elsewhere 1\n", encoding="utf-8")
    assert leases.take(["0001"]) is None
    for number in range(2, TRIES + 1):
        aged(tmp_path / f"0001.lease.{number - 1}")
        assert leases.given_up(["0001"]) == []
        assert leases.take(["0001"]).name == "0001"
        assert leases.take(["0001"]) is None
    aged(tmp_path / f"0001.lease.{TRIES}")
    assert leases.take(["0001"]) is None
    assert leases.given_up(["0001", "0002"]) == ["0001"]
    leases.clear("0001")
    assert leases.take(["0001"]).name == "0001"


def test_a_beat_keeps_a_lease_young(tmp_path, monkeypatch):
    lease = Leases(tmp_path).take(["0001"])
    aged(tmp_path / "0001.lease.1")
    lease.beat()
    assert time.time() - (tmp_path / "0001.lease.1").stat().st_mtime > STALE
    monkeypatch.setattr(leasing, "BEAT", 0.0)
    lease.beat()
    assert Leases(tmp_path).take(["0001"]) is None
    lease.drop()
    lease.beat()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("dead", [False, True], ids=["free", "of dead workers"])
def test_of_many_at_once_one_has_each_part(tmp_path, dead):
    names = [f"{number:04}" for number in range(40)]
    for name in names if dead else ():
        aged(tmp_path / f"{name}.lease.1")
    start = threading.Barrier(8)
    taken: list[str] = []

    def work():
        start.wait()
        while lease := Leases(tmp_path).take(names):
            taken.append(lease.name)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == names
