"""From files to the batches of a ledger; what is wrong with them is gathered."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from sciloom.corpus import Document, documents, read_document
from sciloom.errors import CorpusError
from sciloom.facts import read_facts
from sciloom.model import Paper, Skipped
from sciloom.store import Batch, Ledger, marks

#: Papers that a note names.
_FEW = 10
#: Starts the key of what cannot be read twice.
_BYTES = "bytes "


class Intake:
    """The batches of a ledger and those that this run reads, in first-seen order.

    A file that is read again takes the place of what it gave before, unless nothing in it can be
    read. ``read`` counts the records of this run, ``kept_out`` those of removed papers among them,
    ``keys`` are those of its batches, ``skipped`` is what it could not read.
    """

    def __init__(self, home: Path, ledger: Ledger, *, strict: bool = False) -> None:
        self.batches = {batch.key: batch for batch in ledger.batches}
        self.keys: set[str] = set()
        self.skipped: list[Skipped] = []
        self.read = 0
        self.kept_out = 0
        self._removed = {mark: removed.id for removed in ledger.removed for mark in removed.marks}
        self._home = home
        self._strict = strict
        self._returned: dict[str, None] = {}
        self._gone: list[str] = []

    def take(
        self,
        inputs: Sequence[str | os.PathLike[str]],
        *,
        format: str | None,
        columns: Mapping[str, str],
    ) -> None:
        """Read files of papers.

        Raises
        ------
        CorpusError
            There is no such format or field, or something could not be read and must be.
        """
        for document in documents(inputs, on_skip=self._skip, format=format, columns=columns):
            skipped: list[Skipped] = []
            notes: list[str] = []
            papers = tuple(read_document(document, on_skip=skipped.append, on_note=notes.append))
            self._put(
                Batch(
                    key=self._key(document),
                    papers=papers,
                    skipped=tuple(skipped),
                    notes=tuple(notes),
                )
            )

    def take_parts(self, home: Path, ledger: Ledger) -> None:
        """Take what was read into the folder of parts ``home``.

        Raises
        ------
        CorpusError
            Something could not be read and must be.
        """
        for batch in ledger.batches:
            key = batch.key
            if not key.startswith(_BYTES):
                key = relative(located(key, home), self._home)
            self._put(replace(batch, key=key))

    def take_facts(self, files: Iterable[str | os.PathLike[str]]) -> None:
        """Read facts files.

        Raises
        ------
        CorpusError
            A line could not be read and must be.
        """
        paths = list(map(Path, files))
        if not paths:
            return
        from sciloom.nlp import make_pipeline, sentence_spans

        sentences = partial(sentence_spans, make_pipeline())
        for path in paths:
            skipped: list[Skipped] = []
            given = tuple(read_facts(path, on_skip=skipped.append, sentences=sentences))
            key = f"facts {relative(path, self._home)}"
            self._put(Batch(key=key, given=given, skipped=tuple(skipped)))

    def notes(self) -> Iterator[str]:
        """Yield what is to be told of papers that went, and of removed ones that were met again."""
        if self._gone:
            yield f"no longer in their files, and gone from the graph: {_few(self._gone)}"
        if self._returned:
            names = _few(list(self._returned))
            yield f"removed before, and left out: {names}; sciloom remove --undo ID lets it in"

    def _key(self, document: Document) -> str:
        if document.data is not None:
            return f"{_BYTES}{hashlib.sha256(document.data).hexdigest()}"
        return relative(document.path, self._home)

    def _put(self, batch: Batch) -> None:
        for skip in batch.skipped:
            self._skip(skip)
        self.read += len(batch.papers) + len(batch.given)
        earlier = self.batches.get(batch.key)
        if earlier and batch.skipped and not (batch.papers or batch.given):
            return
        self._gone += _gone(earlier, batch) if earlier else ()
        self.keys.add(batch.key)
        self.batches[batch.key] = replace(
            batch,
            papers=tuple(p for p in batch.papers if self._may_enter(batch.key, p)),
            given=tuple(e for e in batch.given if self._may_enter(batch.key, e.paper)),
        )

    def _may_enter(self, key: str, paper: Paper) -> bool:
        out = next(
            (self._removed[mark] for mark in marks(key, paper) if mark in self._removed), None
        )
        if out is None:
            return True
        self.kept_out += 1
        self._returned[out] = None
        return False

    def _skip(self, skip: Skipped) -> None:
        if self._strict:
            raise CorpusError(skip.reason, where=place(skip))
        self.skipped.append(skip)


def _gone(earlier: Batch, batch: Batch) -> Iterator[str]:
    """Yield the ids of papers that a file held and holds no more, neither as they were nor changed.

    Without ids of their own, only a file that holds fewer papers than it did tells.
    """
    texts = {paper.text for paper in batch.papers}
    ids = {paper.id for paper in batch.papers}
    fewer = len(batch.papers) < len(earlier.papers)
    for paper in earlier.papers:
        if paper.text not in texts and (paper.id not in ids if paper.sources[0].id else fewer):
            yield paper.id


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return ", ".join(names[:_FEW]) + more


def nothing(skipped: Sequence[Skipped]) -> str:
    """Return why no paper could be read."""
    if not skipped:
        return "no paper could be read: the inputs hold none"
    first, more = skipped[0], len(skipped) - 1
    return f"no paper could be read: {place(first)}: {first.reason}" + (
        f" (and {more} more)" if more else ""
    )


def place(skip: Skipped) -> str:
    """Return where something was skipped."""
    return ", ".join(filter(None, (skip.file, skip.place)))


def relative(path: Path, home: Path) -> str:
    """Return the path from the folder ``home``, so that both may move together."""
    try:
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(home))
    except ValueError:  # another drive
        found = os.path.realpath(path)
    return Path(found).as_posix()


def located(name: str, home: Path) -> Path:
    """Return the path that `relative` gave as ``name``, from where we are."""
    return Path(relative(Path(os.path.realpath(home), name), Path()))
