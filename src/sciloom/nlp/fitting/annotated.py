"""Annotated abstracts: where in the tokens of a text its entities stand."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span

#: Components that the tables are not needed for.
_FIRST = ("sentences", "abbreviations")


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text, its tokens, the spans of each annotated entity, and the annotation itself."""

    doc: Doc
    groups: tuple[tuple[Span, ...], ...]
    entities: tuple[dict[str, Any], ...]
    relations: tuple[tuple[str, str, str], ...]


def read(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def align(nlp: Language, rows: Iterable[dict[str, Any]]) -> list[Annotated]:
    """Return each row with its surfaces found in the tokens, longest first, none overlapping."""
    return [_align(nlp, row) for row in rows]


def _align(nlp: Language, row: dict[str, Any]) -> Annotated:
    doc = nlp.make_doc(row["text"])
    for name in _FIRST:
        doc = nlp.get_pipe(name)(doc)
    entities = tuple(row["entities"])
    surfaces = sorted(
        ((form, number) for number, entity in enumerate(entities) for form in entity["surface"]),
        key=lambda item: (-len(item[0]), item),
    )
    taken: set[int] = set()
    groups: list[list[Span]] = [[] for _ in entities]
    for form, number in surfaces:
        at = row["text"].find(form)
        while at >= 0:
            span = doc.char_span(at, at + len(form), label=entities[number]["type"])
            if span is not None and taken.isdisjoint(range(span.start, span.end)):
                taken.update(range(span.start, span.end))
                groups[number].append(span)
            at = row["text"].find(form, at + 1)
    return Annotated(
        doc=doc,
        groups=tuple(tuple(sorted(spans, key=lambda span: span.start)) for spans in groups),
        entities=entities,
        relations=tuple(tuple(relation) for relation in row["relations"]),
    )
