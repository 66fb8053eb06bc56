"""Bad input gets a line that says what, where and what next; the good records go on."""

import os
from pathlib import Path

import pytest
from cli_run import Run

GOOD = "We present Loomix, a parser for tables."


def make(folder: Path, kind: str) -> str:
    """Make an input of a bad kind and return its name."""
    path = folder / kind
    match kind:
        case "empty":
            path.write_bytes(b"")
        case "binary":
            path.write_bytes(bytes(range(256)) * 8)
        case "unreadable":
            path.write_text(GOOD)
            path.chmod(0)
        case "folder":
            path.mkdir()
    return kind


KINDS = ("missing", "empty", "binary", "folder", "unreadable")


@pytest.mark.parametrize("kind", KINDS)
def test_alone_it_is_an_error(run: Run, tmp_path: Path, kind: str) -> None:
    if kind == "unreadable" and os.geteuid() == 0:
        pytest.skip("root reads every file")
    done = run("build", make(tmp_path, kind))
    assert done.returncode == 1
    assert kind in done.stderr
    assert not (tmp_path / "output" / "report.json").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_beside_a_good_file_the_good_one_is_built(run: Run, tmp_path: Path, kind: str) -> None:
    if kind == "unreadable" and os.geteuid() == 0:
        pytest.skip("root reads every file")
    (tmp_path / "good.txt").write_text(GOOD)
    bad = make(tmp_path, kind)
    done = run("build", bad, "good.txt")
    assert done.returncode == 3
    assert f"skipped {bad}" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("read 1, skipped 1")


def test_gaps_may_be_allowed_or_forbidden(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    assert run("build", "missing", "good.txt", "--lenient").returncode == 0
    assert run("build", "missing", "good.txt", "--strict").returncode == 1


def test_a_failed_build_leaves_the_old_graph(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    run("build", "good.txt")
    before = (tmp_path / "output/facts.jsonl").read_bytes()
    assert run("build", "missing.txt").returncode == 1
    assert (tmp_path / "output/facts.jsonl").read_bytes() == before
    assert run("stats").returncode == 0


def test_a_bad_facts_line_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "facts.jsonl").write_text('{"id": "a", "text": "Fine."}\n{oops\n')
    done = run("build", "--facts", "facts.jsonl")
    assert done.returncode == 3
    assert "facts.jsonl, line 2" in done.stderr
