"""The build that is served, and its change for the next one without a query lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from sciloom.errors import StoreError
from sciloom.server.frames import Reply
from sciloom.server.metrics import Metrics
from sciloom.server.pool import Pool
from sciloom.server.settings import Settings
from sciloom.store import PAGE, REPORT, STORE, GraphStore, OutputFolder

_log = logging.getLogger("sciloom.server")
#: Copies (hard links) of the builds that servers have open, in the output folder.
_SERVED = ".served"
#: Tries to catch a build that stands still, and seconds between two.
_TRIES = 20
_PAUSE = 0.1
#: What the viewer asks of every graph as it opens: the same for all, so kept with the build.
STANDING: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {"prepare": {}, "landmarks": {}, "facets": {"filters": {}}, "choices": {"metric": ""}}
)
#: Seconds that one of them may take: nobody but the viewer waits for it.
_STANDING_SECONDS = 600.0
#: Papers of a graph whose standing answers are made before somebody asks.
_LARGE = 1_000
#: Seconds between two looks whether an old build is still in use.
_DRAIN = 0.05


class Build:
    """One build with the workers that read it.

    Its files are hard links, so that a later build can replace the originals at any time.
    """

    def __init__(self, path: Path, report: dict[str, Any], settings: Settings, metrics: Metrics):
        self.path = path
        self.report = report
        self.digest: str = report["build"]
        self.queries = Pool(
            path / STORE, settings, size=settings.workers, name="queries", metrics=metrics
        )
        self.pages = Pool(
            path / STORE, settings, size=settings.pages, name="pages", metrics=metrics
        )
        self.users = 0
        self._standing: dict[str, asyncio.Task[Reply]] = {}
        self._warming: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, folder: Path, settings: Settings, metrics: Metrics) -> Self:
        """Link what stands in the folder and start workers on it.

        Raises
        ------
        StoreError
            There is no graph, or it does not open.
        """
        path, report = await asyncio.to_thread(_linked, folder)
        build = cls(path, report, settings, metrics)
        try:
            await asyncio.gather(build.queries.open(), build.pages.open())
        except (OSError, EOFError, TimeoutError) as error:
            await build.close()
            raise StoreError("no worker could open the store", where=str(folder)) from error
        if report.get("counts", {}).get("papers", 0) >= _LARGE:
            build._warming = asyncio.get_running_loop().create_task(build._warm())
        return build

    async def standing(self, name: str) -> Reply:
        """Return one of the `STANDING` answers: made once, then kept; "prepare" comes first."""
        if name != "prepare":
            await self.standing("prepare")
        if name not in self._standing:
            work = self.pages.run(name, seconds=_STANDING_SECONDS, **STANDING[name])
            self._standing[name] = asyncio.get_running_loop().create_task(work)
        task = self._standing[name]
        try:
            reply = await asyncio.shield(task)
        except BaseException:
            if task.done():
                self._standing.pop(name, None)
            raise
        if reply.status != 200:
            self._standing.pop(name, None)
        return reply

    async def _warm(self) -> None:
        for name in STANDING:
            await self.standing(name)

    @property
    def page(self) -> Path | None:
        """The viewer's page, if the build has one."""
        page = self.path / PAGE
        return page if page.is_file() else None

    async def drain(self) -> None:
        """Wait until no request uses it, then close it."""
        self._cool()
        while self.users or not (self.queries.quiet and self.pages.quiet):
            await asyncio.sleep(_DRAIN)
        await self.close()

    async def close(self) -> None:
        """End its workers and remove its links."""
        self._cool()
        await asyncio.gather(self.queries.close(), self.pages.close())
        await asyncio.to_thread(shutil.rmtree, self.path, ignore_errors=True)

    def _cool(self) -> None:
        """Leave off making answers that nobody waits for."""
        if self._warming is not None:
            self._warming.cancel()


class Builds:
    """The current build of a folder; `watch` follows it to the next."""

    def __init__(self, folder: Path, settings: Settings, metrics: Metrics) -> None:
        self._folder = folder
        self._settings = settings
        self._metrics = metrics
        self._draining: set[asyncio.Task[None]] = set()
        self._current: Build | None = None

    @property
    def current(self) -> Build:
        """The build that new requests get."""
        if self._current is None:
            raise RuntimeError("not open")
        return self._current

    async def open(self) -> None:
        """Open the build that stands in the folder."""
        await asyncio.to_thread(_sweep, self._folder)
        self._take(await Build.open(self._folder, self._settings, self._metrics))

    async def watch(self) -> None:
        """Swap in every later build, for ever; a broken one is reported and passed over."""
        seen = self._stamp()
        while True:
            await asyncio.sleep(self._settings.watch_seconds)
            stamp = self._stamp()
            if stamp == seen:
                continue
            try:
                await self.refresh()
            except StoreError as error:
                _log.warning("the build in the folder cannot be served: %s", error)
            seen = stamp

    async def refresh(self) -> None:
        """Swap in what stands in the folder, if it is another build."""
        report = await asyncio.to_thread(OutputFolder(self._folder).report)
        if report["build"] == self.current.digest:
            return
        build = await Build.open(self._folder, self._settings, self._metrics)
        old = self.current
        self._take(build)
        self._metrics.swaps.inc()
        _log.info("serving build %s", build.digest)
        task = asyncio.get_running_loop().create_task(old.drain())
        self._draining.add(task)
        task.add_done_callback(self._draining.discard)

    async def close(self) -> None:
        """Close every build that is open."""
        for task in list(self._draining):
            task.cancel()
        await asyncio.gather(*self._draining, return_exceptions=True)
        if self._current is not None:
            await self._current.close()

    def _take(self, build: Build) -> None:
        self._metrics.build.clear()
        self._metrics.build.labels(build.digest).set(1)
        self._current = build

    def _stamp(self) -> tuple[int, int] | None:
        with contextlib.suppress(OSError):
            found = (self._folder / REPORT).stat()
            return found.st_ino, found.st_mtime_ns
        return None


def _linked(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Link the build's store and page into a folder of ours; return it and the report."""
    for _ in range(_TRIES):
        store = OutputFolder(folder).open()
        report = OutputFolder(folder).report()
        path = _place(folder)
        try:
            _link(folder, path)
            if (
                GraphStore.open(path / STORE).build_digest()
                == report["build"]
                == (store.build_digest())
            ):
                return path, report
        except (OSError, StoreError):
            pass  # a build was being swapped in between two of our looks
        shutil.rmtree(path, ignore_errors=True)
        time.sleep(_PAUSE)
    raise StoreError("the build does not stand still", where=str(folder), next="try again")


def _link(folder: Path, path: Path) -> None:
    (path / STORE).mkdir()
    for file in (folder / STORE).iterdir():
        _copy(file, path / STORE / file.name)
    if (folder / PAGE).is_file():
        _copy(folder / PAGE, path / PAGE)


def _copy(file: Path, to: Path) -> None:
    try:
        os.link(file, to)
    except OSError:  # another file system, or one without links
        shutil.copyfile(file, to)


def _place(folder: Path) -> Path:
    """Make an empty folder named for this process, beside the build if that may be written."""
    prefix = f"{os.getpid()}-"
    try:
        (folder / _SERVED).mkdir(exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=prefix, dir=folder / _SERVED))
    except OSError:
        return Path(tempfile.mkdtemp(prefix="sciloom-"))


def _sweep(folder: Path) -> None:
    """Remove what servers left that were killed."""
    if not (folder / _SERVED).is_dir():
        return
    for path in (folder / _SERVED).iterdir():
        owner = path.name.partition("-")[0]
        if owner.isdecimal() and not _lives(int(owner)):
            shutil.rmtree(path, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
