"""Which entity a claim is about, by a log-linear choice among the entities of the paper.

``data/claims_subject.npz`` is made by `sciloom.training.claims_subject`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat

from sciloom.model import Entity
from sciloom.nlp.claims.candidates import Named, pointers
from sciloom.nlp.claims.classifier import Feature, parameters
from sciloom.nlp.claims.hashes import hashes_of

FILE = "claims_subject.npz"
_WORD = re.compile(r"[A-Za-z]+(?:[-'’][A-Za-z]+)*|[0-9]+|[^\sA-Za-z0-9]")
_NEAR = 30  # characters beside a mention in which the next word stands
_SENTENCE = 150  # characters of a usual sentence
_OTHERS = ("compared", "background")


@dataclass(frozen=True, slots=True)
class Scene:
    """A claim's sentence, at ``start`` of the text, with what it names and is set against."""

    sentence: str
    start: int
    type: str
    entities: Sequence[Entity]
    named: Sequence[Named]
    versus: Sequence[Named]


def choose(scene: Scene) -> Entity | None:
    """Return the subject of a claim, or nothing where it is about none of the entities."""
    if not scene.entities:
        return None
    options = _options(scene)
    scores = [sum(map(_weight, seen, repeat(scene.type))) for _, seen in options]
    return options[scores.index(max(scores))][0]


def candidates(scene: Scene) -> list[tuple[Entity | None, list[Feature]]]:
    """Return what speaks for each entity as the subject, and last for there being none."""
    return [
        (entity, [(name, 1.0) for one in seen for name in _typed(one, scene.type)])
        for entity, seen in _options(scene)
    ]


def _options(scene: Scene) -> list[tuple[Entity | None, dict[str, None]]]:
    phrase, resource = pointers(scene.sentence)
    view = _View(scene, phrase, by_rule(scene, phrase, resource=resource))
    options: list[tuple[Entity | None, dict[str, None]]] = [
        (entity, dict.fromkeys(view.of(entity))) for entity in scene.entities
    ]
    return [*options, (None, dict.fromkeys(view.of_none()))]


def _typed(name: str, type_: str) -> tuple[str, str]:
    """Return the names of what is seen, alone and with the type of the claim."""
    return name, f"{type_} {name}"


@lru_cache(maxsize=1 << 14)
def _weight(name: str, type_: str) -> int:
    """Return what a feature weighs, whole numbers: no order of adding changes a sum."""
    model = parameters(FILE)
    return int(model.weights[model.rows_of(hashes_of(_typed(name, type_)))].sum())


def by_rule(scene: Scene, phrase: str, *, resource: bool = False) -> Entity | None:
    """Return the subject by rules: a proposal named, else pointed back to, else what is named."""
    others = [n for n in scene.named if n not in scene.versus]
    own = [n for n in others if n.entity.role == "proposed"]
    if own:
        return own[0].entity
    methods = [n for n in others if n.entity.type == "Method"]
    main = main_proposal(scene.entities, scene.start, phrase, resource=resource)
    points_back = main is not None and ((phrase and main.role == "proposed") or not methods)
    if points_back and scene.type not in ("Finding", "Limitation"):
        return main
    order = methods or others
    return order[0].entity if order else main


def main_proposal(
    entities: Sequence[Entity], before: int, phrase: str = "", *, resource: bool = False
) -> Entity | None:
    """Return what the paper proposes, as a sentence that starts at ``before`` points back to it.

    The ``phrase`` it does so with ("this prior") prefers an entity that has a word of it.
    """
    proposed = [e for e in entities if e.role == "proposed"]
    if not proposed:  # no announcement: the method that the text is about
        methods = [e for e in entities if e.type == "Method" and e.role not in _OTHERS]
        proposed = [e for e in methods if e.named and any(m.start < before for m in e.mentions)]
    wanted = [e for e in proposed if (e.type == "Dataset") == resource] or proposed
    known = [e for e in wanted if any(m.start < before for m in e.mentions)] or wanted
    heads = _heads(phrase)
    return max(sorted(known, key=_first), key=lambda e: _stands_for(e, heads), default=None)


class _View:
    """The features of a scene's entities."""

    def __init__(self, scene: Scene, phrase: str, ruled: Entity | None) -> None:
        self._scene = scene
        self._ruled = ruled
        self._heads = _heads(phrase)
        self._head = (_words(phrase) or ["none"])[-1]
        self._places = {n.entity.name: n for n in scene.named}
        self._order = list(self._places)
        self._versus = {n.entity.name for n in scene.versus}
        self._methods = [n.entity.name for n in scene.named if n.entity.type == "Method"]
        self._own = [n.entity.name for n in scene.named if n.entity.role == "proposed"]
        proposed = (e for e in scene.entities if e.role == "proposed")
        self._proposed = [e.name for e in sorted(proposed, key=_first)]
        before = {e.name: _last(e, scene.start) for e in scene.entities}
        earlier = (name for name, at in before.items() if at >= 0)
        self._earlier = sorted(earlier, key=lambda name: -before[name])
        self._told = f"{self._head} {bool(self._own)} {min(len(self._methods), 2)}"

    def of(self, entity: Entity) -> Iterator[str]:
        name, role = entity.name, entity.role
        place = self._places.get(name)
        where = "in" if place else "before" if name in self._earlier else "after"
        sort = f"{where} {role} {entity.type}"
        yield sort
        yield f"{sort} {entity.named}"
        yield f"{sort} back {self._head}"
        yield f"{where} {role} told {self._told}"
        yield f"mentions {where} {min(len(entity.mentions), 4)}"
        if entity is self._ruled:
            yield "ruled"
            yield f"ruled {sort}"
            yield f"ruled {self._told}"
        if name in self._proposed:
            k = self._proposed.index(name)
            yield f"proposed {min(k, 3)} of {min(len(self._proposed), 4)} {where}"
            yield f"proposed {min(k, 3)} {self._head} {where}"
            yield f"proposed last {name == self._proposed[-1]} {where}"
        if _stands_for(entity, self._heads):
            yield "pointed"
            yield f"pointed {sort}"
        if place is not None:
            yield from self._within(place)
        elif name in self._earlier:
            k = min(self._earlier.index(name), 4)
            yield f"recent {k} {role}"
            yield f"recent {k} {self._head}"
            gap = self._scene.start - _last(entity, self._scene.start)
            yield f"gap {min(gap // _SENTENCE, 5)} {role}"

    def of_none(self) -> Iterator[str]:
        yield "none"
        yield f"none told {self._told}"
        yield f"none {min(len(self._order), 3)} {min(len(self._proposed), 3)}"
        if self._ruled is None:
            yield "none ruled"

    def _within(self, place: Named) -> Iterator[str]:
        name, role = place.entity.name, place.entity.role
        sentence = self._scene.sentence
        rank = min(self._order.index(name), 3)
        yield f"rank {rank} {role}"
        yield f"rank {rank} {place.entity.type}"
        yield f"third {3 * place.start // max(len(sentence), 1)} {role}"
        if name in self._methods:
            yield f"method {min(self._methods.index(name), 2)} own {bool(self._own)} {role}"
        if name in self._own:
            yield f"own {min(self._own.index(name), 2)} of {min(len(self._own), 3)}"
        if name in self._versus:
            yield "versus"
            yield f"versus {role}"
        before = _words(sentence[max(0, place.start - _NEAR) : place.start])
        after = _words(sentence[place.end : place.end + _NEAR])
        yield f"p {before[-1] if before else '<s>'}"
        yield f"n {after[0] if after else '</s>'}"


def _heads(phrase: str) -> frozenset[str]:
    """Return the words of a phrase that points back, which the name of its target may share."""
    words = {word.rstrip("s") for word in phrase.lower().split()[1:]}
    return frozenset(words - {"proposed", "method"})


def _stands_for(entity: Entity, heads: frozenset[str]) -> bool:
    return bool(heads) and any(
        word.rstrip("s") in heads for form in entity.surface for word in form.lower().split()
    )


def _first(entity: Entity) -> int:
    return min((m.start for m in entity.mentions), default=0)


def _last(entity: Entity, before: int) -> int:
    return max((m.start for m in entity.mentions if m.start < before), default=-1)


def _words(text: str) -> list[str]:
    return ["#" if token[0].isdigit() else token.lower() for token in _WORD.findall(text)]
