"""Papers and what they say as JSON that loses nothing, unlike ``facts.jsonl``, which is to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, fields
from decimal import Decimal
from functools import partial
from operator import attrgetter
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
from sciloom.spill import Spool

_T = TypeVar("_T")
#: Key of an object that stands for a decimal number.
_DECIMAL = "decimal"
_NAMES: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {
        kind: tuple(field.name for field in fields(kind))
        for kind in (Entity, Relation, Claim, Mention, Quantity, Source)
    }
)
_VALUES = MappingProxyType({kind: attrgetter(*names) for kind, names in _NAMES.items()})


def spooled() -> Spool[Extraction]:
    """Return an empty sequence of extractions that lies on disk."""
    return Spool(
        lambda extraction: (packed_paper(extraction.paper), packed_facts(extraction)),
        lambda said: unpacked_facts(unpacked_paper(said[0]), said[1]),
    )


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
    """Return entities, relations and claims as JSON has them."""
    kinds: tuple[tuple[Entity | Relation | Claim, ...], ...]
    kinds = extraction.entities, extraction.relations, extraction.claims
    return [list(map(_plain, kind)) for kind in kinds]


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
    if type(value) in _VALUES:
        return _plain(_VALUES[type(value)](value))
    if type(value) is tuple:
        return [_plain(inner) for inner in value]
    return {_DECIMAL: str(value)} if isinstance(value, Decimal) else value


def _made(kind: type[_T], values: Sequence[Any], /, **parts: Callable[[Any], Any]) -> _T:
    """Return an instance of a dataclass of its values in order; ``parts`` make those within."""
    given = dict(zip(_NAMES[kind], values, strict=True))
    for name, value in given.items():
        if type(value) is list:
            given[name] = tuple(map(parts[name], value) if name in parts else value)
        elif type(value) is dict:
            given[name] = Decimal(value[_DECIMAL])
    return kind(**given)


_mention = partial(_made, Mention)
_quantity = partial(_made, Quantity)
_relation = partial(_made, Relation)
_entity = partial(_made, Entity, mentions=_mention)
_claim = partial(_made, Claim, values=_quantity)
