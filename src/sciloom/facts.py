"""``facts.jsonl``: one JSON object a paper, the hand-over between sciloom and everything else.

Written by every build; read back by ``build --facts`` and ``evaluate``. A file written by hand may
leave out positions, scores and metadata: they are looked up in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from sciloom.errors import FactsError
from sciloom.model import (
    CLAIM_TYPES,
    ENTITY_TYPES,
    QUALIFIERS,
    RELATIONS,
    ROLES,
    Claim,
    Entity,
    Extraction,
    Mention,
    Paper,
    Quantity,
    Relation,
    Resolution,
    Skipped,
    Source,
)
from sciloom.vocab import BASE, paper_iri

SCHEMA = 1

#: Splits a text into half-open sentence spans.
Sentences = Callable[[str], Sequence[tuple[int, int]]]

_NUMBER = re.compile(r"[-+−]?\d+(?:[.,\s]\d+)*")
#: A form that stands as a word of its own.
_EDGE = r"(?<![^\W_]){}(?![^\W_])"


def write_facts(resolution: Resolution, file: TextIO, *, base: str = BASE) -> None:
    """Write one line a paper, in the order of the resolution."""
    concepts = resolution.concept_of()
    for extraction in resolution.extractions:
        record = to_record(extraction, concepts, base=base)
        file.write(json.dumps(record, ensure_ascii=False, separators=(", ", ": ")) + "\n")


def to_record(
    extraction: Extraction, concepts: Mapping[tuple[str, str], str], *, base: str = BASE
) -> dict[str, Any]:
    """Return the JSON object of one paper; ``concepts`` maps (paper IRI, entity name) to IRIs."""
    paper = extraction.paper
    iri = paper_iri(paper, base)
    return {
        "schema": SCHEMA,
        "id": paper.id,
        "iri": iri,
        "ids": {"doi": paper.doi, **paper.ids},
        "doi": paper.doi,
        "title": paper.title,
        "abstract": paper.abstract,
        "year": paper.year,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "url": paper.url,
        "keywords": list(paper.keywords),
        "language": paper.language,
        "sources": [{"file": s.file, "record": s.record, "id": s.id} for s in paper.sources],
        "text": paper.text,
        "entities": [_entity_record(e, concepts[iri, e.name]) for e in extraction.entities],
        "relations": [
            {
                "subject": r.subject,
                "predicate": r.predicate,
                "object": r.object,
                "evidence": list(r.evidence),
                "score": r.score,
            }
            for r in extraction.relations
        ],
        "claims": [_claim_record(c) for c in extraction.claims],
    }


def _entity_record(entity: Entity, concept: str) -> dict[str, Any]:
    return {
        "name": entity.name,
        "surface": list(entity.surface),
        "type": entity.type,
        "role": entity.role,
        "named": entity.named,
        "concept": concept,
        "mentions": [[m.start, m.end] for m in entity.mentions],
        "score": entity.score,
    }


def _claim_record(claim: Claim) -> dict[str, Any]:
    return {
        "quote": claim.quote,
        "start": claim.start,
        "end": claim.end,
        "type": claim.type,
        "subject": claim.subject,
        "comparators": list(claim.comparators),
        "metrics": list(claim.metrics),
        "datasets": list(claim.datasets),
        "tasks": list(claim.tasks),
        "novel": claim.novel,
        "negated": claim.negated,
        "hedged": claim.hedged,
        "score": claim.score,
        "values": [
            {
                "quote": v.quote,
                "start": v.start,
                "end": v.end,
                "value": _json_number(v.value),
                "unit": v.unit,
                "qualifier": v.qualifier,
                "printed": v.printed,
                "direction": v.direction,
                "kind": v.kind,
            }
            for v in claim.values
        ],
    }


def _json_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def read_facts(
    path: Path,
    *,
    on_skip: Callable[[Skipped], None] | None = None,
    sentences: Sentences | None = None,
) -> Iterator[Extraction]:
    """Read a facts file; positions that it leaves out are looked up in the text.

    Parameters
    ----------
    path
        A JSONL file, UTF-8.
    on_skip
        Told of each line that does not hold together; without it the first one raises.
    sentences
        Finds the sentence that is the evidence of a relation given without any; without it the
        evidence is the whole text.

    Raises
    ------
    FactsError
        A line does not hold together and nobody asked to be told.
    """
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                yield from_record(line, file=path.name, record=str(number), sentences=sentences)
            except FactsError as error:
                if on_skip is None:
                    raise
                on_skip(Skipped(file=path.name, place=f"line {number}", reason=error.what))


def from_record(
    line: str, *, file: str, record: str, sentences: Sentences | None = None
) -> Extraction:
    """Return what one line says.

    Raises
    ------
    FactsError
        The line is no JSON object, lacks a field, or names what is not there.
    """
    where = f"{file}, line {record}"
    try:
        data = json.loads(line, parse_float=Decimal)
        paper = _paper(data, Source(file=file, record=record))
        entities = tuple(_entity(e, paper.text) for e in data.get("entities", ()))
        by_name = {e.name: e for e in entities}
        if len(by_name) < len(entities):
            raise FactsError("two entities have one name", where=where)
        spans = tuple((sentences or _whole)(paper.text))
        relations = tuple(_relation(r, by_name, spans) for r in data.get("relations", ()))
        claims = tuple(_claim(c, by_name, paper.text) for c in data.get("claims", ()))
    except FactsError as error:
        raise FactsError(error.what, where=where, next="correct the line") from None
    except json.JSONDecodeError as error:
        raise FactsError(f"no JSON: {error.msg}", where=where, next="correct the line") from None
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"lacks {error}" if isinstance(error, KeyError) else str(error)
        raise FactsError(
            f"not in the form of facts.jsonl: {what}", where=where, next="correct the line"
        ) from None
    return Extraction(paper=paper, entities=entities, relations=relations, claims=claims)


def _whole(text: str) -> tuple[tuple[int, int], ...]:
    return ((0, len(text)),)


def _paper(data: Mapping[str, Any], here: Source) -> Paper:
    text = data["text"]
    ids = {k: v for k, v in (data.get("ids") or {}).items() if v and k != "doi"}
    sources = tuple(
        Source(file=s["file"], record=s["record"], id=s.get("id")) for s in data.get("sources", ())
    )
    return Paper(
        id=str(data["id"]),
        text=text,
        abstract=data.get("abstract") or text,
        title=data.get("title"),
        year=data.get("year"),
        authors=tuple(data.get("authors") or ()),
        venue=data.get("venue"),
        doi=data.get("doi"),
        ids=MappingProxyType(ids),
        url=data.get("url"),
        keywords=tuple(data.get("keywords") or ()),
        language=data.get("language") or "en",
        sources=sources or (here,),
    )


def _one_of(value: str, allowed: Sequence[str], what: str) -> str:
    if value not in allowed:
        raise FactsError(f"{what} {value!r} is none of {', '.join(filter(None, allowed))}")
    return value


def _entity(data: Mapping[str, Any], text: str) -> Entity:
    name = data["name"]
    surface = tuple(data.get("surface") or (name,))
    type_ = _one_of(data["type"], ENTITY_TYPES, "type")
    score = float(data.get("score", 1.0))
    spans = [(int(start), int(end)) for start, end in data.get("mentions") or ()]
    for start, end in spans:
        if text[start:end] not in surface:
            raise FactsError(f"the text at {start}-{end} is no form of {name!r}")
    spans = spans or _occurrences(surface, text)
    if not spans:
        raise FactsError(f"no form of {name!r} stands in the text")
    return Entity(
        name=name,
        surface=surface,
        type=type_,
        role=_one_of(data["role"], ROLES, "role"),
        named=bool(data.get("named", True)),
        mentions=tuple(
            Mention(start=s, end=e, text=text[s:e], type=type_, score=score) for s, e in spans
        ),
        score=score,
    )


def _occurrences(surface: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Find each form where it stands as a word of its own; longer forms first, none overlap."""
    found: list[tuple[int, int]] = []
    for form in sorted(surface, key=len, reverse=True):
        left = _EDGE.format(re.escape(form))
        hits = [m.span() for m in re.finditer(left, text)] or [
            m.span() for m in re.finditer(re.escape(form), text)
        ]
        found += [h for h in hits if all(h[1] <= s or e <= h[0] for s, e in found)]
    return sorted(found)


def _relation(
    data: Mapping[str, Any] | Sequence[str],
    entities: Mapping[str, Entity],
    sentences: Sequence[tuple[int, int]],
) -> Relation:
    if not isinstance(data, Mapping):
        subject, predicate, object_ = data
        data = {"subject": subject, "predicate": predicate, "object": object_}
    ends = data["subject"], data["object"]
    for end in ends:
        if end not in entities:
            raise FactsError(f"a relation names {end!r}, which is no entity here")
    evidence = data.get("evidence")
    return Relation(
        subject=ends[0],
        predicate=_one_of(data["predicate"], RELATIONS, "relation"),
        object=ends[1],
        evidence=(int(evidence[0]), int(evidence[1]))
        if evidence
        else _stated_in(entities[ends[0]], entities[ends[1]], sentences),
        score=float(data.get("score", 1.0)),
    )


def _stated_in(
    subject: Entity, object_: Entity, sentences: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """Return the first sentence with both ends, else the span from the one's to the other's."""

    def holding(entity: Entity) -> list[int]:
        return [
            i
            for i, (start, end) in enumerate(sentences)
            if any(start <= m.start and m.end <= end for m in entity.mentions)
        ] or [0]

    one, other = holding(subject), holding(object_)
    _, first, last = min((abs(i - j), min(i, j), max(i, j)) for i in one for j in other)
    return sentences[first][0], sentences[last][1]


def _claim(data: Mapping[str, Any], entities: Mapping[str, Entity], text: str) -> Claim:
    quote = data["quote"]
    start = _find(quote, text, data.get("start"), 0)
    named = [
        data.get("subject"),
        *(n for k in ("metrics", "datasets", "tasks") for n in data.get(k) or ()),
    ]
    for name in named:
        if name is not None and name not in entities:
            raise FactsError(f"a claim names {name!r}, which is no entity here")
    return Claim(
        quote=quote,
        start=start,
        end=start + len(quote),
        type=_one_of(data["type"], CLAIM_TYPES, "claim type"),
        subject=data.get("subject"),
        comparators=tuple(data.get("comparators") or ()),
        metrics=tuple(data.get("metrics") or ()),
        datasets=tuple(data.get("datasets") or ()),
        tasks=tuple(data.get("tasks") or ()),
        values=tuple(_quantity(v, text, start) for v in data.get("values") or ()),
        novel=bool(data.get("novel", False)),
        negated=bool(data.get("negated", False)),
        hedged=bool(data.get("hedged", False)),
        score=float(data.get("score", 1.0)),
    )


def _quantity(data: Mapping[str, Any], text: str, claim_start: int) -> Quantity:
    quote = data["quote"]
    start = _find(quote, text, data.get("start"), claim_start)
    digits = _NUMBER.search(quote)
    return Quantity(
        quote=quote,
        start=start,
        end=start + len(quote),
        value=Decimal(data["value"]),
        unit=data.get("unit", ""),
        qualifier=_one_of(data.get("qualifier", ""), QUALIFIERS, "qualifier"),
        printed=data.get("printed") or (digits[0] if digits else quote),
        direction=data.get("direction", ""),
        kind=data.get("kind", ""),
    )


def _find(quote: str, text: str, start: int | None, after: int) -> int:
    """Return where the quote stands: where it says, else its first place from ``after`` on."""
    found = text.find(quote, after) if start is None else int(start)
    if found < 0 or text[found : found + len(quote)] != quote:
        raise FactsError(
            f"the text does not hold {quote[:40]!r}" + ("" if start is None else f" at {start}")
        )
    return found
