"""How the claim classifier is trained, on papers made here."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import numpy as np

from sciloom.nlp.claims.hashes import hashes_of
from sciloom.training import claims_linear, linear

if TYPE_CHECKING:
    from pathlib import Path

GAIN = "{name} outperforms all baselines by 3 points."
BACKGROUND = "Reading text is an old problem of many fields."


def write_papers(path: Path) -> Path:
    lines = []
    for i in range(10):
        name = f"Net{chr(65 + i)}"
        gain = GAIN.format(name=name)
        entity = {
            "name": name,
            "surface": [name],
            "type": "Method",
            "role": "proposed",
            "named": True,
        }
        claim = {"quote": gain, "type": "Improvement"}
        paper = {
            "id": f"venue{i % 5}-{i}",
            "text": f"{BACKGROUND} {gain}",
            "entities": [entity],
            "claims": [claim],
        }
        lines.append(json.dumps(paper))
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_learns_and_repeats_itself(tmp_path: Path) -> None:
    papers = write_papers(tmp_path / "papers.jsonl")
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    for output in (first, second):
        assert claims_linear.main([str(papers), "-o", str(output)]) == 0
    assert first.read_bytes() == second.read_bytes()
    with np.load(first) as stored:
        known = dict(zip(stored["hashes"].tolist(), stored["weights"][:, 0].tolist(), strict=True))
    gain, background = hashes_of(["w outperforms", "w problem"]).tolist()
    assert known[gain] > 0 > known[background]


def test_a_teacher_is_believed_by_its_chances() -> None:
    rows = [
        claims_linear.Example([(f"w {word}", 1.0)], (), -1, (claim, *kinds))
        for word, claim, kinds in (
            ("sure", 0.9, (0.8, 0.1, 0.0, 0.0, 0.0, 0.0)),
            ("other", 0.1, (0.0, 0.1, 0.0, 0.0, 0.0, 0.0)),
        )
        for _ in range(2000)
    ]
    names = ["w other", "w sure"]
    weights = claims_linear.fit(rows, names)
    totals = linear.matrix([rows[0].features, rows[-1].features], names).times(weights)
    (sure, other), improvement = totals[:, 0], totals[0, 1]
    assert np.isclose(1 / (1 + np.exp(-sure)), 0.9, atol=0.05)
    assert np.isclose(1 / (1 + np.exp(-other)), 0.1, atol=0.05)
    assert np.isclose(1 / (1 + np.exp(-improvement)), 0.8 / 0.9, atol=0.05)


def test_annotated_abstracts_teach_once(tmp_path: Path) -> None:
    texts = [f"Abstract {i}. " + "It reads. " * 60 for i in range(3)]
    file = tmp_path / "abstracts.jsonl.gz"
    lines = [json.dumps({"abstract": text}) for text in (*texts, "Short.", None)]
    file.write_bytes(gzip.compress("\n".join(lines).encode()))
    found = claims_linear.unlabelled(file, [{"text": texts[1]}])
    assert sorted(found) == [texts[0], texts[2]]


def test_minimum_of_a_bowl() -> None:
    centre = np.array([3.0, -2.0, 0.5])
    found = linear.minimise(
        lambda x: (float(((x - centre) ** 2).sum()), 2 * (x - centre)), np.zeros(3)
    )
    assert np.allclose(found, centre, atol=1e-3)


def test_venues_stay_in_one_fold(tmp_path: Path) -> None:
    text = write_papers(tmp_path / "papers.jsonl").read_text("utf-8")
    rows = claims_linear.examples([json.loads(line) for line in text.splitlines()])
    assert {row.fold for row in rows} == set(range(claims_linear.FOLDS))
    assert [row.types for row in rows[:2]] == [(), ("Improvement",)]
