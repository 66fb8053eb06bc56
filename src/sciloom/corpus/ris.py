"""RIS: Zotero, EndNote, Mendeley, Ovid, Embase, Cochrane; and PubMed's own tagged form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType

from sciloom.corpus.document import Document
from sciloom.corpus.papers import parse_doi
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import (
    UNDECODABLE,
    MisfitError,
    Record,
    given_first,
    papers_of,
    split_keywords,
)
from sciloom.model import Paper

#: Tag -> its values, lines joined, in the order of the record.
Tags = dict[str, list[str]]

_RIS_LINE = re.compile(r"\s?([A-Z][A-Z0-9])(?: {1,3}|\t)-(?:[ \t]+(.*))?$")
_RIS_START = re.compile(r"^\s?TY {1,3}- ", re.MULTILINE)
#: Tags that only a record has; databases put others behind its end.
_OF_RECORDS = frozenset("TI T1 AB N2 AU A1".split())
_PUBMED_LINE = re.compile(r"([A-Z]{2,4}) *- (.*)$")
_PUBMED_START = re.compile(r"^PMID ?- ?\d", re.MULTILINE)
#: Characters of the longest value; what goes on longer is no field, and is cut.
_LONGEST = 1 << 18
_IDENTIFIER = re.compile(r"(?<!\S)(\S+)\s+\[(doi|pii|bookaccession)\]")
_NO_DOI_YET = ("M3", "L3", "ID", "UR", "LK", "L2", "N1")


def read_ris(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a RIS file; what stands before, between and behind records passes."""
    return papers_of(document, _parsed(_ris_records(document), _from_ris), on_skip)


def read_pubmed(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a file in PubMed's format (.nbib, MEDLINE)."""
    return papers_of(document, _parsed(_pubmed_records(document), _from_pubmed), on_skip)


def _parsed(
    records: Iterable[tuple[int, Tags, str]], parse: Callable[[Tags], Record]
) -> Iterator[tuple[str, Record | MisfitError]]:
    for line, tags, fault in records:
        yield f"line {line}", MisfitError(fault) if fault else parse(tags)


def _ris_records(document: Document) -> Iterator[tuple[int, Tags, str]]:
    """Yield first line, tags and fault of each record: TY to ER, next TY or the end."""
    tags: Tags = {}
    start, fault, tag = 0, "", ""
    for number, line in enumerate(document.lines(), start=1):
        if line is None:
            fault = fault or f"has a line {number} that {UNDECODABLE}"
            continue
        match = _RIS_LINE.match(line)
        if not match:
            if tag and line.strip() and len(tags[tag][-1]) < _LONGEST:
                tags[tag][-1] += "\n" + line
            continue
        tag, value = match[1], match[2] or ""
        if tag in ("TY", "ER"):
            if tags:
                yield start, tags, fault
            tags, fault = {}, ""
            if tag == "TY":
                start, tags = number, {"TY": [value]}
            else:
                tag = ""
        elif tags or tag in _OF_RECORDS:
            start = start if tags else number
            tags.setdefault(tag, []).append(value)
        else:
            tag = ""
    if tags:
        yield start, tags, fault


def _pubmed_records(document: Document) -> Iterator[tuple[int, Tags, str]]:
    """Yield first line, tags and fault of each record: from PMID to the next."""
    tags: Tags = {}
    start, fault, tag = 0, "", ""
    for number, line in enumerate(document.lines(), start=1):
        if line is None:
            fault = fault or f"has a line {number} that {UNDECODABLE}"
            continue
        match = _PUBMED_LINE.match(line)
        if match:
            tag = match[1]
            if tag == "PMID":
                if tags:
                    yield start, tags, fault
                start, tags, fault = number, {}, ""
            if tag == "PMID" or tags:
                tags.setdefault(tag, []).append(match[2])
        elif tag in tags and line.strip() and len(tags[tag][-1]) < _LONGEST:
            tags[tag][-1] += " " + line.strip()
    if tags:
        yield start, tags, fault


def _first(tags: Tags, *names: str) -> str | None:
    return next((v.strip() for name in names for v in tags.get(name, ()) if v.strip()), None)


def _all(tags: Tags, *names: str) -> list[str]:
    return next((tags[name] for name in names if name in tags), [])


def _from_ris(tags: Tags) -> Record:
    book = (_first(tags, "TY") or "").upper() in ("CHAP", "CPAPER", "CONF")
    venue = ("T2", "BT", "JO", "JF", "JA", "J2", "T3") if book else ("JF", "JO", "T2", "JA", "J2")
    elsewhere = (v for name in _NO_DOI_YET for v in tags.get(name, ()))
    return Record(
        id=_first(tags, "ID"),
        title=_first(tags, "TI", "T1", "CT") or (None if book else _first(tags, "BT")),
        abstract="\n\n".join(_all(tags, "AB", "N2")) or None,
        authors=tuple(map(given_first, _all(tags, "AU", "A1"))),
        year=_first(tags, "PY", "Y1", "DA", "YR"),
        venue=_first(tags, *venue),
        doi=_first(tags, "DO", "DI") or next((v for v in elsewhere if parse_doi(v)), None),
        url=_first(tags, "UR", "LK", "L2"),
        keywords=tuple(k for value in tags.get("KW", ()) for k in _keywords(value)),
    )


def _keywords(value: str) -> Iterable[str]:
    return split_keywords(value) if ";" in value else value.split("\n")


def _from_pubmed(tags: Tags) -> Record:
    ids = {
        kind: value
        for line in (*tags.get("LID", ()), *tags.get("AID", ()))
        for value, kind in _IDENTIFIER.findall(line)
    }
    return Record(
        id=_first(tags, "PMID"),
        title=_first(tags, "TI", "BTI"),
        abstract="\n\n".join(_all(tags, "AB")) or None,
        authors=tuple(map(given_first, _all(tags, "FAU", "AU"))),
        year=_first(tags, "DP", "DEP"),
        venue=_first(tags, "JT", "TA", "BTI"),
        doi=ids.get("doi"),
        keywords=(*tags.get("OT", ()), *(word.lstrip("*") for word in tags.get("MH", ()))),
        ids=MappingProxyType(
            {k: v for k, v in (("pmid", _first(tags, "PMID")), ("pmcid", _first(tags, "PMC"))) if v}
        ),
    )


RIS = Reader("ris", (".ris",), lambda head: bool(_RIS_START.search(head)), read_ris)
PUBMED_TAGS = Reader(
    "nbib", (".nbib", ".medline"), lambda head: bool(_PUBMED_START.search(head)), read_pubmed
)
