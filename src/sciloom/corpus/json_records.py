"""JSON and JSONL: generic records, and those of the services that give out JSON.

arXiv's metadata snapshot, OpenAlex, Semantic Scholar, Crossref, OpenReview, paperlists, CSL-JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from sciloom.corpus.document import Document
from sciloom.corpus.json_fields import json_record
from sciloom.corpus.json_stream import DECODER, document_records, unwrapped
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import UNDECODABLE, MisfitError, Record, papers_of
from sciloom.errors import UnreadableInputError
from sciloom.model import Paper

_START = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[{\]])")
#: Lines looked at to tell broken lines of records from one broken document.
_PROBED = 50


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield the papers of a JSON file.

    A broken line or record is reported by its number; its neighbours are read.

    Raises
    ------
    UnreadableInputError
        The file is one JSON document, and broken between its records; or it holds facts.
    """
    if not document.columns and _holds_facts(document):
        raise UnreadableInputError(
            "the file holds facts, not papers",
            where=document.place,
            next="give it to --facts, or read its texts with --map abstract=text",
        )
    records = _lines(document) if _goes_by_lines(document) else document_records(document)
    parsed = ((place, _record(value, document)) for place, value in records)
    return papers_of(document, parsed, on_skip)


def _record(value: Any, document: Document) -> Record | MisfitError:
    try:
        return json_record(value, document.columns)
    except MisfitError as misfit:
        return misfit


def _goes_by_lines(document: Document) -> bool:
    """Tell records in lines, the first of which may be broken, from one document."""
    head = document.head().strip()
    if head.startswith("[") and "\n" not in head:
        return False
    lines = (line for line in document.lines() if line is None or line.strip())
    first = next(lines, None) or ""
    if _is_record(first) or isinstance(_parsed(first), list):
        return True
    return (
        not first.startswith("[")
        and not first.rstrip().endswith(("{", "[", ","))
        and any(map(_is_record, islice(lines, _PROBED)))
    )


def _holds_facts(document: Document) -> bool:
    """Tell texts with their annotations, as `build --facts` takes them, from papers."""
    first = _parsed(
        next((line for line in document.lines() if line is None or line.strip()), "") or ""
    )
    return (
        isinstance(first, dict)
        and {"text", "entities"} <= first.keys()
        and not {"title", "abstract"} & first.keys()
    )


def _is_record(line: str | None) -> bool:
    record = _parsed(line or "")
    return isinstance(record, dict) and bool(record)


def _lines(document: Document) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(document.lines(), start=1):
        if line is None:
            yield f"line {number}", MisfitError(UNDECODABLE)
        elif line.strip().lstrip("\ufeff"):
            yield from ((f"line {number}", value) for value in unwrapped(_parsed(line)))


def _parsed(line: str) -> Any:
    try:
        return DECODER.decode(line.strip().lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        return MisfitError(
            f"is not JSON ({error.msg}, column {error.colno}); mend or drop the line"
        )
    except (ValueError, RecursionError):
        return MisfitError("is nested too deeply to read; mend or drop the line")


JSON = Reader("json", (".jsonl", ".json", ".ndjson"), lambda head: bool(_START.match(head)), read)
