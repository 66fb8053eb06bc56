"""Papers from files, folders, patterns and standard input; what cannot be read is reported."""

from __future__ import annotations

import glob
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sciloom.corpus.document import Document, open_document, standard_input
from sciloom.corpus.jsonl import JSON
from sciloom.corpus.plain_text import PLAIN_TEXT
from sciloom.corpus.reader import WHOLE_FILE, OnSkip, Reader
from sciloom.errors import CorpusError, MissingInputError, UnreadableInputError
from sciloom.model import Paper, Skipped
from sciloom.vocab import text_digest

#: Asked in this order, first by content, then by the file's name.
READERS = (JSON, PLAIN_TEXT)
#: Formats that would pass for plain text, and are none.
_FOREIGN = (
    ("BibTeX", re.compile(r"^\s*@[A-Za-z]+\s*[{(]", re.MULTILINE)),
    ("RIS", re.compile(r"^TY {1,2}- ", re.MULTILINE)),
    ("PubMed text", re.compile(r"^PMID- ", re.MULTILINE)),
    ("XML or HTML", re.compile(r"\A\s*<(?:\?xml|!doctype|html)", re.IGNORECASE)),
    (
        "a table",
        re.compile(r"\A[^\n]*\btitle\"?[,;\t]\"?(?:[^\n]*[,;\t]\"?)?abstract\b", re.IGNORECASE),
    ),
)


def read_papers(
    inputs: Sequence[str | os.PathLike[str]], *, on_skip: Callable[[Skipped], None]
) -> Iterator[Paper]:
    """Yield the papers of ``inputs``, in their order, folders sorted by name.

    Parameters
    ----------
    inputs
        Files, folders (all in them but hidden files and earlier builds), patterns such as
        ``data/*.txt``, or "-" for standard input. A file that is named twice is read once.
    on_skip
        Told of each input and record that cannot be read, with the reason and what to do.
    """
    ids = _Ids()
    for document in _documents(inputs, on_skip):
        reported: list[Skipped] = []

        def skip(skipped: Skipped, reported: list[Skipped] = reported) -> None:
            reported.append(skipped)
            on_skip(skipped)

        found = False
        try:
            for paper in _reader_for(document).read(document, skip):
                found = True
                yield ids.settle(paper, Path(document.name).stem)
            if not (found or reported):
                raise UnreadableInputError("the file holds no paper", where=document.place)
        except CorpusError as error:
            skip(_skipped(error))


def _documents(inputs: Sequence[str | os.PathLike[str]], on_skip: OnSkip) -> Iterator[Document]:
    seen: set[str] = set()
    for given in inputs:
        place = os.fspath(given)
        if place == "-":
            yield standard_input()
            continue
        try:
            for path in _expanded(place, on_skip):
                real = os.path.realpath(path)
                if real not in seen:
                    seen.add(real)
                    yield open_document(path, str(path))
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


def _reader_for(document: Document) -> Reader:
    head = document.head()
    for reader in READERS:
        if reader.sniff(head):
            return reader
    known = "; ".join(f"{r.name} ({' '.join(filter(None, r.suffixes))})" for r in READERS)
    for name, start in _FOREIGN:
        if start.search(head):
            raise UnreadableInputError(
                f"the file is {name}, which has no reader",
                where=document.place,
                next=f"convert it: what is read is {known}",
            )
    suffix = document.path.suffix.lower()
    for reader in READERS:
        if suffix in reader.suffixes:
            return reader
    raise UnreadableInputError(
        f"{suffix} files have no reader", where=document.place, next=f"what is read is {known}"
    )


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
