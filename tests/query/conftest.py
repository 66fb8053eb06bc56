from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from factories import claim, entity, first_paper, resolved, second_paper
from sciloom.model import Extraction, Paper
from sciloom.rdf import BuildInfo, to_quads
from sciloom.store import write_store


def third_paper() -> Extraction:
    """A paper that proposes nothing, and says that something does not beat YN."""
    beaten = "Loom does not beat YN on KnotBank."
    called = 'Loom is called\x1b[31m "safe\\"\t\u202efor knots.'
    text = f"{beaten} {called}"
    return Extraction(
        paper=Paper(id="third.txt#1", text=text, abstract=text),
        entities=(
            entity(text, "Loom", type="Method"),
            entity(text, "YN", type="Method", role="compared"),
            entity(text, "KnotBank", type="Dataset", role="evaluated"),
        ),
        claims=(
            replace(claim(text, beaten, "Improvement", "Loom", comparators=("YN",)), negated=True),
            claim(text, called, "Finding", "Loom"),
        ),
    )


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graph") / "store"
    resolution = resolved(first_paper(), second_paper(), third_paper())
    build = BuildInfo(version="1.0", pipeline="test-1", digest="0" * 64)
    write_store(path, to_quads(resolution, build=build))
    return path
