"""Papers and what they say as JSON that loses nothing, unlike ``facts.jsonl``, which is to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields
from decimal import Decimal
from types import MappingProxyType
from typing import Any, TypeVar

from sciloom.model import (
    Claim,
    Entity,
    Extraction,
    Mention,
    Paper,
    Quantity,
    Relation,
    Source,
)

_T = TypeVar("_T")


def packed_paper(paper: Paper) -> dict[str, Any]:
    """Return a paper as JSON has it."""
    values = {field.name: getattr(paper, field.name) for field in fields(paper)}
    return values | {"ids": dict(paper.ids), "sources": list(map(astuple, paper.sources))}


def unpacked_paper(values: Mapping[str, Any]) -> Paper:
    """Return the paper that `packed_paper` packed."""
    parts = {
        "ids": MappingProxyType(values["ids"]),
        "authors": tuple(values["authors"]),
        "keywords": tuple(values["keywords"]),
        "sources": tuple(_made(Source, source) for source in values["sources"]),
    }
    return Paper(**{**values, **parts})


def packed_facts(extraction: Extraction) -> list[Any]:
    """Return entities, relations and claims as JSON has them, numbers as text."""
    kinds: tuple[tuple[Entity | Relation | Claim, ...], ...]
    kinds = extraction.entities, extraction.relations, extraction.claims
    return [[_plain(astuple(fact)) for fact in kind] for kind in kinds]


def unpacked_facts(paper: Paper, facts: Sequence[Any]) -> Extraction:
    """Return what `packed_facts` packed, of this paper."""
    entities, relations, claims = facts
    return Extraction(
        paper=paper,
        entities=tuple(map(_entity, entities)),
        relations=tuple(map(_relation, relations)),
        claims=tuple(map(_claim, claims)),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, Decimal) else value


def _made(kind: type[_T], values: Sequence[Any], /, **changed: Any) -> _T:
    """Return an instance of a dataclass of its values in order; lists are tuples."""
    names = (field.name for field in fields(kind))  # type: ignore[arg-type]
    given = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in zip(names, values, strict=True)
    }
    return kind(**given | {name: change(given[name]) for name, change in changed.items()})


def _entity(values: Sequence[Any]) -> Entity:
    return _made(Entity, values, mentions=lambda held: tuple(_made(Mention, m) for m in held))


def _relation(values: Sequence[Any]) -> Relation:
    return _made(Relation, values)


def _claim(values: Sequence[Any]) -> Claim:
    return _made(Claim, values, values=lambda held: tuple(map(_quantity, held)))


def _quantity(values: Sequence[Any]) -> Quantity:
    return _made(Quantity, values, value=Decimal)
