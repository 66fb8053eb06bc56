from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.errors import StoreError
from sciloom.facts import read_facts
from sciloom.resolve import resolve
from sciloom.store.search_index import search, write_index

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    write_index(folder, resolve(read_facts(GOLD)))
    return folder


def test_a_name_finds_its_concept_first(index: Path) -> None:
    hit = search(index, "wasserstein wormhole")[0]
    assert (hit.label, hit.kind) in {
        ("Wasserstein Wormhole", "Method"),
        ("Wasserstein Wormhole", "Paper"),
    }


def test_claims_and_aliases_are_found(index: Path) -> None:
    kinds = {hit.kind for hit in search(index, "toxicity score")}
    assert {"Claim", "Metric", "Paper"} <= kinds
    assert any(hit.label == "multidimensional scaling" for hit in search(index, "MDS"))


def test_nothing_is_found_by_nothing(index: Path) -> None:
    assert search(index, " …!") == ()
    assert search(index, "zzzzzz") == ()


def test_a_missing_index_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no search index"):
        search(tmp_path, "anything")


@given(text=st.text(max_size=40))
def test_no_text_breaks_the_search(index: Path, text: str) -> None:
    search(index, text)
    search(index, f'optimal" OR {text}')
