"""What a BibTeX entry takes from the entries that it names: ``crossref`` and BibLaTeX's ``xdata``.

A paper takes where and when it appeared from the volume that ``crossref`` names, never what the
volume says of itself (abstract, DOI). It takes whatever it lacks from ``xdata``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sciloom.corpus.bibtex_entries import Entry, entries
from sciloom.corpus.document import Document

_NAMING = re.compile(r"crossref|xdata", re.IGNORECASE)
#: What a volume passes on, unless the paper says the like itself.
_DATES = ("year", "date")
_VENUES = ("booktitle", "journal", "journaltitle")
_DEEPEST = 4


def complete_entries(document: Document) -> Iterator[Entry]:
    """Yield the entries that stand for papers, with what they take from others."""
    named = _named(document)
    parents = {
        entry.key.lower(): entry
        for entry in (entries(document) if named else ())
        if entry.key and entry.key.lower() in named and not entry.fault
    }
    for entry in entries(document):
        if entry.kind != "xdata":
            yield replace(entry, fields=_filled(entry.fields, parents)) if parents else entry


def _named(document: Document) -> set[str]:
    """Return the keys that entries name, in lower case; most files name none."""
    if not any(line and _NAMING.search(line) for line in document.lines()):
        return set()
    return {key for entry in entries(document) for key in _keys(entry.fields)}


def _keys(fields: Mapping[str, str]) -> Iterator[str]:
    for field in ("xdata", "crossref"):
        yield from (key.strip().lower() for key in fields.get(field, "").split(",") if key.strip())


def _filled(
    fields: Mapping[str, str], parents: Mapping[str, Entry], depth: int = 0
) -> dict[str, str]:
    found = dict(fields)
    for key in _keys(fields):
        parent = parents.get(key)
        if parent is None or depth == _DEEPEST:
            continue
        theirs = _filled(parent.fields, parents, depth + 1)
        found = {**(theirs if parent.kind == "xdata" else _passed(theirs, found)), **found}
    return found


def _passed(volume: Mapping[str, str], paper: Mapping[str, str]) -> dict[str, str]:
    """Return what a paper takes from its volume, whose title is that of the book it is in."""
    if not any(name in volume for name in _VENUES) and "title" in volume:
        volume = {**volume, "booktitle": volume["title"]}
    return {
        name: volume[name]
        for group in (_DATES, _VENUES)
        if not any(name in paper for name in group)
        for name in group
        if name in volume
    }
