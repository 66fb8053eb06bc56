import gzip
import hashlib
import json
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Store, parse

from factories import two_papers
from sciloom.rdf import BuildInfo, to_quads, write_parts

QUADS = list(to_quads(two_papers(), build=BuildInfo(version="0", pipeline="given", digest="d")))


def test_parts_hold_every_quad_once(tmp_path: Path) -> None:
    said = write_parts([*QUADS, QUADS[-1]], tmp_path / "parts", build="d", size=100)
    files = sorted((tmp_path / "parts").glob("part-*.nq.gz"))
    assert [file.name for file in files] == [part["name"] for part in said["files"]]
    assert [part["quads"] for part in said["files"][:-1]] == [100] * (len(files) - 1)
    read = [
        quad
        for file in files
        for quad in parse(gzip.decompress(file.read_bytes()), RdfFormat.N_QUADS)
    ]
    assert len(read) == said["quads"] == len(set(QUADS))
    assert set(read) == set(QUADS)


def test_the_manifest_proves_the_files(tmp_path: Path) -> None:
    write_parts(QUADS, tmp_path, build="d", size=150)
    said = json.loads((tmp_path / "manifest.json").read_text())
    assert said["build"] == "d"
    for part in said["files"]:
        data = (tmp_path / part["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (part["bytes"], part["sha256"])


def test_the_same_quads_are_the_same_bytes(tmp_path: Path) -> None:
    def written(folder: Path) -> dict[str, bytes]:
        write_parts(QUADS, folder, build="d", size=80)
        return {file.name: file.read_bytes() for file in folder.iterdir()}

    assert written(tmp_path / "a") == written(tmp_path / "b")


def test_another_export_replaces_the_first(tmp_path: Path) -> None:
    write_parts(QUADS, tmp_path, build="d", size=50)
    write_parts(QUADS, tmp_path, build="d", size=10_000)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["manifest.json", "part-00000.nq.gz"]


def test_files_of_others_are_let_be(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    (tmp_path / "manifest.json").write_text("[1]")
    with pytest.raises(FileExistsError, match="empty folder"):
        write_parts(QUADS, tmp_path, build="d")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["manifest.json", "thesis.tex"]


def test_oxigraph_loads_what_is_unpacked(tmp_path: Path) -> None:
    write_parts(QUADS, tmp_path, build="d", size=100)
    store = Store()
    for file in tmp_path.glob("*.nq.gz"):
        store.bulk_load(gzip.decompress(file.read_bytes()), format=RdfFormat.N_QUADS)
    assert len(store) == len(set(QUADS))
