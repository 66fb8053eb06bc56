"""The Atom feeds of arXiv's API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from sciloom.corpus.document import Document
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import MisfitError, Record, papers_of
from sciloom.corpus.xml_records import Element, text_at, xml_records
from sciloom.model import Paper

_ROOT = re.compile(r"<(?:\w+:)?feed[\s>]")
_ADDRESS = re.compile(r"^https?://arxiv\.org/abs/")


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a feed; an error that the API answered with is reported."""
    return papers_of(document, _records(document), on_skip)


def _records(document: Document) -> Iterator[tuple[str, Record | MisfitError]]:
    for place, entry in xml_records(document, "entry"):
        yield place, _record(entry) if isinstance(entry, Element) else entry


def _record(entry: Element) -> Record | MisfitError:
    address = text_at(entry, "id") or ""
    if "/api/errors" in address:
        return MisfitError(f"is an error that arXiv answered with: {text_at(entry, 'summary')}")
    arxiv = _ADDRESS.sub("", address)
    title = entry.child("title")
    summary = entry.child("summary") or entry.child("content")
    return Record(
        id=arxiv or None,
        title=title.text() if title else None,
        abstract=summary.text() if summary else None,
        authors=tuple(text_at(author, "name") or "" for author in entry.children("author")),
        year=text_at(entry, "published") or text_at(entry, "updated"),
        venue=text_at(entry, "journal_ref"),
        doi=text_at(entry, "doi"),
        url=address or None,
        ids=MappingProxyType({"arxiv": arxiv} if arxiv != address else {}),
    )


ARXIV_ATOM = Reader("atom", (".atom",), lambda head: bool(_ROOT.search(head)), read)
