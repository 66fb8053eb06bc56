"""Papers from files, folders, patterns and standard input; what cannot be read is reported."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
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


def _unheard(note: str) -> None:
    """Let a note pass."""


def read_papers(
    inputs: Sequence[str | os.PathLike[str]],
    *,
    on_skip: Callable[[Skipped], None],
    on_note: Callable[[str], None] = _unheard,
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
    return settled(
        paper
        for document in documents(inputs, on_skip=on_skip, format=format, columns=columns)
        for paper in read_document(document, on_skip=on_skip, on_note=on_note)
    )


def documents(
    inputs: Sequence[str | os.PathLike[str]],
    *,
    on_skip: Callable[[Skipped], None],
    format: str | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Document]:
    """Yield each file of ``inputs`` once, unread; see `read_papers`.

    Raises
    ------
    CorpusError
        There is no such format or field.
    """
    if format:
        reader_named(format)
    for field in columns:
        if field not in FIELDS:
            raise CorpusError(
                f"there is no field {field!r}", next=f"fields are {', '.join(FIELDS)}"
            )
    seen: set[str] = set()
    for given in inputs:
        place = os.fspath(given)
        try:
            if place == "-":
                yield replace(standard_input(), format=format, columns=columns)
                continue
            for path in _expanded(place, on_skip):
                real = os.path.realpath(path)
                if real not in seen:
                    seen.add(real)
                    document = open_document(path, str(path))
                    yield replace(document, format=format, columns=columns)
        except CorpusError as error:
            on_skip(_skipped(error))


def read_document(
    document: Document,
    *,
    on_skip: Callable[[Skipped], None],
    on_note: Callable[[str], None] = _unheard,
) -> Iterator[Paper]:
    """Yield the papers of one file, under the ids that it gives them; see `read_papers`."""
    reported = found = 0
    bare: list[str] = []

    def skip(skipped: Skipped) -> None:
        nonlocal reported
        reported += 1
        on_skip(skipped)

    try:
        document.head()
        reader = reader_named(document.format) if document.format else reader_for(document)
        for paper in reader.read(document, skip):
            found += 1
            if not paper.abstract:
                bare.append(paper.id)
            yield paper
        if not (found or reported):
            raise UnreadableInputError("the file holds no paper", where=document.place)
    except CorpusError as error:
        skip(_skipped(error))
    for note in (_without_abstract(bare, found), _recoded(document.recoded)):
        if note:
            on_note(f"{document.place}: {note}")


def settled(papers: Iterable[Paper]) -> Iterator[Paper]:
    """Yield the papers so that no id names two texts: the later has its file's stem in front."""
    texts: dict[str, str] = {}
    numbers: Counter[tuple[str, str]] = Counter()
    for paper in papers:
        digest = text_digest(paper.text)
        stem = PurePath(paper.sources[0].file).stem
        name = paper.id
        while texts.setdefault(name, digest) != digest:
            numbers[stem, paper.id] += 1
            number = numbers[stem, paper.id]
            name = f"{stem}/{paper.id}" if number == 1 else f"{stem}-{number}/{paper.id}"
        yield paper if name == paper.id else replace(paper, id=name)


def _without_abstract(ids: list[str], papers: int) -> str:
    return f"{len(ids)} of {papers} papers have no abstract: {_few(ids)}" if ids else ""


def _recoded(lines: set[int]) -> str:
    numbers = _few([str(number) for number in sorted(lines)])
    return f"not UTF-8, read as Windows-1252: line {numbers}" if lines else ""


def _few(names: list[str]) -> str:
    return ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")


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
