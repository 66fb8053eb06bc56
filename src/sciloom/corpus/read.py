"""Papers from files, folders, patterns and standard input; what cannot be read is reported."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from sciloom.corpus.document import Document, open_document, standard_input
from sciloom.corpus.formats import reader_for, reader_named
from sciloom.corpus.reader import WHOLE_FILE, OnSkip
from sciloom.corpus.records import FIELDS
from sciloom.errors import CorpusError, MissingInputError, UnreadableInputError
from sciloom.model import Paper, Skipped
from sciloom.vocab import text_digest

#: Ids and lines that a note names.
_FEW = 10


def read_papers(
    inputs: Sequence[str | os.PathLike[str]],
    *,
    on_skip: Callable[[Skipped], None],
    on_note: Callable[[str], None] = lambda _note: None,
    format: str | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Paper]:
    """Yield the papers of ``inputs``, in their order, folders sorted by name.

    Parameters
    ----------
    inputs
        Files, folders (all in them but hidden files and earlier builds), patterns such as
        ``data/*.txt``, or "-" for standard input. A file that is named twice is read once.
    on_skip
        Told of each input and record that cannot be read, with the reason and what to do.
    on_note
        Told of what is odd in a file that is read all the same.
    format
        Name of the format of all inputs, instead of telling it by content and name.
    columns
        Field (title, abstract, id, …) -> the name it has in tables, JSON and BibTeX.

    Raises
    ------
    CorpusError
        There is no such format or field.
    """
    reader = reader_named(format) if format else None
    for field in columns:
        if field not in FIELDS:
            raise CorpusError(
                f"there is no field {field!r}", next=f"fields are {', '.join(FIELDS)}"
            )
    ids = _Ids()
    for document in _documents(inputs, on_skip, columns):
        reported: list[Skipped] = []

        def skip(skipped: Skipped, reported: list[Skipped] = reported) -> None:
            reported.append(skipped)
            on_skip(skipped)

        found = 0
        bare: list[str] = []
        try:
            document.head()
            for paper in (reader or reader_for(document)).read(document, skip):
                found += 1
                settled = ids.settle(paper, Path(document.name).stem)
                if not settled.abstract:
                    bare.append(settled.id)
                yield settled
            if not (found or reported):
                raise UnreadableInputError("the file holds no paper", where=document.place)
        except CorpusError as error:
            skip(_skipped(error))
        for note in (_without_abstract(bare, found), _recoded(document.recoded)):
            if note:
                on_note(f"{document.place}: {note}")


def _without_abstract(ids: list[str], papers: int) -> str:
    return f"{len(ids)} of {papers} papers have no abstract: {_few(ids)}" if ids else ""


def _recoded(lines: set[int]) -> str:
    numbers = _few([str(number) for number in sorted(lines)])
    return f"not UTF-8, read as Windows-1252: line {numbers}" if lines else ""


def _few(names: list[str]) -> str:
    return ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")


def _documents(
    inputs: Sequence[str | os.PathLike[str]], on_skip: OnSkip, columns: Mapping[str, str]
) -> Iterator[Document]:
    seen: set[str] = set()
    for given in inputs:
        place = os.fspath(given)
        try:
            if place == "-":
                yield replace(standard_input(), columns=columns)
                continue
            for path in _expanded(place, on_skip):
                real = os.path.realpath(path)
                if real not in seen:
                    seen.add(real)
                    yield replace(open_document(path, str(path)), columns=columns)
        except CorpusError as error:
            on_skip(_skipped(error))


def _expanded(place: str, on_skip: OnSkip) -> list[Path]:
    path = Path(place)
    if path.is_dir():
        return _files(path, on_skip)
    if os.path.lexists(path):
        return [path]
    # `Path.glob` takes no absolute pattern.
    matches = sorted(glob.glob(place, recursive=True)) if glob.has_magic(place) else []  # noqa: PTH207
    if not matches:
        raise MissingInputError(
            "no file matches" if glob.has_magic(place) else "no such file or folder",
            where=place,
            next="check the path",
        )
    return [file for match in matches for file in _expanded(match, on_skip)]


def _files(folder: Path, on_skip: OnSkip) -> list[Path]:
    def unreadable(error: OSError) -> None:
        where = str(error.filename)
        reason = (error.strerror or str(error)).lower()
        on_skip(
            _skipped(UnreadableInputError(f"the folder cannot be opened: {reason}", where=where))
        )

    files: list[Path] = []
    for parent, folders, names in os.walk(folder, onerror=unreadable):
        if _is_build({*names}):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [Path(parent, name) for name in sorted(names) if not name.startswith(".")]
    if not files:
        raise MissingInputError(
            "the folder holds no file to read", where=str(folder), next="name another"
        )
    return files


def _is_build(names: set[str]) -> bool:
    """Tell the output folder of an earlier build, whose files are no input."""
    return {"report.json", "facts.jsonl"} <= names


def _skipped(error: CorpusError) -> Skipped:
    reason = f"{error.what}; {error.next}" if error.next else error.what
    return Skipped(file=error.where, place=WHOLE_FILE, reason=reason)


class _Ids:
    """Ids given so far: two texts never share one."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._numbers: Counter[tuple[str, str]] = Counter()

    def settle(self, paper: Paper, stem: str) -> Paper:
        """Return ``paper``, its id preceded by the file's stem where another text has it."""
        digest = text_digest(paper.text)
        name = paper.id
        while self._texts.setdefault(name, digest) != digest:
            self._numbers[stem, paper.id] += 1
            number = self._numbers[stem, paper.id]
            name = f"{stem}/{paper.id}" if number == 1 else f"{stem}-{number}/{paper.id}"
        return paper if name == paper.id else replace(paper, id=name)
