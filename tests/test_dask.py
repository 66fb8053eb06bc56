"""A Dask cluster of real processes, one of them killed in mid-job, gives the bytes of one build."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from sciloom import pipeline
from sciloom.errors import ExtractionError, StoreError

pytest.importorskip("distributed", reason="needs the extra dask")
from distributed import Client, KilledWorker, LocalCluster

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
BYTES = ("facts.jsonl", "graph.ttl", "graph.html")


@pytest.fixture(scope="module")
def client():
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def parts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = [f"We propose Fox{k}, a pruning method. It beats Fox by {k}.5 %." for k in range(8)]
    Path("in.txt").write_text("\n\n".join(texts), encoding="utf-8")
    pipeline.partition(["in.txt"], "parts", size=1, model="rules")
    return tmp_path / "parts"


def test_a_worker_that_is_killed_changes_no_byte(client, parts):
    (first, *_) = client.run(os.getpid).values()
    killed: list[int] = []

    def watch(stage, done, total):
        # With one part done, others are with both workers.
        if not killed and 0 < done < total:
            os.kill(first, signal.SIGKILL)
            killed.append(first)

    assert pipeline.extract_on_dask(parts, client, watch=watch).parts == 8
    assert killed == [first]
    assert first not in client.run(os.getpid).values()
    pipeline.build([], "out", parts=parts)
    pipeline.build(["in.txt"], "fresh", model="rules")
    for name in BYTES:
        assert Path("out", name).read_bytes() == Path("fresh", name).read_bytes(), name


def test_the_command_goes_on_with_what_is_left(client, parts):
    pipeline.extract_parts(parts)
    facts = sorted(parts.glob("facts/*/*.jsonl.gz"))
    held = facts[3].read_bytes()
    facts[3].unlink()
    address = client.scheduler.address
    command = [sys.executable, "-m", "sciloom.cli", "extract", "parts", "--dask", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("extracted 1 of 8 parts, 1 papers")
    assert facts[3].read_bytes() == held


def test_a_part_that_ends_every_worker_is_told(client, parts, monkeypatch):
    """As Dask tells it, which blames all parts that were with a worker when it died."""

    def reading():
        def read(papers, model, precision):
            from sciloom.pipeline.part_worker import extract_part

            guilty, beside = ("Fox0" in papers[0]["text"], "Fox1" in papers[0]["text"])
            if guilty or (beside and not blamed.exists()):
                blamed.touch()
                raise KilledWorker("read", SimpleNamespace(address="here"), 3)
            return extract_part(papers, model, precision)

        return read

    blamed = parts / "blamed"
    monkeypatch.setattr("sciloom.pipeline.on_dask.reading", reading)
    with pytest.raises(ExtractionError, match=r"1 parts ended several workers each.*: 0001 "):
        pipeline.extract_on_dask(parts, client)
    assert len(list(parts.glob("facts/*/*.jsonl.gz"))) == 7


def test_a_worker_of_another_version_is_told(client, parts, monkeypatch):
    monkeypatch.setattr("sciloom.pipeline.part_worker.stamp", lambda *_: "another")
    with pytest.raises(ExtractionError, match="another version"):
        pipeline.extract_on_dask(parts, client)
    with pytest.raises(StoreError, match="8 of 8 parts"):
        pipeline.build([], "out", parts=parts)


def test_a_worker_without_sciloom_is_told(client, parts, monkeypatch):
    monkeypatch.setattr("sciloom.pipeline.on_dask.reading", lambda: bare)
    with pytest.raises(ExtractionError, match=r"No module named 'sciloom'.*install"):
        pipeline.extract_on_dask(parts, client)


def bare(papers, model, precision):
    """Do as where sciloom is not installed."""
    raise ModuleNotFoundError("No module named 'sciloom'")


def test_a_scheduler_that_does_not_answer_is_told(parts):
    with pytest.raises(ExtractionError, match="no Dask scheduler answers"):
        pipeline.extract_on_dask(parts, "nowhere")
