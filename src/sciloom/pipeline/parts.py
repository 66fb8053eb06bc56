"""Part files: papers shared out to any number of processes and machines over one folder.

::

    DIR/
      ledger.jsonl.gz         what was read, and the model: all that `build` needs beside the facts
      papers/0001.jsonl.gz    the papers of part 1, one a line
      facts/VERSION/          what one version extracted of them
        version.txt           names it: code and tables of sciloom, model, libraries, processor
        0001.jsonl.gz         what the papers of part 1 say, one a line
        0001.lease.1          who reads part 1: see `sciloom.pipeline.leases`

The ledger is written last: where it stands, the parts are whole. Facts are written aside and
renamed: they are there or they are not. What another version extracted is let be.
"""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sciloom.corpus import settled
from sciloom.errors import CorpusError, StoreError
from sciloom.model import MODEL_NAMES, MODELS, Paper, Skipped
from sciloom.pipeline.extracting import called
from sciloom.pipeline.intake import Intake, located, nothing, relative
from sciloom.resolve import identify
from sciloom.store import LEDGER, Ledger, read_ledger, write_ledger
from sciloom.store.json_lines import DAMAGE, read_lines, write_lines
from sciloom.store.lock import locked
from sciloom.store.packed import packed_paper

#: Papers of a part: about a minute of one core. What a worker that dies has not written is lost.
SIZE = 500
_PAPERS = "papers"
_FACTS = "facts"
_VERSION = "version.txt"
_SUFFIX = ".jsonl.gz"
_AGAIN = "make room, then do it again: what was extracted is kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Partition:
    """A folder of parts, and what was read into it: see `BuildResult`."""

    folder: Path
    parts: int
    papers: int
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]


class Parts:
    """A folder of parts, ready to be extracted.

    Raises
    ------
    StoreError
        It holds none.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        ledger = read_ledger(self.path) if self.path.is_dir() else None
        if ledger is None:
            raise StoreError(
                "no parts are here yet", where=str(path), next="make them: sciloom partition"
            )
        self.ledger = ledger
        self.names = _names(self.path / _PAPERS)

    @property
    def model(self) -> str:
        """The model to extract with, as `make_pipeline` takes it; a folder from the root."""
        model = str(self.ledger.options.get("model", MODELS[0]))
        return model if model in MODEL_NAMES else str(located(model, self.path).resolve())

    @property
    def precision(self) -> float | None:
        """The precision to ask of it."""
        return self.ledger.options.get("precision")

    def papers(self, name: str) -> list[dict[str, Any]]:
        """Return the papers of a part, packed.

        Raises
        ------
        StoreError
            It is damaged.
        """
        return list(_read(self.path / _PAPERS / f"{name}{_SUFFIX}", "make the parts again"))

    def facts(self, stamp: str) -> Facts:
        """Return what the version of that `stamp` extracted."""
        return Facts(self.path / _FACTS / hashlib.sha256(stamp.encode()).hexdigest()[:12], stamp)

    def complete(self, stamp: str) -> Facts:
        """Return `facts` of every part.

        Raises
        ------
        StoreError
            Some are not extracted.
        """
        facts = self.facts(stamp)
        missing = len(set(self.names) - facts.done())
        if missing:
            whose = " by this version of sciloom, its model and libraries"
            raise StoreError(
                f"{missing} of {len(self.names)} parts are not extracted"
                + (whose if self.others(facts) else ""),
                where=str(self.path),
                next=f"extract them: sciloom extract {self.path}",
            )
        return facts

    def others(self, facts: Facts) -> list[str]:
        """Return the names of folders with what other versions extracted."""
        folders = (self.path / _FACTS).glob("*/")
        return sorted(str(folder) for folder in folders if folder != facts.path and _names(folder))


class Facts:
    """What one version extracted, part by part."""

    def __init__(self, path: Path, stamp: str) -> None:
        self.path = path
        self.stamp = stamp

    def prepare(self) -> None:
        """Make the folder."""
        with _told(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            with _aside(self.path / _VERSION) as aside:
                aside.write_text(self.stamp + "\n", encoding="utf-8")

    def done(self) -> set[str]:
        """Return the names of the parts that are extracted."""
        return set(_names(self.path))

    def write(self, name: str, facts: Iterable[Any]) -> None:
        """Put what a part says in its place.

        Raises
        ------
        StoreError
            The disk does not take it.
        """
        with _told(self.path), _aside(self.path / f"{name}{_SUFFIX}") as aside:
            write_lines(aside, facts)

    def read(self, name: str) -> Iterator[tuple[bytes, Sequence[Any]]]:
        """Yield the key and the facts of each paper of a part, as `ExtractionCache` takes them.

        Raises
        ------
        StoreError
            It is damaged.
        """
        file = self.path / f"{name}{_SUFFIX}"
        for key, facts in _read(file, "remove it, then extract it again: sciloom extract"):
            yield bytes.fromhex(key), facts


def partition(
    inputs: Sequence[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    size: int = SIZE,
    model: str | os.PathLike[str] | None = None,
    precision: float | None = None,
    strict: bool = False,
    format: str | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
) -> Partition:
    """Read papers, and share them out into parts of ``size``; options are those of `build`.

    Raises
    ------
    CorpusError
        Nothing could be read, or ``strict`` met what could not.
    ExtractionError
        There is no such model.
    StoreError
        There are parts in the folder, or it cannot be written.
    """
    home = Path(folder)
    name = os.fspath(model or MODELS[0])
    called(name, precision)
    with _told(home):
        (home / _PAPERS).mkdir(parents=True, exist_ok=True)
    with locked(home / ".lock"):
        if read_ledger(home) is not None:
            raise StoreError(
                "there are parts here", where=str(home), next="remove it or choose another folder"
            )
        intake = Intake(home, Ledger(), strict=strict)
        intake.take(inputs, format=format, columns=columns)
        batches = tuple(intake.batches.values())
        papers = identify(settled(paper for batch in batches for paper in batch.papers)).papers
        if not papers:
            raise CorpusError(nothing(intake.skipped), next="no parts were made")
        options = {
            "model": name if name in MODEL_NAMES else relative(Path(name), home),
            "precision": precision,
        }
        given = {key: value for key, value in options.items() if value is not None}
        with _told(home):
            parts = _write_parts(home, papers, size, Ledger(batches=batches, options=given))
    return Partition(
        folder=home,
        parts=parts,
        papers=len(papers),
        skipped=tuple(intake.skipped),
        notes=tuple(note for batch in batches for note in batch.notes),
    )


def _write_parts(home: Path, papers: Sequence[Paper], size: int, ledger: Ledger) -> int:
    """Write papers and ledger; return the number of parts."""
    folder = home / _PAPERS
    for file in folder.iterdir():  # of a partition that was cut short
        file.unlink()
    starts = range(0, len(papers), size)
    for number, start in enumerate(starts, start=1):
        share = papers[start : start + size]
        write_lines(folder / f"{number:04}{_SUFFIX}", map(packed_paper, share))
    write_ledger(folder, ledger)
    (folder / LEDGER).replace(home / LEDGER)
    return len(starts)


def _names(folder: Path) -> list[str]:
    return sorted(file.name.removesuffix(_SUFFIX) for file in folder.glob(f"*{_SUFFIX}"))


def _read(file: Path, next: str) -> Iterator[Any]:
    try:
        yield from read_lines(file)
    except DAMAGE as error:
        raise StoreError(f"cannot be read: {error}", where=str(file), next=next) from error


@contextmanager
def _told(where: Path) -> Iterator[None]:
    """Say what the disk does not take."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"cannot be written: {error.strerror}", where=str(where), next=_AGAIN
        ) from error


@contextmanager
def _aside(file: Path) -> Iterator[Path]:
    """Lend a path to write, then let it take the place of ``file``, once the disk has it."""
    aside = file.with_name(f"{file.name}.{socket.gethostname()}.{os.getpid()}")
    try:
        yield aside
        with aside.open("r+b") as handle:
            os.fsync(handle)
        aside.replace(file)
    finally:
        aside.unlink(missing_ok=True)
