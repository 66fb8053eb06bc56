import subprocess
import sys
from pathlib import Path

import pytest

from factories import first_paper, second_paper, two_papers
from sciloom.errors import StoreError
from sciloom.rdf import BuildInfo, to_quads
from sciloom.store import GraphStore, write_store
from sciloom.vocab import paper_iri

BUILD = BuildInfo(version="1", pipeline="rules", digest="abc")
FIRST, SECOND = paper_iri(first_paper().paper), paper_iri(second_paper().paper)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_store(tmp_path / "store", to_quads(two_papers(), build=BUILD))
    return tmp_path / "store"


def test_what_was_written_is_read_back_in_order(path: Path) -> None:
    written = list(to_quads(two_papers(), build=BUILD))
    store = GraphStore.open(path)
    assert list(store.quads()) == written
    assert len(store) == len(written)
    assert store.papers() == sorted((FIRST, SECOND))
    assert store.build_digest() == "abc"


def test_two_processes_read_one_store(path: Path) -> None:
    store = GraphStore.open(path)
    code = (
        "import sys; from pathlib import Path; from sciloom.store import GraphStore\n"
        "print(len(GraphStore.open(Path(sys.argv[1]))))"
    )
    other = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert int(other.stdout) == len(store)


def test_a_reader_cannot_write(path: Path) -> None:
    reader = GraphStore.open(path)
    with pytest.raises(RuntimeError, match="read-write"):
        reader.query_store.clear()


def test_no_store(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for name in ("absent", "file", "folder", "file/inside"):
        with pytest.raises(StoreError, match="no store is here"):
            GraphStore.open(tmp_path / name)
    assert not (tmp_path / "absent").exists()


def test_a_store_is_written_only_where_nothing_is(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is something here"):
        write_store(path, ())
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        write_store(tmp_path / "file", ())
