import subprocess
import sys
from pathlib import Path

import pytest

from factories import first_paper, second_paper, two_papers
from sciloom.errors import StoreError
from sciloom.rdf import BuildInfo, to_quads
from sciloom.resolve import resolve
from sciloom.store import GraphStore, write_store
from sciloom.vocab import paper_graph, paper_iri

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
        reader.remove_paper(FIRST)


def test_a_paper_can_be_removed_and_put_back(path: Path) -> None:
    before = list(GraphStore.open(path).quads())
    store = GraphStore.open(path, writable=True)
    store.remove_paper(FIRST)
    assert store.papers() == [SECOND]
    assert paper_graph(FIRST) not in store.graphs()
    alone = to_quads(resolve((first_paper(),)), build=BUILD)
    store.replace_paper(FIRST, (q for q in alone if str(q.graph_name) == f"<{FIRST}/graph>"))
    assert list(store.quads()) == before


def test_quads_of_another_graph_are_refused(path: Path) -> None:
    store = GraphStore.open(path, writable=True)
    before = list(store.quads())
    with pytest.raises(ValueError, match="graph"):
        store.replace_paper(FIRST, to_quads(two_papers(), build=BUILD))
    assert list(store.quads()) == before


def test_no_store(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for name in ("absent", "file", "folder", "file/inside"):
        with pytest.raises(StoreError, match="no store is here"):
            GraphStore.open(tmp_path / name)
        with pytest.raises(StoreError, match="no store is here"):
            GraphStore.open(tmp_path / name, writable=True)
    assert not (tmp_path / "absent").exists()


def test_a_store_is_written_only_where_nothing_is(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is something here"):
        write_store(path, ())
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        write_store(tmp_path / "file", ())


def test_a_second_writer_is_refused(path: Path) -> None:
    first = GraphStore.open(path, writable=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        GraphStore.open(path, writable=True)
    assert first.papers()
