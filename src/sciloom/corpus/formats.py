"""The formats that are read, and which of them a file is in."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import PurePath

from sciloom.corpus.acl_xml import ACL_XML
from sciloom.corpus.arxiv_atom import ARXIV_ATOM
from sciloom.corpus.bibtex import BIBTEX
from sciloom.corpus.document import Document
from sciloom.corpus.json_records import JSON
from sciloom.corpus.plain_text import PLAIN_TEXT
from sciloom.corpus.pubmed_xml import PUBMED_XML
from sciloom.corpus.reader import Reader
from sciloom.corpus.ris import PUBMED_TAGS, RIS
from sciloom.corpus.table import TABLE
from sciloom.errors import CorpusError, UnreadableInputError

#: Asked in this order, first by content, then by the file's name.
_READERS = (JSON, PUBMED_XML, ARXIV_ATOM, ACL_XML, RIS, PUBMED_TAGS, BIBTEX, TABLE, PLAIN_TEXT)
#: Where others add a reader: a name of theirs -> a `Reader`.
_GROUP = "sciloom.readers"
#: Content that no reader knows, and that would pass for plain text.
_MARKUP = re.compile(r"\A\s*<(?:\?xml|!doctype|html)", re.IGNORECASE)
#: How a text may start that a web page gave.
_ELEMENT = re.compile(r"\A\s*<[A-Za-z][\w:.-]*[\s>]")


@cache
def readers() -> tuple[Reader, ...]:
    """Return the readers: those that other packages add, then sciloom's own."""
    added = sorted(entry_points(group=_GROUP), key=lambda point: point.name)
    return (*map(_loaded, added), *_READERS)


def reader_named(name: str) -> Reader:
    """Return the reader of a format by its name.

    Raises
    ------
    CorpusError
        None has that name.
    """
    for reader in readers():
        if reader.name == name.lower():
            return reader
    known = ", ".join(reader.name for reader in readers())
    raise CorpusError(f"there is no format {name!r}", next=f"formats are {known}")


def reader_for(document: Document) -> Reader:
    """Return the reader of a document: by its content, else by its name.

    Raises
    ------
    UnreadableInputError
        No reader takes it.
    """
    head = document.head()
    for reader in readers():
        if reader.sniff(head):
            return reader
    known = ", ".join(reader.name for reader in readers())
    suffix = PurePath(document.name).suffix.lower()
    if _MARKUP.match(head) or (suffix not in PLAIN_TEXT.suffixes and _ELEMENT.match(head)):
        raise UnreadableInputError(
            "the file is XML or HTML of a kind that has no reader",
            where=document.place,
            next=f"convert it; formats are {known}",
        )
    for reader in readers():
        if suffix in reader.suffixes:
            return reader
    raise UnreadableInputError(
        f"{suffix} files have no reader",
        where=document.place,
        next=f"name the format with --format: {known}",
    )


def _loaded(point: EntryPoint) -> Reader:
    try:
        reader = point.load()
    except Exception as error:
        raise CorpusError(
            f"the reader {point.name!r} cannot be loaded: {error}",
            next=f"mend or remove {point.value}",
        ) from error
    if not isinstance(reader, Reader):
        raise CorpusError(f"the reader {point.name!r} is no Reader", next=f"mend {point.value}")
    return reader
