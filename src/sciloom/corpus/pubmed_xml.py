"""PubMed's XML: article and book sets of MEDLINE."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from sciloom.corpus.document import Document
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import MisfitError, Record, papers_of
from sciloom.corpus.xml_records import Element, text_at, xml_records
from sciloom.model import Paper

_ROOT = re.compile(r"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle)[\s>]")
_SCHEMES = {"pubmed": "pmid", "pmc": "pmcid"}


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a PubMed set; a record that is broken is reported by its line."""
    return papers_of(document, _records(document), on_skip)


def _records(document: Document) -> Iterator[tuple[str, Record | MisfitError]]:
    for place, article in xml_records(document, "PubmedArticle", "PubmedBookArticle"):
        yield place, _record(article) if isinstance(article, Element) else article


def _record(record: Element) -> Record:
    citation = record.child("MedlineCitation") or record.child("BookDocument") or record
    article = citation.child("Article") or citation
    title = article.child("ArticleTitle") or article.child("Book", "BookTitle")
    date = article.child("Journal", "JournalIssue", "PubDate") or article.child("Book", "PubDate")
    pmid, ids = text_at(citation, "PMID"), _ids(record)
    return Record(
        id=pmid,
        title=title.markup() if title else None,
        abstract=_abstract(article),
        authors=tuple(map(_name, _authors(article))),
        year=date.text() if date else text_at(article, "ArticleDate", "Year"),
        venue=text_at(article, "Journal", "Title") or text_at(article, "Book", "BookTitle"),
        doi=ids.get("doi"),
        keywords=tuple(word.markup() for word in citation.all("Keyword")),
        ids=MappingProxyType({"pmid": pmid or "", "pmcid": ids.get("pmc", "")}),
    )


def _abstract(article: Element) -> str | None:
    """Return the sections of the abstract, each behind its label."""
    abstract = article.child("Abstract")
    if not abstract:
        return None
    parts = (
        (section.attributes.get("Label"), section.markup())
        for section in abstract.children("AbstractText")
    )
    return "\n\n".join(f"{label.upper()}: {text}" if label else text for label, text in parts)


def _ids(record: Element) -> dict[str, str]:
    """Return the record's identifiers by kind; those of its references are not among them."""
    found: dict[str, str] = {}
    data = record.child("PubmedData") or record.child("PubmedBookData")
    lists = data.children("ArticleIdList") if data else ()
    for element in (e for ids in lists for e in ids.children("ArticleId")):
        found.setdefault(element.attributes.get("IdType", ""), element.text())
    for element in record.all("ELocationID"):
        found.setdefault(element.attributes.get("EIdType", ""), element.text())
    return found


def _authors(article: Element) -> Iterator[Element]:
    for people in article.children("AuthorList"):
        if people.attributes.get("Type", "authors") == "authors":
            yield from people.children("Author")


def _name(author: Element) -> str:
    given = text_at(author, "ForeName") or text_at(author, "Initials")
    parts = (given, text_at(author, "LastName"), text_at(author, "Suffix"))
    return " ".join(filter(None, parts)) or text_at(author, "CollectiveName") or ""


PUBMED_XML = Reader("pubmed", (), lambda head: bool(_ROOT.search(head)), read)
