"""Pages for the browser to open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from viewer_corpora import corpus

from factories import two_papers
from sciloom.viewer import render_page


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """Write a page and return its path."""

    def write(page: str) -> Path:
        path = tmp_path / "graph.html"
        path.write_text(page, encoding="utf-8")
        return path

    return write


@pytest.fixture
def page(written: Callable[[str], Path]) -> Path:
    """The page of the two hand-built papers."""
    return written(render_page(two_papers()))


@pytest.fixture(scope="module")
def corpus_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "graph.html"
    path.write_text(render_page(corpus(120, 700)), encoding="utf-8")
    return path
