"""The output folder: five pieces that belong together, swapped as one.

A build stages its pieces in ``.next/`` and writes ``.next/report.json`` last. From that moment on
the build stands: whoever comes next moves what is left of it into place. Before it, the old graph
is untouched and ``.next/`` is litter.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeGuard

from sciloom.errors import StoreError
from sciloom.store.graph_store import GraphStore
from sciloom.store.lock import locked

FACTS: Final = "facts.jsonl"
TURTLE: Final = "graph.ttl"
PAGE: Final = "graph.html"
STORE: Final = "store"
REPORT: Final = "report.json"
_FILES = (FACTS, TURTLE, PAGE)
_PIECES = (*_FILES, STORE)
#: Of the folder's layout; a later sciloom that changes it counts on.
SCHEMA = 1
_NEXT = ".next"
_OLD = ".old"
_LOCK = ".lock"
_CACHE = ".cache"
_BUILD_AGAIN = "build the graph again"
#: What the disk says when it does not take a build.
_DISK = frozenset({errno.EDQUOT, errno.EFBIG, errno.ENOSPC, errno.EROFS})
#: Seconds to wait for a swap that another process is at, and between two looks.
_PATIENCE = 2.0
_PAUSE = 0.05


class OutputFolder:
    """A folder that a build writes and every other command reads. Other files in it are let be."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._next = self.path / _NEXT
        self._old = self.path / _OLD

    @property
    def store(self) -> Path:
        """Where the store stands."""
        return self.path / STORE

    @property
    def cache(self) -> Path:
        """Where builds keep what the next one may use, whether or not they come to an end."""
        return self.path / _CACHE

    def open(self) -> GraphStore:
        """Mend a swap that was cut short, check that the pieces belong together, open the store.

        Raises
        ------
        StoreError
            There is no graph yet, or the pieces are damaged, mixed or of a later sciloom.
        """
        try:
            return self._open()
        except StoreError:
            # Another process may have swapped between two of our looks, or be at it: look again.
            until = time.monotonic() + _PATIENCE
            while self._stands() and time.monotonic() < until:
                time.sleep(_PAUSE)
            return self._open()

    def check(self, *, full: bool = False) -> dict[str, Any]:
        """Return the report if the pieces belong together; ``full`` also reads all their bytes.

        Raises
        ------
        StoreError
            As `open`.
        """
        store = self.open()
        report = self.report()
        if full:
            for name, digest in report["files"].items():
                if _sha256(self.path / name) != digest["sha256"]:
                    raise self._error(f"{name} is not the one that was built", _BUILD_AGAIN)
            if len(store) != report["quads"]:
                raise self._error("the store has lost or gained quads", _BUILD_AGAIN)
        return report

    def report(self) -> dict[str, Any]:
        """Return what ``report.json`` says.

        Raises
        ------
        StoreError
            There is none, it cannot be read, or a later sciloom wrote it.
        """
        return self._read_report(self.path / REPORT)

    @contextmanager
    def building(self) -> Iterator[Stage]:
        """Lend a stage for a build; what is not committed leaves the folder as it was.

        Raises
        ------
        StoreError
            Another build is at work here, the folder may not be written, or it holds files by our
            names that are not ours.
        """
        made = not self.path.exists()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._error(
                f"no folder can be made: {error.strerror}", "choose another"
            ) from error
        try:
            with locked(self.path / _LOCK):
                self._settle()
                self._refuse_foreign()
                self._next.mkdir()
                try:
                    yield Stage(self, self._next)
                finally:
                    if not self._stands():
                        _remove(self._next)
        except OSError as error:
            if error.errno not in _DISK:
                raise
            raise self._error(
                f"cannot be written: {error.strerror}", "make room or choose another folder"
            ) from error
        finally:
            if made and [path.name for path in self.path.iterdir()] == [_LOCK]:
                _remove(self.path / _LOCK)
                self.path.rmdir()

    def _stands(self) -> bool:
        """Tell whether a build is complete but not yet swapped in."""
        try:
            return (self._next / REPORT).exists()
        except OSError:
            return False

    def _open(self) -> GraphStore:
        if self._stands():
            with locked(self.path / _LOCK):
                self._settle()
        report = self.report()
        for name, digest in report["files"].items():
            try:
                size = (self.path / name).stat().st_size
            except OSError as error:
                raise self._error(f"{name} is missing", _BUILD_AGAIN) from error
            if size != digest["bytes"]:
                raise self._error(f"{name} is not the one that was built", _BUILD_AGAIN)
        store = GraphStore.open(self.store)
        if store.build_digest() != report["build"]:
            raise self._error("the store is of another build than its files", _BUILD_AGAIN)
        return store

    def _settle(self) -> None:
        """Under the lock: finish a build that stands, sweep away one that does not."""
        try:
            if self._stands():
                self._swap()
            _remove(self._next)
            _remove(self._old)
        except OSError as error:
            raise self._error(
                f"an interrupted build cannot be finished: {error}", "allow writing here"
            ) from error

    def _swap(self) -> None:
        """Move each staged piece that is still there into place, the report last."""
        files = self._read_report(self._next / REPORT)["files"]
        for name in _PIECES:
            staged, current = self._next / name, self.path / name
            if staged.exists():
                if name == STORE and current.exists():
                    _remove(self._old)
                    current.replace(self._old)
                staged.replace(current)
            elif name != STORE and name not in files:
                current.unlink(missing_ok=True)
        _sync(self.path)
        (self._next / REPORT).replace(self.path / REPORT)
        _sync(self.path)

    def _refuse_foreign(self) -> None:
        report = self.path / REPORT
        if report.exists():
            with suppress(OSError, ValueError):  # what is damaged is replaced
                json.loads(report.read_bytes())
                self.report()
        elif found := [name for name in _PIECES if (self.path / name).exists()]:
            raise self._error(
                f"{found[0]} is here without a {REPORT}: sciloom would overwrite it",
                "move it away or choose another folder",
            )

    def _read_report(self, file: Path) -> dict[str, Any]:
        try:
            report = json.loads(file.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            raise self._error("no graph is here yet", "build one: sciloom build") from None
        except (OSError, ValueError) as error:
            raise self._error(f"{REPORT} cannot be read: {error}", _BUILD_AGAIN) from error
        if not _is_ours(report):
            raise self._error(
                f"{REPORT} is not sciloom's", "choose another folder, or move that file away"
            )
        if report["schema"] > SCHEMA:
            raise self._error("a later sciloom built this graph", "upgrade sciloom")
        return report

    def _error(self, what: str, next: str) -> StoreError:
        return StoreError(what, where=str(self.path), next=next)


class Stage:
    """Where a build puts its pieces before they count."""

    def __init__(self, folder: OutputFolder, path: Path) -> None:
        self._folder = folder
        self._path = path

    def path(self, piece: str) -> Path:
        """Return where to write `FACTS`, `TURTLE`, `PAGE` or `STORE`."""
        if piece not in _PIECES:
            raise ValueError(f"{piece!r} is none of {', '.join(_PIECES)}")
        return self._path / piece

    def commit(self, report: Mapping[str, Any]) -> None:
        """Write the report and swap the pieces in: from here on this build stands.

        Layout, build digest (the one that the store states), number of quads and digests of the
        files are added to ``report``.

        Raises
        ------
        StoreError
            The store was not staged, or the disk does not take it.
        """
        store = GraphStore.open(self.path(STORE))
        files = {
            name: {"sha256": _sha256(file), "bytes": file.stat().st_size}
            for name in _FILES
            if (file := self.path(name)).exists()
        }
        own = {
            "schema": SCHEMA,
            "build": store.build_digest(),
            "quads": len(store),
            "files": files,
        }
        for file in (*(self.path(name) for name in files), *self.path(STORE).iterdir()):
            _sync(file)
        part = self._path / f"{REPORT}.part"
        part.write_text(
            json.dumps({**own, **report, **own}, ensure_ascii=False, indent=1) + "\n",
            encoding="utf-8",
        )
        _sync(part)
        part.replace(self._path / REPORT)
        _sync(self._path)
        self._folder._settle()  # noqa: SLF001


def _is_ours(report: object) -> TypeGuard[dict[str, Any]]:
    """Tell a report of ours from another JSON file of that name."""
    match report:
        case {"schema": int(), "build": str(), "quads": int(), "files": dict(files)}:
            return all(
                isinstance(d, dict) and {"sha256", "bytes"} <= d.keys() for d in files.values()
            )
        case _:
            return False


def _sha256(file: Path) -> str:
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _sync(path: Path) -> None:
    """Wait until the disk has it; Windows cannot be asked for folders, and needs no asking."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
