"""Content negotiation: which of the forms on offer a request likes best."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

#: Media type -> format. The first of a format is what an answer says it is.
RESULT_TYPES = (
    ("application/sparql-results+json", "json"),
    ("application/sparql-results+xml", "xml"),
    ("text/csv", "csv"),
    ("text/tab-separated-values", "tsv"),
    ("application/json", "json"),
    ("application/xml", "xml"),
    ("text/xml", "xml"),
)
GRAPH_TYPES = (
    ("text/turtle", "turtle"),
    ("application/n-triples", "nt"),
    ("application/ld+json", "jsonld"),
    ("application/rdf+xml", "rdfxml"),
    ("application/turtle", "turtle"),
    ("application/x-turtle", "turtle"),
    ("text/plain", "nt"),
    ("application/json", "jsonld"),
    ("application/xml", "rdfxml"),
)
HTML_TYPES = (("text/html", "html"), ("application/xhtml+xml", "html"))

_QUALITY = re.compile(r"(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\Z")
#: Ranges read from one header; browsers send under ten.
_MOST = 64


def choose(accept: str | None, offers: Sequence[tuple[str, str]]) -> str | None:
    """Return the format that an ``Accept`` header prefers; ties go to the earlier offer.

    ``offers`` pairs media types with formats. None: the header takes none of them.

    >>> choose("text/csv;q=0.5, application/xml", RESULT_TYPES)
    'xml'
    >>> choose(None, RESULT_TYPES)
    'json'
    """
    if accept is None or not accept.strip():
        return offers[0][1]
    ranges = list(_ranges(accept))
    best, chosen = 0.0, None
    for media, form in offers:
        quality = _quality(media, ranges)
        if quality > best:
            best, chosen = quality, form
    return chosen


def media_of(form: str, offers: Sequence[tuple[str, str]]) -> str:
    """Return the media type that a format is sent as."""
    return next(media for media, offered in offers if offered == form)


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    for part in accept.split(",", _MOST)[:_MOST]:
        media, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                quality = float(value) if _QUALITY.match(value.strip()) else 0.0
        yield media, quality


def _quality(media: str, ranges: list[tuple[str, float]]) -> float:
    """Return the quality that the most specific range gives a media type."""
    for wanted in (media, media.partition("/")[0] + "/*", "*/*"):
        found = [quality for given, quality in ranges if given == wanted]
        if found:
            return max(found)
    return 0.0
