from __future__ import annotations

from pathlib import Path

import pytest

from sciloom.corpus import read_papers
from sciloom.model import Paper, Skipped


class Folder:
    """A folder of inputs; reading collects what is skipped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.skipped: list[Skipped] = []

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def read(self, *inputs: str) -> list[Paper]:
        places = [place if place == "-" else str(self.path / place) for place in inputs]
        return list(read_papers(places, on_skip=self.skipped.append))

    def paper(self, name: str, content: str | bytes) -> Paper:
        self.write(name, content)
        (paper,) = self.read(name)
        return paper


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)
