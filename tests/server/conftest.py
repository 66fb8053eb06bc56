"""Servers for the tests: one on two hand-built papers, one on a few hundred with tight limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from served import DEADLINE, Server, many_papers, serving, write_build

from factories import two_papers


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of the two papers; nobody writes to it."""
    path = tmp_path_factory.mktemp("two-papers")
    write_build(path, two_papers())
    return path


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    """A server on the two papers."""
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An output folder with papers enough for a query to take for ever."""
    path = tmp_path_factory.mktemp("many-papers")
    write_build(path, many_papers(200))
    return path


@pytest.fixture(scope="session")
def hardened(crowded: Path) -> Iterator[Server]:
    """A server with tight limits."""
    with serving(crowded, "--timeout", str(DEADLINE), "--memory", "1.5") as running:
        yield running
