"""What a record says of its paper, and how readers turn records into papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sciloom.corpus.document import Document
from sciloom.corpus.papers import make_paper
from sciloom.corpus.reader import OnSkip
from sciloom.model import Paper, Skipped, Source

#: What a record may say, by the names of `--map`.
FIELDS = ("id", "title", "abstract", "authors", "year", "venue", "doi", "url", "keywords")
#: The reason why text in no known encoding is skipped.
UNDECODABLE = "is neither UTF-8 nor Windows-1252; save the file as UTF-8"

#: For values whose blanks are single: a long run of them would take time by its square.
_AND = re.compile(r" and | ?& ?")
_SEPARATOR = re.compile(r" ?[;|] ?")
_COMMA = re.compile(r" ?, ?")
_SUFFIX = re.compile(r"(?:jr|sr)\.?|[ivx]+|\d(?:nd|rd|th)", re.IGNORECASE)


class MisfitError(Exception):
    """A record that cannot become a paper; says why, and what next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The fields of a record as its source writes them; ``ids`` maps a scheme to an identifier."""

    id: str | None = None
    title: str | None = None
    abstract: str | None = None
    year: str | None = None
    authors: tuple[str, ...] = ()
    venue: str | None = None
    doi: str | None = None
    url: str | None = None
    keywords: tuple[str, ...] = ()
    ids: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def papers_of(
    document: Document, records: Iterable[tuple[str, Record | MisfitError]], on_skip: OnSkip
) -> Iterator[Paper]:
    """Yield a paper for each record; ``records`` gives their places in the document."""
    for number, (place, record) in enumerate(records, start=1):
        try:
            yield _paper(document, str(number), record)
        except MisfitError as misfit:
            on_skip(Skipped(file=document.place, place=place, reason=str(misfit)))


def _paper(document: Document, number: str, record: Record | MisfitError) -> Paper:
    if isinstance(record, MisfitError):
        raise record
    identifier = (record.id or "").strip() or None
    if not (record.title or record.abstract or record.doi or identifier):
        raise MisfitError("has neither title, abstract, id nor DOI; complete or drop it")
    return make_paper(
        Source(file=document.name, record=number, id=identifier),
        title=record.title,
        abstract=record.abstract,
        year=record.year,
        authors=record.authors,
        venue=record.venue,
        doi=record.doi,
        url=record.url,
        keywords=record.keywords,
        ids=record.ids,
    )


def spaced(value: str) -> str:
    """Return a value with single blanks, and none at its ends."""
    return " ".join(value.split())


def split_names(value: str) -> tuple[str, ...]:
    """Split "A; B", "A and B" or "Ada A, Bo B"; "Lovelace, Ada" is one name."""
    value = spaced(value)
    if ";" in value or "|" in value:
        return tuple(_SEPARATOR.split(value))
    names = _AND.split(value)
    if len(names) > 1 and all(len(part.split()) > 1 for part in _COMMA.split(names[0])):
        return tuple(part for name in names for part in _COMMA.split(name) if part)
    parts = _COMMA.split(value)
    if len(names) == 1 and len(parts) > 1 and all(len(part.split()) > 1 for part in parts):
        return tuple(parts)
    return tuple(names)


def split_keywords(value: str) -> tuple[str, ...]:
    """Split at semicolons or bars, else at commas."""
    value = spaced(value)
    return tuple((_SEPARATOR if ";" in value or "|" in value else _COMMA).split(value))


def given_first(name: str) -> str:
    """Turn "Lovelace, Ada" and "King, Martin Luther, Jr." to the order they are spoken in."""
    family, *others = _COMMA.split(spaced(name))
    others = [part for part in others if part]
    if len(others) > 1:
        # BibTeX puts "Jr." second, RIS puts it last.
        others.sort(key=lambda part: bool(_SUFFIX.fullmatch(part)))
        return " ".join((*others[:1], family, *others[1:]))
    return " ".join((*others, family))
