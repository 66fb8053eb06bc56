"""How every reader makes a `Paper` of a record: one clean text, parsed fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from types import MappingProxyType
from urllib.parse import unquote

from sciloom.corpus.clean import clean, clean_line
from sciloom.corpus.language import language_of
from sciloom.corpus.litter import is_placeholder
from sciloom.model import Paper, Source

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|10\.48550/arxiv\.|^arxiv:\s?)"
    r"([a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})(v\d+)?(?:\.pdf)?$",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"^\s*arxiv:\s*", re.IGNORECASE)


def make_paper(
    source: Source,
    *,
    title: str | None = None,
    abstract: str | None = None,
    year: str | int | None = None,
    authors: Iterable[str] = (),
    venue: str | None = None,
    doi: str | None = None,
    url: str | None = None,
    keywords: Iterable[str] = (),
    ids: Mapping[str, str] = MappingProxyType({}),
) -> Paper:
    """Make a paper of a record's fields as its source writes them.

    ``text`` is the cleaned abstract, after the cleaned title and a blank line where there is one.
    An abstract that only says that there is none is empty. ``id`` is the source's own, else
    ``STEM#N`` by file and record number. ``ids`` maps schemes ("arxiv", "pmid") to identifiers.
    What does not parse as a year, DOI or arXiv id is left out.
    """
    clean_title = clean_line(title or "") or None
    clean_abstract = "" if is_placeholder(abstract or "") else clean(abstract or "")
    text = "\n\n".join(part for part in (clean_title, clean_abstract) if part)
    stated = "arxiv:" + _SCHEME.sub("", ids.get("arxiv") or "")
    arxiv = next(filter(None, map(_arxiv_id, (stated, source.id, doi, url))), None)
    others = {scheme: value for scheme, value in ids.items() if scheme != "arxiv" and value}
    return Paper(
        id=source.id or f"{PurePath(source.file).stem}#{source.record}",
        text=text,
        abstract=clean_abstract,
        title=clean_title,
        year=parse_year(year),
        authors=tuple(filter(None, map(clean_line, authors))),
        venue=clean_line(venue or "") or None,
        doi=parse_doi(doi),
        ids=MappingProxyType(({"arxiv": arxiv} if arxiv else {}) | others),
        url=(url or "").strip() or None,
        keywords=tuple(filter(None, map(clean_line, keywords))),
        language=language_of(text),
        sources=(source,),
    )


def parse_year(value: str | int | None) -> int | None:
    """Return the year that ``value`` holds ("2021.0", "2021-03-04"), from 1500 to 2099."""
    match = _YEAR.search(str(value or ""))
    return int(match[1]) if match else None


def parse_doi(value: str | None) -> str | None:
    """Return the DOI in ``value`` in lower case, without "doi:" or the resolver's address."""
    match = _DOI.search(unquote(value or ""))
    return match[0].lower().rstrip(".,;") if match else None


def _arxiv_id(value: str | None) -> str | None:
    match = _ARXIV.search((value or "").strip())
    return match[1] + (match[2] or "") if match else None
