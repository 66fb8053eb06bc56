"""The command line as its user runs it: a process in a folder."""

import subprocess
from functools import partial
from pathlib import Path

import pytest
from cli_run import Run, sciloom

TEXT = """Two abstracts

We present Loomix, a parser for tables. Loomix outperforms YarnNet by 3.5 points in accuracy.

We study YarnNet. Code is available.
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run ``sciloom`` with arguments in a fresh folder."""
    return partial(sciloom, tmp_path)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two abstracts and the graph built of them, for commands that read."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "two.txt").write_text(TEXT, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """The build in that folder."""
    return sciloom(folder, "build", "two.txt")


@pytest.fixture
def built(folder: Path, build: subprocess.CompletedProcess[str]) -> Run:
    """Run ``sciloom`` in the folder that holds a graph."""
    assert build.returncode == 0
    return partial(sciloom, folder)
