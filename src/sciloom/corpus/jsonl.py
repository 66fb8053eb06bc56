"""JSON: a record a line, an array of records, or one record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sciloom.corpus.document import Document
from sciloom.corpus.papers import make_paper
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.errors import UnreadableInputError
from sciloom.model import Paper, Skipped, Source

_START = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[{\]])")
_AND = re.compile(r"\s+and\s+|\s*&\s*")
_SEPARATOR = re.compile(r"\s*;\s*")
_COMMA = re.compile(r"\s*,\s*")
#: Lines looked at to tell broken lines of records from one broken document.
_PROBED = 50

#: Numbers keep their spelling (an id 2301.10150 ends in a nought); control characters may stand in
#: strings; NaN is nothing.
_DECODER = json.JSONDecoder(
    strict=False, parse_int=str, parse_float=str, parse_constant=lambda _: None
)


class _MisfitError(Exception):
    """A record that cannot become a paper; says why, and what next."""


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a JSON file.

    Keys, in any case: id, title, abstract, authors (list or string), year, venue, doi, keywords,
    url. A broken line or record is reported by its number; its neighbours are read.

    Raises
    ------
    UnreadableInputError
        The file is one JSON document, and broken.
    """
    for number, (place, record) in enumerate(_records(document), start=1):
        try:
            if isinstance(record, _MisfitError):
                raise record
            yield _paper(record, Source(file=document.name, record=str(number)))
        except _MisfitError as misfit:
            on_skip(Skipped(file=document.place, place=place, reason=str(misfit)))


def _records(document: Document) -> Iterable[tuple[str, Any]]:
    """Return the places and values of records in lines, or of one document over several lines."""
    lines = (line for line in document.lines() if line is None or line.strip())
    if _is_record(next(lines, None)):
        return _lines(document)
    try:
        return _whole(document)
    except UnreadableInputError:
        if any(map(_is_record, islice(lines, _PROBED))):
            return _lines(document)
        raise


def _is_record(line: str | None) -> bool:
    record = _parsed(line or "")
    return isinstance(record, dict) and bool(record)


def _lines(document: Document) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(document.lines(), start=1):
        if line is None:
            encoding = "is neither UTF-8 nor Windows-1252; save the file as UTF-8"
            yield f"line {number}", _MisfitError(encoding)
        elif line.strip().lstrip("\ufeff"):
            yield f"line {number}", _parsed(line)


def _parsed(line: str) -> Any:
    try:
        return _DECODER.decode(line.strip().lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        return _MisfitError(
            f"is not JSON ({error.msg}, column {error.colno}); mend or drop the line"
        )
    except (ValueError, RecursionError):
        return _MisfitError("is nested too deeply to read; mend or drop the line")


def _whole(document: Document) -> Iterable[tuple[str, Any]]:
    text = document.text().strip()
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise UnreadableInputError(
            f"the file is not JSON: {error.msg}, line {error.lineno}, column {error.colno}",
            where=document.place,
            next="mend it there, or put one record on each line",
        ) from error
    except RecursionError as error:
        raise UnreadableInputError(
            "the JSON is nested too deeply to read", where=document.place
        ) from error
    records = value if isinstance(value, list) else [value]
    return ((f"record {number}", record) for number, record in enumerate(records, start=1))


def _paper(record: Any, source: Source) -> Paper:
    if not isinstance(record, dict):
        raise _MisfitError("is no JSON object; a record has keys such as title and abstract")
    fields = {key.strip().lower(): value for key, value in record.items()}
    if not fields.keys() & {"title", "abstract"}:
        keys = ", ".join(list(record)[:6]) or "none"
        raise _MisfitError(f"has no title and no abstract (its keys: {keys}); rename its keys")
    title, abstract, doi = (_text(fields, key) for key in ("title", "abstract", "doi"))
    identifier = _text(fields, "id")
    if not (title or abstract or doi or identifier):
        raise _MisfitError("has neither title, abstract, id nor DOI; complete or drop it")
    return make_paper(
        Source(file=source.file, record=source.record, id=identifier),
        title=title,
        abstract=abstract,
        year=_text(fields, "year"),
        authors=_names(fields.get("authors") or fields.get("author")),
        venue=_text(fields, "venue"),
        doi=doi,
        url=_text(fields, "url"),
        keywords=_keywords(fields.get("keywords")),
    )


def _text(fields: dict[str, Any], key: str) -> str | None:
    value = fields.get(key)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = " ".join(value)
    if isinstance(value, bool):
        value = str(value).lower()
    if value is None or isinstance(value, str):
        return (value or "").strip() or None
    raise _MisfitError(f"holds no text under {key!r}; give it as a string")


def _names(value: Any) -> list[str]:
    if isinstance(value, str):
        return _split_names(value)
    return [name for name in map(_name, value or ()) if name] if isinstance(value, list) else []


def _name(value: Any) -> str:
    if isinstance(value, dict):
        given = value.get("given") or value.get("first") or ""
        family = value.get("family") or value.get("last") or ""
        value = value.get("name") or f"{given} {family}"
    return value.strip() if isinstance(value, str) else ""


def _split_names(value: str) -> list[str]:
    """Split "A; B", "A and B" or "Ada A, Bo B"; "Lovelace, Ada" is one name."""
    if ";" in value:
        return _SEPARATOR.split(value)
    names = _AND.split(value)
    if len(names) > 1 and all(len(part.split()) > 1 for part in _COMMA.split(names[0])):
        return [part for name in names for part in _COMMA.split(name) if part]
    parts = _COMMA.split(value)
    if len(names) == 1 and len(parts) > 1 and all(len(part.split()) > 1 for part in parts):
        return parts
    return names


def _keywords(value: Any) -> list[str]:
    if isinstance(value, str):
        return (_SEPARATOR if ";" in value else _COMMA).split(value)
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []


JSON = Reader("JSON", (".jsonl", ".json", ".ndjson"), lambda head: bool(_START.match(head)), read)
