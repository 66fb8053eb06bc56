"""Fill the slots of a claim from the entities that its sentence names or points back to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sciloom.model import Entity
from sciloom.nlp.lexicon import load

_LISTED = re.compile(r"\s*(?:,|and|or|/|&|,\s*(?:and|or|as well as)|as well as)\s*(?:the\s+)?")
_OTHERS = ("compared", "background")
_REACH = 60  # characters between a cue and the comparator it announces
_RELATIVE = re.compile(r",? which\b")
#: What may stand between a cue and the general phrase it announces.
_ANNOUNCES = re.compile(r"(?:[^.;:,()]|,(?= but| and| more)){0,60}?[^.;:,()]{0,24}")
_DETERMINER = re.compile(
    r"(?:the|all|both|several|many|various|an?|most|some|any|two|three|a (?:range|variety) of|its"
    r"|their|of)\s",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Slots:
    """What a claim is about: names of entities; a comparator may be a generic phrase."""

    subject: str | None
    comparators: tuple[str, ...]
    metrics: tuple[str, ...]
    datasets: tuple[str, ...]
    tasks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Named:
    """An entity where a sentence first names it; places count from the sentence's start."""

    entity: Entity
    start: int
    end: int


@cache
def _rules() -> dict[str, re.Pattern[str]]:
    rules = load("claims_slots")
    words = "|".join(map(re.escape, sorted(rules["generic_words"], key=len, reverse=True)))
    heads = "|".join(sorted(rules["generic_heads"], key=len, reverse=True))
    alone = "|".join(rules["generic_alone"])
    return {
        "versus": re.compile(rf"(?<![\w-])(?:{'|'.join(rules['versus'])})(?![\w-])", re.IGNORECASE),
        "generic": re.compile(
            rf"(?<![\w-])(?:(?:{words})(?:,?[ -][\w()-]+){{0,4}}?\s(?:{heads})|{alone})(?![\w-])",
            re.IGNORECASE,
        ),
        "art": re.compile(rules["art"][0], re.IGNORECASE),
        "those": re.compile(rf"\s(?:{heads})$", re.IGNORECASE),
        "back": re.compile("|".join(rules["back"]), re.IGNORECASE),
        "resource": re.compile("|".join(rules["resource"]), re.IGNORECASE),
    }


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
    named = _named(sentence, start, entities)
    generic = _generic(sentence, named)
    # "existing active learning methods" are set against, active learning is not.
    inside = [n for _, within in generic for n in within]
    versus = [n for n in _compared(sentence, named) if n not in inside]
    if swapped and named:
        loser = named[0].entity
        winner = next((n.entity for n in named[1:] if n.entity.type == "Method"), None)
        subject, compared = winner, [loser.name]
    else:
        subject = _subject(sentence, start, type_, entities=entities, named=named, versus=versus)
        compared = [n.entity.name for n in versus if n.entity is not subject]
        compared += [phrase for phrase, _ in generic]
    of_type = {
        kind: tuple(n.entity.name for n in named if n.entity.type == kind and n not in versus)
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
        comparators=tuple(dict.fromkeys(compared)),
        metrics=of_type["Metric"],
        datasets=of_type["Dataset"],
        tasks=of_type["Task"],
    )


def _named(sentence: str, start: int, entities: Sequence[Entity]) -> list[_Named]:
    end = start + len(sentence)
    found = []
    for entity in entities:
        first = min((m for m in entity.mentions if start <= m.start < end), default=None)
        if first is not None:
            found.append(_Named(entity, first.start - start, min(first.end, end) - start))
    return sorted(found, key=lambda n: (n.start, -n.end))


def _compared(sentence: str, named: Sequence[_Named]) -> list[_Named]:
    """Return the named methods that the sentence sets its subject against."""
    cues = [m.end() for m in _rules()["versus"].finditer(sentence)]
    found: list[_Named] = []
    for place, one in enumerate(named):
        if one.entity.role == "proposed" or (
            one.entity.type != "Method" and one.entity.role != "compared"
        ):
            continue
        announced = any(
            0 <= one.start - cue <= _REACH
            and not re.search(
                r"[.;:,]|\b(?:on|in|for|by|with|while|when|using)\b", sentence[cue : one.start]
            )
            for cue in cues
        )
        listed = (
            bool(found)
            and place > 0
            and found[-1] is named[place - 1]
            and bool(_LISTED.fullmatch(sentence[found[-1].end : one.start]))
        )
        if found and _RELATIVE.search(sentence, found[-1].end, one.start):
            break  # "surpasses RedMill, which in turn trails BlueMill"
        if announced or listed or one.entity.role == "compared":
            found.append(one)
    return found


def _generic(sentence: str, named: Sequence[_Named]) -> list[tuple[str, list[_Named]]]:
    """Return the comparators stated in general terms, each with the entities inside the phrase."""
    rules = _rules()
    cues = [m.end() for m in rules["versus"].finditer(sentence)]
    found: list[tuple[str, list[_Named]]] = []
    for match in rules["generic"].finditer(sentence):
        inside = [n for n in named if n.start < match.end() and match.start() < n.end]
        if any(
            n.entity.role == "compared" or n.start <= match.start() or n.end > match.end()
            for n in inside
        ):
            continue
        art = rules["art"].match(match[0])
        before = [sentence[cue : match.start()] for cue in cues if cue <= match.start()]
        if any(_ANNOUNCES.fullmatch(gap) for gap in before):
            phrase = match[0]
            while lead := _DETERMINER.match(phrase):
                phrase = phrase[lead.end() :]
            found.append((phrase, inside))
        elif art and not inside and not rules["those"].search(match[0]):
            found.append((art[0], []))
    return found


def _subject(
    sentence: str,
    start: int,
    type_: str,
    *,
    entities: Sequence[Entity],
    named: Sequence[_Named],
    versus: Sequence[_Named],
) -> Entity | None:
    own = [n for n in named if n.entity.role == "proposed" and n not in versus]
    back = _rules()["back"].search(sentence)
    if own:
        return own[0].entity
    others = [n for n in named if n not in versus]
    methods = [n for n in others if n.entity.type == "Method"]
    resource = bool(_rules()["resource"].search(sentence))
    main = main_proposal(entities, start, back[0] if back else "", resource=resource)
    points_back = main is not None and ((back and main.role == "proposed") or not methods)
    if points_back and type_ not in ("Finding", "Limitation"):
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
    known = sorted(known, key=lambda e: min((m.start for m in e.mentions), default=before))
    heads = {word.rstrip("s") for word in phrase.lower().split()[1:]} - {"proposed", "method"}

    def standing(entity: Entity) -> bool:
        own = {word.rstrip("s") for form in entity.surface for word in form.lower().split()}
        return bool(own & heads)

    return max(known, key=standing, default=None)
