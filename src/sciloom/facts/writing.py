"""Write ``facts.jsonl``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TextIO

from sciloom.model import Claim, Entity, Extraction, Link, Resolution
from sciloom.vocab import BASE, paper_iri

SCHEMA = 1


def write_facts(resolution: Resolution, file: TextIO, *, base: str = BASE) -> None:
    """Write one line a paper, in the order of the resolution."""
    for extraction, links in resolution.papers():
        record = to_record(extraction, links, base=base)
        file.write(json.dumps(record, ensure_ascii=False, separators=(", ", ": ")) + "\n")


def to_record(
    extraction: Extraction, links: Mapping[str, Link], *, base: str = BASE
) -> dict[str, Any]:
    """Return the JSON object of one paper; ``links`` are its own, by the entity's name."""
    paper = extraction.paper
    return {
        "schema": SCHEMA,
        "id": paper.id,
        "iri": paper_iri(paper, base),
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
        "entities": [_entity_record(e, links[e.name].concept) for e in extraction.entities],
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
                **({} if v.change is None else {"change": _json_number(v.change)}),
                "metrics": list(v.metrics),
                "datasets": list(v.datasets),
                "tasks": list(v.tasks),
                **{flag: True for flag in ("worse", "rival") if getattr(v, flag)},
            }
            for v in claim.values
        ],
    }


def _json_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
