"""What went wrong, by kind, with the words it went wrong on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sciloom.evaluation.score import match, surfaces
from sciloom.model import Entity, Extraction, Relation

#: Entities: right words but another type, other words of the same thing, not read at all, one thing
#: read in two, read where gold has nothing. Relations: right ends, but another relation or the
#: other direction; not read; read where gold has none between what was read right.
KINDS = (
    "type",
    "boundary",
    "missed",
    "split",
    "spurious",
    "relation kind",
    "relation missed",
    "relation spurious",
)


@dataclass(frozen=True, slots=True)
class Error:
    """One error: its kind, the paper's id, what gold says and what was read ("" for nothing)."""

    kind: str
    paper: str
    gold: str
    read: str


def errors(gold: Sequence[Extraction], predicted: Sequence[Extraction]) -> tuple[Error, ...]:
    """Return the errors of extractions of the same papers, in the same order, kind by kind."""
    found = [
        error
        for here, there in zip(gold, predicted, strict=True)
        for error in (*_entity_errors(here, there), *_relation_errors(here, there))
    ]
    return tuple(sorted(found, key=lambda error: KINDS.index(error.kind)))


def _entity_errors(gold: Extraction, predicted: Extraction) -> Iterator[Error]:
    def error(kind: str, here: Entity | None, there: Entity | None) -> Error:
        return Error(kind, gold.paper.id, _entity(here), _entity(there))

    read = {entity.name: entity for entity in predicted.entities}
    right = match(gold.entities, predicted.entities, typed=True, lenient=False)
    left = [e for e in gold.entities if e.name not in right]
    free = [e for e in predicted.entities if e.name not in right.values()]
    other_type = match(left, free, typed=False, lenient=False)
    left_over = [e for e in left if e.name not in other_type]
    free = [e for e in free if e.name not in other_type.values()]
    other_words = match(left_over, free, typed=False, lenient=True)
    for entity in left:
        if entity.name in other_type:
            yield error("type", entity, read[other_type[entity.name]])
        elif entity.name in other_words:
            yield error("boundary", entity, read[other_words[entity.name]])
        else:
            yield error("missed", entity, None)
    for entity in free:
        if entity.name not in other_words.values():
            whole = next((e for e in gold.entities if surfaces(e) & surfaces(entity)), None)
            yield error("split" if whole else "spurious", whole, entity)


def _relation_errors(gold: Extraction, predicted: Extraction) -> Iterator[Error]:
    back = {
        there: here
        for here, there in match(
            gold.entities, predicted.entities, typed=True, lenient=True
        ).items()
    }
    stated = {(r.subject, r.predicate, r.object): r for r in gold.relations}
    read = {
        (back.get(r.subject, ""), r.predicate, back.get(r.object, "")): r
        for r in predicted.relations
    }
    by_ends = {frozenset((s, o)): key for key in stated for s, _, o in (key,)}
    met = set()
    for (subject, predicate, object_), relation in read.items():
        ends = frozenset((subject, object_))
        key = by_ends.get(ends)
        same = (subject, predicate, object_) in stated or (
            key is not None and key[1] == predicate == "comparedWith"
        )
        if same:
            met.add(ends)
        elif key is not None:
            met.add(ends)
            yield Error("relation kind", gold.paper.id, _relation(stated[key]), _relation(relation))
        else:
            yield Error("relation spurious", gold.paper.id, "", _relation(relation))
    for key, relation in stated.items():
        if frozenset((key[0], key[2])) not in met:
            yield Error("relation missed", gold.paper.id, _relation(relation), "")


def _entity(entity: Entity | None) -> str:
    return f"{entity.name} ({entity.type}, {entity.role})" if entity else ""


def _relation(relation: Relation) -> str:
    return f"{relation.subject} {relation.predicate} {relation.object}"
