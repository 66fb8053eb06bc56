"""A full disk, or no memory: nothing is lost, a line says what to do, the next build is whole."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from sciloom import pipeline
from sciloom.store import OutputFolder

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"
BYTES = ("facts.jsonl", "graph.ttl", "graph.html")
MAKE_ROOM = "make room"
PAPERS = 57


@pytest.fixture(scope="module")
def seeds() -> list[str]:
    """Enough text for two processes, and for a store that a small disk does not take."""
    return sorted(map(str, SEEDS.glob("*.txt")))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory, seeds):
    """What a build makes of them."""
    folder = tmp_path_factory.mktemp("fresh")
    pipeline.build(seeds, folder / "out", model="rules")
    return {name: (folder / "out" / name).read_bytes() for name in BYTES}


class Disk:
    """A small disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def resize(self, kilobytes: int) -> None:
        self._mount("-o", f"remount,size={kilobytes}k")

    def fill(self, kilobytes: int = 0) -> Path:
        """Leave so much room."""
        filling = self.path / "filling"
        with filling.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        os.truncate(filling, filling.stat().st_size - 1024 * kilobytes)
        return filling

    def _mount(self, *options: str) -> None:
        subprocess.run(["mount", *options, self.path], check=True)


@pytest.fixture
def one(tmp_path) -> list[str]:
    """A file with one paper."""
    file = tmp_path / "one.txt"
    file.write_text("We propose Loomix, a parser for tables.", encoding="utf-8")
    return [str(file)]


@pytest.fixture
def disk(tmp_path):
    """A disk of 1.5 MB: it holds the graph of a paper."""
    path = tmp_path / "disk"
    path.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", path],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    yield Disk(path)
    # Lazily: what this process opened on it may not be closed yet.
    subprocess.run(["umount", "--lazy", path], check=True)


def sciloom(*arguments: str | Path) -> str:
    """Run a command that fails; return the line that says why."""
    return failing(sys.executable, "-m", "sciloom.cli", *arguments)


def failing(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("sciloom: ")
    return line


def whole(out: Path, fresh: dict[str, bytes]) -> bool:
    OutputFolder(out).check(full=True)
    return {name: (out / name).read_bytes() for name in BYTES} == fresh


def test_a_disk_that_the_graph_fills_keeps_the_old_one_and_what_was_extracted(
    disk, one, seeds, fresh
):
    out = disk.path / "out"
    disk.resize(4000)
    pipeline.build(one, out, model="rules")
    before = {name: (out / name).read_bytes() for name in BYTES}
    words = sciloom("build", *seeds, "-o", out, "--model", "rules")
    assert MAKE_ROOM in words
    assert whole(out, before)
    disk.resize(20_000)
    assert pipeline.build(seeds, out, model="rules").extracted == 0
    assert whole(out, fresh)


def test_a_full_disk_ends_the_extraction_at_once_and_loses_nothing(disk, one, seeds, fresh):
    out = disk.path / "out"
    pipeline.build(one, out, model="rules")
    filling = disk.fill(100)
    for _ in range(2):  # what is full at once keeps what it holds
        words = sciloom("build", *seeds, "-o", out, "--model", "rules")
        assert MAKE_ROOM in words
        assert ".cache" in words
    filling.unlink()
    disk.resize(20_000)
    assert pipeline.build(seeds, out, model="rules").extracted in range(1, PAPERS)
    assert whole(out, fresh)


def test_a_worker_on_a_full_disk_gives_its_part_back(disk, seeds, fresh, tmp_path):
    parts = disk.path / "parts"
    pipeline.partition(seeds, parts, size=30, model="rules")
    filling = disk.fill()
    assert MAKE_ROOM in sciloom("extract", parts)
    assert not list(parts.glob("facts/*/000*"))
    filling.unlink()
    assert pipeline.extract_parts(parts).parts == 2
    pipeline.build([], tmp_path / "out", parts=parts)
    assert whole(tmp_path / "out", fresh)


#: Runs a command that asks for more than its limit once it got so far. In Python: native code that
#: finds no memory may end the process without a word.
LIMITED = """
import resource, sys
from contextlib import contextmanager
from pathlib import Path
from sciloom.cli import build, main

*_, stage, number = sys.argv
del sys.argv[-2:]

@contextmanager
def progress():
    def watch(at, done, total):
        if (at, done) == (stage, int(number)):
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            most = pages * resource.getpagesize() + 2**28
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            bytearray(2**29)
    yield watch

build.progress = progress
main.main()
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize(
    ("stage", "number"), [("reading papers", 10), ("resolving", 0)], ids=["reading", "resolving"]
)
def test_without_memory_a_build_says_so_and_goes_on(tmp_path, seeds, fresh, stage, number):
    out = tmp_path / "out"
    command = ["build", *seeds, "-o", out, "--model", "rules", "--jobs", "1"]
    words = failing(sys.executable, "-c", LIMITED, *command, stage, str(number))
    assert "memory ran out" in words
    left = PAPERS - number if number else 0
    assert pipeline.build(seeds, out, model="rules").extracted == left
    assert whole(out, fresh)


#: Runs a command one of whose processes is killed, as a kernel does that has no memory left.
BEREFT = """
import multiprocessing
from contextlib import contextmanager
from sciloom.cli import build, main

@contextmanager
def progress():
    def watch(at, done, total):
        if (at, done) == ("reading papers", 5):
            multiprocessing.active_children()[0].kill()
    yield watch

build.progress = progress
main.main()
"""


def test_a_build_that_loses_a_process_says_so_and_goes_on(tmp_path, seeds, fresh):
    out = tmp_path / "out"
    command = ["build", *seeds, "-o", out, "--model", "rules", "--jobs", "2"]
    words = failing(sys.executable, "-c", BEREFT, *command)
    assert "died" in words
    assert "--jobs" in words
    assert pipeline.build(seeds, out, model="rules").extracted in range(1, PAPERS - 4)
    assert whole(out, fresh)


def test_a_process_that_finds_no_memory_says_so(tmp_path, seeds, monkeypatch):
    """Libraries say it in words of their own."""
    from sciloom.errors import ExtractionError

    def starved(*_):
        raise RuntimeError("Exception during loading: std::bad_alloc")

    monkeypatch.setattr("sciloom.nlp.make_pipeline", starved)
    with pytest.raises(ExtractionError, match="memory ran out"):
        pipeline.build(seeds, tmp_path / "out", model="rules")
