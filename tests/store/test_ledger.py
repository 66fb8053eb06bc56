import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from factories import first_paper, second_paper
from sciloom.errors import StoreError
from sciloom.model import Paper, Skipped
from sciloom.store import Batch, ExtractionCache, Ledger, Removed, marks, read_ledger, write_ledger
from sciloom.store.ledger import LEDGER, SCHEMA

ODD = Paper(id="0\ud800", text="half a pair \ud800\u2028", abstract="", ids={"pmid": "007"})
WHOLE = Ledger(
    batches=(
        Batch(key="../a.bib", papers=(first_paper().paper, ODD), notes=("odd",)),
        Batch(key="bytes 0", skipped=(Skipped(file="b", place="line 1", reason="broken"),)),
        Batch(key="facts c", given=(first_paper(), second_paper())),
    ),
    removed=(Removed(id="x", iri="b:x", marks=frozenset({"doi 10.1234/x", "text 0"})),),
    options={"model": "rules", "merges": ["m.csv"]},
)


def test_a_ledger_is_read_back_whole(tmp_path: Path) -> None:
    assert read_ledger(tmp_path) is None
    write_ledger(tmp_path, WHOLE)
    assert read_ledger(tmp_path) == WHOLE
    one = (tmp_path / LEDGER).read_bytes()
    write_ledger(tmp_path, WHOLE)
    assert (tmp_path / LEDGER).read_bytes() == one


@pytest.mark.parametrize("damage", ["cut", "bits", "later", "other", "empty"])
def test_a_damaged_ledger_is_told(tmp_path: Path, damage: str) -> None:
    write_ledger(tmp_path, WHOLE)
    file = tmp_path / LEDGER
    data = file.read_bytes()
    match damage:
        case "cut":
            file.write_bytes(data[: len(data) // 2])
        case "bits":
            file.write_bytes(data[:40] + b"zzzz" + data[44:])
        case "later":
            head = {"schema": SCHEMA + 1, "options": {}, "removed": []}
            file.write_bytes(gzip.compress(json.dumps(head).encode()))
        case "other":
            file.write_bytes(gzip.compress(b"[1]\n"))
        case "empty":
            file.write_bytes(gzip.compress(b""))
    with pytest.raises(StoreError, match="cannot be read"):
        read_ledger(tmp_path)


def test_marks_tell_a_paper_wherever_it_is_read() -> None:
    paper = first_paper().paper
    assert marks("a", paper) & marks("b", Paper(id="y", text=paper.text, abstract=""))
    assert marks("a", paper) & marks("b", Paper(id="y", text="", abstract="", doi=paper.doi))
    later = Paper(id="y", text="", abstract="", ids={"arxiv": "2401.00001v2"})
    assert marks("a", paper) & marks("b", later)
    assert not marks("a", ODD) & marks("b", Paper(id="y", text="", abstract=""))


def test_the_cache_gives_back_what_it_took(tmp_path: Path) -> None:
    first, second = first_paper(), second_paper()
    with ExtractionCache(tmp_path / "cache", "one") as cache:
        assert not cache.holds(first.paper)
        assert not (tmp_path / "cache").exists()
        cache.put(first)
        cache.put(second)
        assert cache.added == 2
        assert cache.get(first.paper) == first
    with ExtractionCache(tmp_path / "cache", "one") as cache:
        # Of another paper with the same text; nothing that the paper says of itself is kept.
        same = Paper(id="other", text=second.paper.text, abstract="")
        assert cache.holds(same)
        assert cache.get(same) == replace(second, paper=same)
        cache.sweep()
        assert not cache.holds(first.paper)
    with ExtractionCache(tmp_path / "cache", "two") as cache:
        assert not cache.holds(second.paper)


def test_a_cache_that_cannot_stand_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with ExtractionCache(tmp_path / "cache", "one") as cache:
        cache.put(first_paper())
        assert cache.get(first_paper().paper) == first_paper()
