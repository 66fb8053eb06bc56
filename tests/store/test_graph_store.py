import subprocess
import sys
from pathlib import Path

import pytest

from factories import first_paper, second_paper, two_papers
from sciloom.errors import StoreError
from sciloom.rdf import BuildInfo, to_nquads, to_quads
from sciloom.store import GraphStore, StoreWriter, graph_store, write_store
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


@pytest.mark.parametrize("share", [1, 1 << 20])
def test_what_was_written_by_the_way_is_the_same(
    path: Path, tmp_path: Path, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_store, "_BYTES", share)
    nquads = list(to_nquads(two_papers(), build=BUILD))
    with StoreWriter(tmp_path / "other") as store:
        assert list(store.load(nquads)) == nquads
    found = GraphStore.open(tmp_path / "other")
    assert list(found.quads()) == list(GraphStore.open(path).quads())


def test_what_a_thread_met_is_told(tmp_path: Path) -> None:
    class Full:
        def bulk_load(self, *_: object, **__: object) -> None:
            raise OSError("no space")

    def write() -> None:
        with StoreWriter(tmp_path / "store") as store:
            store._store = Full()  # type: ignore[assignment]
            list(store.load([b""]))

    with pytest.raises(StoreError, match="cannot be written: no space"):
        write()


def test_a_block_that_fails_tells_its_own_error(tmp_path: Path) -> None:
    def write() -> None:
        with StoreWriter(tmp_path / "store") as store:
            list(store.load(to_nquads(two_papers(), build=BUILD)))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()


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
    with pytest.raises(StoreError, match="there is something here"):
        StoreWriter(path)
    with pytest.raises(StoreError, match="file"):
        write_store(tmp_path / "file", ())
