from __future__ import annotations

from pathlib import Path

import pytest

from factories import two_papers
from sciloom.rdf import BuildInfo, to_quads
from sciloom.store import write_store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graph") / "store"
    build = BuildInfo(version="1.0", pipeline="test-1", digest="0" * 64)
    write_store(path, to_quads(two_papers(), build=build))
    return path
