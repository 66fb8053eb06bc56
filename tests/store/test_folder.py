import errno
import json
import os
import shutil
import subprocess
import sys
import textwrap
from contextlib import suppress
from pathlib import Path

import pytest

from factories import two_papers
from sciloom.errors import StoreError
from sciloom.rdf import BuildInfo, to_quads
from sciloom.store import FACTS, PAGE, REPORT, STORE, TURTLE, OutputFolder, write_store

TESTS = Path(__file__).parents[1]
FILES = (FACTS, TURTLE, PAGE)


def build(path: Path, digest: str, *, files: tuple[str, ...] = FILES) -> None:
    """Put a graph there whose every piece carries ``digest``."""
    info = BuildInfo(version="1", pipeline="rules", digest=digest)
    with OutputFolder(path).building() as stage:
        for name in files:
            stage.path(name).write_text(f"{name} of {digest}")
        write_store(stage.path(STORE), to_quads(two_papers(), build=info))
        stage.commit({"papers": 2})


def copy(source: Path, path: Path) -> None:
    """Build what stands in ``source`` again."""
    with OutputFolder(path).building() as stage:
        for name in FILES:
            shutil.copy(source / name, stage.path(name))
        shutil.copytree(source / STORE, stage.path(STORE))
        stage.commit({"papers": 2})


def state(path: Path) -> str:
    """Open and check the folder whole; return the digest that all its pieces carry."""
    folder = OutputFolder(path)
    report = folder.check(full=True)
    digest = report["build"]
    assert folder.open().build_digest() == digest
    for name in report["files"]:
        assert (path / name).read_text() == f"{name} of {digest}"
    return str(digest)


def test_a_build_leaves_its_pieces_and_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    (tmp_path / ".gitkeep").touch()
    build(tmp_path, "one")
    build(tmp_path, "two")
    assert state(tmp_path) == "two"
    assert (tmp_path / "README.md").read_text() == "mine"
    assert {p.name for p in tmp_path.iterdir()} == {
        *FILES, STORE, REPORT, "README.md", ".gitkeep", ".lock",
    }  # fmt: skip
    report = json.loads((tmp_path / REPORT).read_text())
    assert (report["schema"], report["build"], report["papers"]) == (1, "two", 2)


def test_a_piece_that_the_later_build_lacks_goes(tmp_path: Path) -> None:
    build(tmp_path, "one")
    build(tmp_path, "two", files=(FACTS, TURTLE))
    assert state(tmp_path) == "two"
    assert not (tmp_path / PAGE).exists()


def test_a_build_that_fails_leaves_the_old_graph(tmp_path: Path) -> None:
    build(tmp_path, "one")
    with suppress(RuntimeError), OutputFolder(tmp_path).building() as stage:
        stage.path(FACTS).write_text("half")
        raise RuntimeError
    assert state(tmp_path) == "one"
    assert not (tmp_path / ".next").exists()


def test_a_build_that_fails_leaves_no_folder_of_its_own(tmp_path: Path) -> None:
    with suppress(RuntimeError), OutputFolder(tmp_path / "out").building():
        raise RuntimeError
    assert not (tmp_path / "out").exists()


#: For each step N a fork puts "two" over a copy of "one" and dies just before its Nth change to the
#: disk; ends with the first that lives. Forks before any store is open: RocksDB has threads.
CRASHER = """
    import os, shutil, sys
    from pathlib import Path
    sys.path[:0] = sys.argv[2:]
    import test_folder

    def dying(real):
        def call(*args, **options):
            global left
            left -= 1
            if not left:
                os._exit(9)
            return real(*args, **options)
        return call

    root = Path(sys.argv[1])
    status = step = 1
    while status:
        path = root / f"out{step:03}"
        shutil.copytree(root / "one", path)
        if not (pid := os.fork()):
            left = step
            os.fsync = lambda _: None  # slow, and a dead process loses nothing
            for name in ("replace", "mkdir", "unlink", "rmdir", "fsync"):
                setattr(os, name, dying(getattr(os, name)))
            test_folder.copy(root / "two", path)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert status in (0, 9), status
        step += 1
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_crash_at_any_step_leaves_one_graph_whole(tmp_path: Path) -> None:
    build(tmp_path / "one", "one")
    build(tmp_path / "two", "two")
    code = [sys.executable, "-c", textwrap.dedent(CRASHER), str(tmp_path)]
    subprocess.run([*code, str(TESTS), str(TESTS / "store")], check=True, timeout=120)
    states = []
    for path in sorted(tmp_path.glob("out*")):
        states.append(state(path))
        with OutputFolder(path).building():
            pass
        assert state(path) == states[-1]
        assert not list(path.glob(".[no]*"))
    assert sorted(set(states)) == ["one", "two"]
    assert states == sorted(states), "once a build stands it never falls back"


def test_a_swap_cut_short_between_two_pieces_is_mended_by_a_reader(tmp_path: Path) -> None:
    build(tmp_path / "one", "one")
    build(tmp_path / "two", "two")
    mixed = tmp_path / "one"
    (tmp_path / "two").rename(mixed / ".next")
    (mixed / ".next" / FACTS).replace(mixed / FACTS)
    (mixed / STORE).rename(mixed / ".old")
    assert state(mixed) == "two"


def test_a_second_build_at_once_is_refused(tmp_path: Path) -> None:
    with (
        OutputFolder(tmp_path).building(),
        pytest.raises(StoreError, match="another command is writing here"),
        OutputFolder(tmp_path).building(),
    ):
        raise AssertionError("two builds at once")


def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    code = (
        "import os, sys; from sciloom.store import OutputFolder\n"
        "with OutputFolder(sys.argv[1]).building() as stage: os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, timeout=60)
    assert done.returncode == 9
    assert (tmp_path / ".next").exists()
    build(tmp_path, "one")
    assert state(tmp_path) == "one"


def edit_report(path: Path, **changes: object) -> None:
    report = json.loads((path / REPORT).read_text())
    (path / REPORT).write_text(json.dumps(report | changes))


def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    build(whole, "one")

    def said(change: str) -> str:
        path = tmp_path / change
        shutil.copytree(whole, path)
        match change:
            case "empty":
                shutil.rmtree(path)
                path.mkdir()
            case "absent":
                shutil.rmtree(path)
            case "file":
                shutil.rmtree(path)
                path.write_text("")
            case "lost":
                (path / TURTLE).unlink()
            case "grown":
                (path / FACTS).write_text("more than there was")
            case "later":
                edit_report(path, schema=99)
            case "foreign":
                (path / REPORT).write_text("[1, 2]")
            case "garbled":
                (path / REPORT).write_bytes(b"\xff{")
            case "mixed":
                edit_report(path, build="another")
            case "no store":
                shutil.rmtree(path / STORE)
            case "damaged":
                next((path / STORE).glob("MANIFEST*")).write_bytes(b"zzz")
        with pytest.raises(StoreError) as caught:
            OutputFolder(path).open()
        assert caught.value.where.startswith(str(path))
        assert caught.value.next
        assert "\n" not in str(caught.value)
        return caught.value.what

    assert said("empty") == said("absent") == said("file") == "no graph is here yet"
    assert said("lost") == "graph.ttl is missing"
    assert said("grown") == "facts.jsonl is not the one that was built"
    assert said("later") == "a later sciloom built this graph"
    assert said("foreign") == "report.json is not sciloom's"
    assert said("garbled").startswith("report.json cannot be read")
    assert said("mixed") == "the store is of another build than its files"
    assert said("no store") == "no store is here"
    assert said("damaged").startswith("the store cannot be opened")


def test_full_check_reads_every_byte(tmp_path: Path) -> None:
    build(tmp_path, "one")
    text = (tmp_path / FACTS).read_text()
    (tmp_path / FACTS).write_text(text[::-1])
    OutputFolder(tmp_path).check()
    with pytest.raises(StoreError, match=r"facts\.jsonl is not the one"):
        OutputFolder(tmp_path).check(full=True)


def test_files_by_our_names_that_are_not_ours_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / STORE).mkdir()
    (tmp_path / STORE / "stock.txt").write_text("mine")
    with pytest.raises(StoreError, match="sciloom would overwrite it"):
        build(tmp_path, "one")
    assert (tmp_path / STORE / "stock.txt").read_text() == "mine"


def test_a_build_replaces_a_damaged_graph(tmp_path: Path) -> None:
    build(tmp_path, "one")
    (tmp_path / REPORT).write_bytes(b"\xff{")
    build(tmp_path, "two")
    assert state(tmp_path) == "two"


def test_a_path_that_is_a_file_takes_no_build(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="no folder can be made"):
        build(tmp_path / "file", "one")


def test_a_full_disk_is_a_store_error(tmp_path: Path) -> None:
    build(tmp_path, "one")
    with (
        pytest.raises(StoreError, match="No space left"),
        OutputFolder(tmp_path).building(),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert state(tmp_path) == "one"


def test_an_open_store_outlives_a_build(tmp_path: Path) -> None:
    build(tmp_path, "one")
    reader = OutputFolder(tmp_path).open()
    build(tmp_path, "two")
    assert reader.build_digest() == "one"
    assert OutputFolder(tmp_path).open().build_digest() == "two"


def test_a_stage_takes_our_pieces_only(tmp_path: Path) -> None:
    with OutputFolder(tmp_path).building() as stage, pytest.raises(ValueError, match="none of"):
        stage.path("notes.txt")
