"""The fields of one JSON record, in the shapes that services give them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from sciloom.corpus.columns import columns_of
from sciloom.corpus.records import MisfitError, Record, split_keywords, split_names

#: Schemes of identifiers, as Semantic Scholar and OpenAlex call them.
_SCHEMES = {"arxiv": "arxiv", "pubmed": "pmid", "pmid": "pmid", "acl": "acl", "pmcid": "pmcid"}
_NAMES = ("name", "display_name", "title", "literal", "full_name", "value", "text", "#text")
#: Words of an inverted index; what places more is no abstract.
_MOST_WORDS = 50_000


def json_record(value: Any, given: Mapping[str, str]) -> Record:
    """Return the fields of a parsed record; ``given`` holds the keys that the user named.

    Raises
    ------
    MisfitError
        It is no object, holds no title and no abstract, or is a reply on OpenReview.
    """
    if isinstance(value, MisfitError):
        raise value
    if not isinstance(value, dict):
        raise MisfitError("is no JSON object; a record has keys such as title and abstract")
    fields = _flat(value)
    columns = columns_of(fields, given)
    index = fields.get("abstract_inverted_index")
    if not (columns["title"] or columns["abstract"] or index or "DOI" in fields):
        keys = ", ".join(list(value)[:6]) or "none"
        raise MisfitError(f"has no title and no abstract (its keys: {keys}); name them with --map")

    def first(field: str) -> Any:
        return next(
            (v for v in map(fields.get, columns[field]) if v not in (None, "", [], {})), None
        )

    external = _lowered(fields.get("externalIds")) | _lowered(fields.get("ids"))
    # OpenAlex gives addresses.
    ids = {_SCHEMES[k]: v.rpartition("/")[2] for k, v in external.items() if k in _SCHEMES}
    identifier = _text(first("id"), "id")
    from_arxiv = "authors_parsed" in fields or "submitter" in fields
    if from_arxiv and identifier:
        ids["arxiv"] = identifier
    venue = _loose(first("venue")) or _loose(fields.get("publicationVenue")) or _location(fields)
    doi = _loose(first("doi")) or external.get("doi")
    return Record(
        # Crossref's records have no other id.
        id=identifier or (doi.lower() if doi and "DOI" in fields else None),
        title=_title(first("title"), fields.get("subtitle")),
        abstract=_text(first("abstract"), "abstract") or _from_index(index),
        authors=_authors(fields, first("authors")),
        year=_year(fields, first("year")) or venue,
        venue=venue,
        doi=doi,
        url=_loose(first("url")),
        keywords=_words(first("keywords")),
        ids=MappingProxyType(ids),
    )


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """Lift what OpenReview keeps under "content", in its second version under "value" again."""
    content = record.get("content")
    if not isinstance(content, dict):
        return record
    if record.get("replyto") not in (None, "", record.get("id")):
        raise MisfitError(f"is a reply to {record['replyto']}, not a paper; drop it")
    lifted = {
        key: v["value"] if isinstance(v, dict) and "value" in v else v for key, v in content.items()
    }
    return {**record, **lifted}


def _lowered(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {key.lower(): v for key, v in value.items() if isinstance(v, str) and v}


def _text(value: Any, key: str) -> str | None:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = " ".join(value)
    if isinstance(value, dict):
        value = next((value[name] for name in _NAMES if isinstance(value.get(name), str)), value)
    if isinstance(value, bool):
        value = str(value).lower()
    if value is None or isinstance(value, str):
        return (value or "").strip() or None
    raise MisfitError(f"holds no text under {key!r}; give it as a string")


def _loose(value: Any) -> str | None:
    """Return the text of a field that a record can do without, the first of several."""
    if isinstance(value, list):
        value = value[0] if value else None
    try:
        return _text(value, "")
    except MisfitError:
        return None


def _title(value: Any, subtitle: Any) -> str | None:
    """Return the first of several titles: the others are translations; its subtitle behind it."""
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        value = value[0]
    title = _text(value, "title")
    below = _loose(subtitle)
    return f"{title}: {below}" if title and below and below not in title else title


def _from_index(index: Any) -> str | None:
    """Return the text of OpenAlex's inverted index: word -> positions."""
    if not isinstance(index, dict):
        return None
    places: list[tuple[int, str]] = []
    for word, positions in index.items():
        for position in positions if isinstance(positions, list) else ():
            if not (isinstance(position, str) and position.isdecimal() and len(position) < 10):
                raise MisfitError("holds an inverted index whose positions are no numbers; mend it")
            places.append((int(position), word))
    if len(places) > _MOST_WORDS:
        raise MisfitError(f"holds an inverted index of more than {_MOST_WORDS} words; mend it")
    return " ".join(word for _, word in sorted(places)) or None


def _authors(fields: Mapping[str, Any], value: Any) -> tuple[str, ...]:
    parsed = fields.get("authors_parsed")
    if isinstance(parsed, list) and parsed:
        return tuple(filter(None, map(_parsed_name, parsed)))
    if value is None:
        value = fields.get("authorships")
    if isinstance(value, str):
        return split_names(value)
    return tuple(filter(None, map(_name, value))) if isinstance(value, list) else ()


def _parsed_name(parts: Any) -> str:
    """Return the name that arXiv's snapshot gives as family, given, suffix."""
    if not isinstance(parts, list):
        return ""
    family, given, suffix = (*(p for p in islice(parts, 3) if isinstance(p, str)), "", "", "")[:3]
    return " ".join(filter(None, (given, family, suffix)))


def _name(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("author") if isinstance(value.get("author"), dict) else value
        given = _loose(value.get("given") or value.get("first")) or ""
        family = _loose(value.get("family") or value.get("last")) or ""
        value = _loose(value) or f"{given} {family}"
    return value.strip() if isinstance(value, str) else ""


def _year(fields: Mapping[str, Any], value: Any) -> str | None:
    versions = fields.get("versions")
    if isinstance(versions, list) and versions and isinstance(versions[0], dict):
        value = versions[0].get("created") or value
    for key in ("published-print", "published-online"):
        value = value or fields.get(key)
    if isinstance(value, dict):
        value = value.get("date-parts") or value.get("raw") or value.get("literal")
    while isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, str) else None


def _location(fields: Mapping[str, Any]) -> str | None:
    """Return the venue of an OpenAlex record."""
    place = fields.get("primary_location") or fields.get("host_venue")
    if isinstance(place, dict):
        return _loose(place.get("source") or place)
    return None


def _words(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return split_keywords(value)
    return tuple(filter(None, map(_loose, value))) if isinstance(value, list) else ()
