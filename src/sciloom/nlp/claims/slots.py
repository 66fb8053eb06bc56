"""Fill the slots of a claim from the entities that its sentence names or points back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sciloom.model import Entity
from sciloom.nlp.claims.candidates import Named, Phrase, named_in, phrases, rules, versus
from sciloom.nlp.claims.subjects import Scene, choose

#: Types of claims that set their subject against what is named, and against what is not.
_AGAINST_NAMED = frozenset({"Improvement", "Capability", "Theoretical", "Finding"})
_AGAINST_CUED = frozenset({"Improvement", "Theoretical"})
_AGAINST_GENERAL = frozenset({"Improvement", "Finding"})


@dataclass(frozen=True, slots=True)
class Slots:
    """What a claim is about: names of entities; a comparator may be a generic phrase."""

    subject: str | None
    comparators: tuple[str, ...]
    metrics: tuple[str, ...]
    datasets: tuple[str, ...]
    tasks: tuple[str, ...]


def fill(
    sentence: str, start: int, type_: str, entities: Sequence[Entity], *, swapped: bool = False
) -> Slots:
    """Return the slots of a claim of this type.

    Parameters
    ----------
    sentence, start
        The sentence and its place in the text.
    entities
        All entities of the paper.
    swapped
        The sentence names the loser first ("is outperformed by").
    """
    named = named_in(sentence, start, entities)
    against = versus(sentence, named)
    if swapped and named:
        loser = named[0].entity
        subject = next((n.entity for n in named[1:] if n.entity.type == "Method"), None)
        rivals = [loser.name]
    else:
        subject = choose(Scene(sentence, start, type_, entities, named, against))
        rivals = _rivals(type_, [n for n in against if n.entity is not subject])
        if type_ in _AGAINST_GENERAL:
            general = phrases(sentence, named)
            rivals += _general([p for p in general if p.announced or not rivals], named)
    of_type = {
        kind: tuple(n.entity.name for n in named if n.entity.type == kind and n not in against)
        for kind in ("Metric", "Dataset", "Task")
    }
    if (
        subject is not None
        and subject.type in of_type
        and subject.name not in of_type[subject.type]
    ):
        of_type[subject.type] = (subject.name, *of_type[subject.type])
    return Slots(
        subject=subject.name if subject else None,
        comparators=tuple(dict.fromkeys(rivals)),
        metrics=of_type["Metric"],
        datasets=of_type["Dataset"],
        tasks=of_type["Task"],
    )


def _rivals(type_: str, against: Sequence[Named]) -> list[str]:
    return [
        n.entity.name
        for n in against
        if type_ in (_AGAINST_NAMED if n.entity.role == "compared" else _AGAINST_CUED)
    ]


def _general(general: Sequence[Phrase], named: Sequence[Named]) -> list[str]:
    """Return the comparators in general terms: those announced, and the state of the art."""
    found: list[str] = []
    for phrase in general:
        art = rules()["art"].match(phrase.text)
        if any(0 <= n.start - phrase.end <= len(" (") for n in named) and phrase.announced:
            continue  # "the best method, RedMill"
        if phrase.announced:
            found.append(phrase.text)
        elif art and not phrase.inside and not rules()["those"].search(phrase.text):
            found.append(art[0])
    return found
