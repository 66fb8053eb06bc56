"""What the model read -> the types that pass between rooms."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sciloom.model import Entity, Mention, Relation
from sciloom.nlp.model.read import FoundEntity, FoundRelation, Reading


def entities_of(text: str, reading: Reading) -> tuple[Entity, ...]:
    """Return the entities; every mention has its entity's type and score."""
    return tuple(_entity(text, found) for found in reading.entities)


def relations_of(reading: Reading, sentences: Sequence[tuple[int, int]]) -> tuple[Relation, ...]:
    """Return the relations with their evidence among ``sentences`` (spans of characters)."""
    return tuple(
        Relation(
            subject=reading.entities[found.subject].name,
            predicate=found.predicate,
            object=reading.entities[found.object].name,
            evidence=evidence(found, reading.entities, sentences),
            score=found.score,
        )
        for found in reading.relations
    )


def evidence(
    relation: FoundRelation,
    entities: Sequence[FoundEntity],
    sentences: Sequence[tuple[int, int]],
) -> tuple[int, int]:
    """Return the sentences from one end to the other, where the ends stand closest."""
    pairs = [
        (abs(a[0] - b[0]), min(a, b), max(a, b))
        for a in entities[relation.subject].mentions
        for b in entities[relation.object].mentions
    ]
    starts = [start for start, _ in sentences]
    spans = [
        (bisect_right(starts, first[0]) - 1, bisect_right(starts, last[0]) - 1, gap)
        for gap, first, last in pairs
    ]
    first, last, _ = min(spans, key=lambda span: (span[1] - span[0], span[2], span))
    return sentences[first][0], sentences[last][1]


def _entity(text: str, found: FoundEntity) -> Entity:
    mentions = tuple(
        Mention(start=a, end=b, text=text[a:b], type=found.type, score=found.score)
        for a, b in found.mentions
    )
    forms = dict.fromkeys((found.name, *(mention.text for mention in mentions)))
    return Entity(
        name=found.name,
        surface=tuple(forms),
        type=found.type,
        role=found.role,
        named=found.named,
        mentions=mentions,
        score=found.score,
    )
