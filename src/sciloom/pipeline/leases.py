"""Leases: of the workers on one folder, each part is read by one, and a dead one's by another.

The lease on part 0001 is the file ``0001.lease.1``. Who creates it has it, and touches it while it
goes on; it says on which host, by which process. Untouched for `STALE` seconds, or where that
process is gone from the worker's own host, it is taken over by who creates ``0001.lease.2``. So a
number is also a try: after `TRIES` a part is given up, lest it end every worker.

No clock is compared with another machine's, and nothing is locked: files that are created once and
times that the file server gives are all it takes. A worker that was only slow loses nothing: what
it writes is the same bytes.
"""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

#: Seconds without a touch after which a lease is taken over; network file systems show a touch up
#: to a minute late. Seconds between two touches.
STALE, BEAT = 180.0, 20.0
#: Workers that may die of a part before it is given up.
TRIES = 3


class Lease:
    """A part that is ours until it is dropped."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self._file = file
        self._touched = time.monotonic()

    def beat(self) -> None:
        """Tell the others that we go on."""
        if time.monotonic() - self._touched > BEAT:
            self._touched = time.monotonic()
            with suppress(FileNotFoundError):  # who took it over was faster
                os.utime(self._file)

    def drop(self) -> None:
        """Let another have the part, if it is not done."""
        self._file.unlink(missing_ok=True)


class Leases:
    """The leases in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, names: Iterable[str]) -> Lease | None:
        """Return a lease on the first of these parts that is free."""
        leases = self._standing()
        for name in names:
            last = max(leases[name], default=0)
            if last and (last >= TRIES or not self._stale(leases[name][last])):
                continue
            file = self._folder / f"{name}.lease.{last + 1}"
            with suppress(FileExistsError):
                return _taken(name, file)
        return None

    def given_up(self, names: Iterable[str]) -> list[str]:
        """Return those of these parts that ended so many workers that none takes them on."""
        leases = self._standing()
        return [
            name for name in names if TRIES in leases[name] and self._stale(leases[name][TRIES])
        ]

    def clear(self, name: str) -> None:
        """Remove every lease on a part: it is done."""
        for file in self._standing()[name].values():
            file.unlink(missing_ok=True)

    def _standing(self) -> defaultdict[str, dict[int, Path]]:
        found: defaultdict[str, dict[int, Path]] = defaultdict(dict)
        for file in self._folder.glob("*.lease.*"):
            name, _, number = file.name.partition(".lease.")
            found[name][int(number)] = file
        return found

    def _stale(self, file: Path) -> bool:
        try:
            age = self._now() - file.stat().st_mtime
            host, process = file.read_text(encoding="utf-8").split()
        except FileNotFoundError:  # dropped between two looks
            return False
        except ValueError:  # who took it has not written in it, or died before it could
            return age > STALE
        return age > STALE or (host == socket.gethostname() and not _runs(int(process)))

    def _now(self) -> float:
        """Return the time as the folder's machine has it."""
        with tempfile.TemporaryFile(dir=self._folder) as probe:
            return os.fstat(probe.fileno()).st_mtime


def _taken(name: str, file: Path) -> Lease:
    with file.open("x", encoding="utf-8") as lease:
        try:
            print(socket.gethostname(), os.getpid(), file=lease, flush=True)
        except OSError:  # the disk is full
            file.unlink()
            raise
    return Lease(name, file)


def _runs(process: int) -> bool:
    """Tell whether a process of this machine runs; where that cannot be asked, it may."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
