"""BibTeX and BibLaTeX, among them the ACL Anthology's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sciloom.corpus.bibtex_entries import Entry
from sciloom.corpus.bibtex_parents import complete_entries
from sciloom.corpus.columns import columns_of
from sciloom.corpus.document import Document
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import (
    MisfitError,
    Record,
    given_first,
    papers_of,
    spaced,
    split_keywords,
)
from sciloom.model import Paper

#: An entry at the start of a line; its key may be missing.
_START = re.compile(r"^[ \t]*@[A-Za-z]+\s*[{(]", re.MULTILINE)
_BRACE_OR_AND = re.compile(r"[{}]| and ", re.IGNORECASE)


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a BibTeX file; an entry that is broken is reported by line and key."""
    return papers_of(document, _records(document), on_skip)


def _records(document: Document) -> Iterator[tuple[str, Record | MisfitError]]:
    for entry in complete_entries(document):
        place = f"line {entry.line}" + (f", {entry.key}" if entry.key else "")
        if entry.fault:
            yield place, MisfitError(entry.fault)
        else:
            yield place, _record(entry, document.columns)


def _record(entry: Entry, given: Mapping[str, str]) -> Record:
    fields = entry.fields
    columns = columns_of(fields, given)

    def first(field: str) -> str | None:
        return next(filter(None, map(fields.get, columns[field])), None)

    ids = {"pmid": fields.get("pmid", ""), "pmcid": fields.get("pmcid", "")}
    if "arxiv" in (fields.get("archiveprefix", "") + fields.get("eprinttype", "")).lower():
        ids["arxiv"] = fields.get("eprint", "")
    title, subtitle = first("title"), fields.get("subtitle")
    return Record(
        id=first("id") if "id" in given else entry.key,
        title=f"{title}: {subtitle}" if title and subtitle else title,
        abstract=first("abstract"),
        authors=tuple(map(_name, _names(first("authors") or ""))),
        year=first("year"),
        venue=first("venue"),
        doi=first("doi"),
        url=first("url"),
        keywords=split_keywords(first("keywords") or ""),
        ids=MappingProxyType(ids),
    )


def _names(value: str) -> Iterator[str]:
    """Split at each "and" that stands in no braces."""
    value = spaced(value)
    depth = start = 0
    for match in _BRACE_OR_AND.finditer(value):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0:
            yield value[start : match.start()]
            start = match.end()
    yield value[start:]


def _name(name: str) -> str:
    name = name.strip()
    if name.startswith("{") and name.endswith("}"):
        return name
    return "" if name.lower() == "others" else given_first(name)


BIBTEX = Reader("bibtex", (".bib", ".bibtex"), lambda head: bool(_START.search(head)), read)
