"""The XML of the ACL Anthology."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sciloom.corpus.document import Document
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import MisfitError, Record, papers_of
from sciloom.corpus.xml_records import Element, text_at, xml_records
from sciloom.model import Paper

_ROOT = re.compile(r"<collection\s+id=")
_SITE = "https://aclanthology.org/"


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a collection, their venue and year those of their volume."""
    return papers_of(document, _records(document), on_skip)


def _records(document: Document) -> Iterator[tuple[str, Record | MisfitError]]:
    volume: Element | None = None
    for place, element in xml_records(document, "meta", "paper"):
        if isinstance(element, MisfitError):
            yield place, element
        elif element.name == "meta":
            volume = element
        else:
            yield place, _record(element, volume)


def _record(paper: Element, volume: Element | None) -> Record:
    title, abstract = paper.child("title"), paper.child("abstract")
    url = text_at(paper, "url") or ""
    page = url if url.startswith("http") or not url else _SITE + url
    return Record(
        id=url if url and not url.startswith("http") else text_at(paper, "bibkey"),
        title=title.markup() if title else None,
        abstract=abstract.markup() if abstract else None,
        authors=tuple(map(_name, paper.children("author"))),
        year=text_at(paper, "year") or text_at(volume, "year"),
        venue=text_at(paper, "booktitle") or text_at(volume, "booktitle"),
        doi=text_at(paper, "doi"),
        url=page or None,
    )


def _name(author: Element) -> str:
    parts = (text_at(author, "first"), text_at(author, "last"))
    return " ".join(filter(None, parts)) or author.text()


ACL_XML = Reader("acl", (), lambda head: bool(_ROOT.search(head)), read)
