"""Names that fields have in tables and JSON, and what their values come to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sciloom.corpus.records import FIELDS, Record, split_keywords, split_names

#: Field -> its names in order of preference, as letters and digits in lower case: generic, Scopus,
#: Web of Science (two letters), Dimensions, PubMed, IEEE, Zotero, Kaggle, OpenAlex, Crossref.
NAMES = {
    "id": """ut utuniquewosid id identifier eid openalexid paperid publicationid articleid recordid
        workid corpusid corduid arxivid key bibkey citationkey itemkey pmid""",
    "title": "title titles articletitle documenttitle papertitle primarytitle displayname ti t1",
    "abstract": """abstract abstracts abstracttext abstractnote summary summaries ab n2
        paperabstract""",
    "authors": "authors author authorfullnames authornames authorlist authorstring af au creators",
    "year": """year publicationyear pubyear pubyr publishedyear py date publicationdate published
        publishedat pubdate publishtime coverdate datepublished issued updatedate""",
    "venue": """venue sourcetitle journal journaltitle journalname conference conferencename
        journalbook publicationtitle publicationname containertitle booktitle proceedings
        journalref so""",
    "doi": "doi di doilink doiurl articledoi",
    "url": """url link urls pdfurl absurl paperurl landingpageurl articleurl sourcelinkout
        dimensionsurl site""",
    "keywords": """keywords keyword authorkeywords indexkeywords de tags manualtags subject
        subjects""",
}  # fmt: skip
_ALIASES = {field: names.split() for field, names in NAMES.items()}
_PLAIN = re.compile(r"[\W_]+")


def plain(name: str) -> str:
    """Return a column's name as letters and digits in lower case."""
    return _PLAIN.sub("", name.lower())


def columns_of(names: Iterable[str], given: Mapping[str, str]) -> dict[str, list[str]]:
    """Return, for each field, the columns that hold it, the most likely one first.

    What the user gave holds, whatever the names say. A table's "ID" beside "UT" is Keywords Plus.
    """
    known: dict[str, str] = {}
    exact: dict[str, str] = {}
    for name in names:
        known.setdefault(plain(name), name)
        exact.setdefault(name.strip().lower(), name)
    found: dict[str, list[str]] = {}
    for field in FIELDS:
        if field in given:
            column = exact.get(given[field].strip().lower())
            found[field] = [column] if column else []
        else:
            found[field] = [known[alias] for alias in _ALIASES[field] if alias in known]
    return found


def record_of(values: Mapping[str, str | None]) -> Record:
    """Return the record of a field's texts, names and keywords still in one string each."""
    return Record(
        id=values.get("id"),
        title=values.get("title"),
        abstract=values.get("abstract"),
        authors=split_names(values.get("authors") or ""),
        year=values.get("year"),
        venue=values.get("venue"),
        doi=values.get("doi"),
        url=values.get("url"),
        keywords=split_keywords(values.get("keywords") or ""),
    )
