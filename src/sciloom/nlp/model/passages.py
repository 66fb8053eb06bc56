"""A long text is read in passages: the pair head costs entities squared times words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sciloom.nlp.model.names import key
from sciloom.nlp.model.read import FoundEntity, FoundRelation, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Characters in a passage; no abstract is as long.
PASSAGE = 8000
Span = tuple[int, int]


def read_passages(
    text: str,
    sentences: Sequence[Span],
    read: Callable[[str, Sequence[Span]], Reading],
) -> Reading:
    """Read a text passage by passage; see `read_at`."""
    return read_at(sentences, lambda start, end, inside: read(text[start:end], inside))


def read_at(
    sentences: Sequence[Span],
    read: Callable[[int, int, Sequence[Span]], Reading],
) -> Reading:
    """Read the passages from ``start`` to ``end``; what has one name is one entity, as first read.

    Sentences and mentions that ``read`` takes and gives count from the passage's start.
    """
    entities: dict[str, FoundEntity] = {}
    relations: list[FoundRelation] = []
    claims: list[tuple[float, ...]] = []
    for own in passages(sentences):
        start, end = own[0][0], own[-1][1]
        if end - start > PASSAGE:
            end = start + PASSAGE
        inside = [(a - start, min(b, end) - start) for a, b in own]
        part = read(start, end, inside)
        claims.extend(part.claims)
        keys = []
        for found in part.entities:
            moved = tuple((a + start, b + start) for a, b in found.mentions)
            name = key(found.name) or found.name
            known = entities.get(name)
            entities[name] = (
                replace(known, mentions=known.mentions + moved)
                if known
                else replace(found, mentions=moved)
            )
            keys.append(name)
        place = {name: i for i, name in enumerate(entities)}
        relations.extend(
            replace(r, subject=place[keys[r.subject]], object=place[keys[r.object]])
            for r in part.relations
        )
    return Reading(
        entities=tuple(entities.values()),
        relations=tuple(r for r in relations if r.subject != r.object),
        claims=tuple(claims),
    )


def passages(sentences: Sequence[Span]) -> list[list[Span]]:
    """Return runs of sentences of at most `PASSAGE` characters; a longer sentence stands alone."""
    runs: list[list[Span]] = []
    for start, end in sentences:
        if runs and end - runs[-1][0][0] <= PASSAGE:
            runs[-1].append((start, end))
        else:
            runs.append([(start, end)])
    return runs
