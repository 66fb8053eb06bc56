"""Rulings in the output folder hold through every build, and a card tells of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sciloom
from sciloom import pipeline


def facts(home: Path, *names: str) -> Path:
    """Write a paper that uses each name."""
    path = home / f"{names[0]}.jsonl"
    entities = ({"name": name, "type": "Method", "role": "used"} for name in names)
    lines = ({"id": e["name"], "text": f"We run {e['name']}.", "entities": [e]} for e in entities)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def concepts(folder: Path) -> set[str]:
    return {concept.iri.rpartition("/")[2] for concept in sciloom.open(folder).methods()}


@pytest.fixture
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "output"
    pipeline.build([], folder, facts=[facts(tmp_path, "kernel trick", "LoRA")])
    (folder / "merges.csv").write_text("name,same_as\nkernel trick,Mercer map\n", "utf-8")
    (folder / "splits.csv").write_text("name,not_same_as\nLoRA,LoRA method\n", "utf-8")
    return folder


def test_rulings_survive_what_is_added_removed_and_built_anew(output: Path, tmp_path: Path) -> None:
    ruled = {"kernel-trick", "lora", "lora-method"}
    more = facts(tmp_path, "Mercer map", "LoRA method")
    pipeline.build([], output, add=True, facts=[more])
    assert concepts(output) == ruled
    pipeline.remove(["Mercer map"], output)
    assert concepts(output) == ruled
    pipeline.build([], output, facts=[tmp_path / "kernel trick.jsonl", more])
    assert concepts(output) == ruled
    (output / "merges.csv").unlink()
    (output / "splits.csv").unlink()
    pipeline.build([], output, facts=[tmp_path / "kernel trick.jsonl", more])
    assert concepts(output) == {"kernel-trick", "mercer-map", "lora"}


def test_a_card_tells_why_each_name_is_here(output: Path, tmp_path: Path) -> None:
    more = facts(tmp_path, "Mercer map", "kernel tricks")
    pipeline.build([], output, add=True, facts=[more])
    card = sciloom.open(output).card("concept/kernel-trick")
    sections = {s.heading: s.lines for s in card.sections}
    assert sections["also called"] == ("kernel tricks: same words",)
    assert sections["merged"] == ("Mercer map: merges.csv, line 2 (1; 1 paper)",)
