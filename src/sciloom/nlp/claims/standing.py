"""Whether a number of a claim tells a loss, and whether a comparator reached it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from sciloom.model import Entity, Quantity
from sciloom.nlp.lexicon import load

_BEFORE, _AFTER = 80, 50  # characters beside a number that are looked at
_PART = re.compile(r"[;,()]|\b(?:but|while|whereas|although|and)\b")
_OURS = re.compile(r"\b(?:our|ours|we|it|its|this|the proposed)\b", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"\s?[$~≈]?[0-9]")
_IN_LIST = re.compile(r"\W*(?:and|or)?\W*")
_SHARES = frozenset({"%", "point", ""})

_Placed = tuple[tuple[int, int], Quantity]


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    rules = load("claims_standing")
    return {name: re.compile("|".join(rules[name]), re.IGNORECASE) for name in rules}


def standing(
    sentence: str,
    start: int,
    values: Sequence[Quantity],
    comparators: Sequence[str],
    entities: Iterable[Entity],
) -> tuple[Quantity, ...]:
    """Return the values, those marked that are for the worse or that a comparator reached.

    ``comparators`` are names of ``entities`` or general phrases that the sentence holds. Where all
    that a sentence tells is that a measure went the wrong way, that is its point and no loss: an
    attack lowers accuracy.
    """
    places = _places(sentence, start, comparators, entities)
    spans = [(v.start - start, v.end - start) for v in values]
    placed = list(zip(spans, values, strict=True))
    lost = _listed(sentence, placed, [_is_lost(sentence, *s, v) for s, v in placed])
    wrong = _listed(sentence, placed, [_went_wrong(sentence, *s, v) for s, v in placed])
    rival = _listed(sentence, placed, [_is_rivals(sentence, *s, v, places) for s, v in placed])
    told = not all(wrong)
    return tuple(
        replace(
            value,
            kind="delta" if worse else value.kind,
            worse=worse or (off and told),
            rival=theirs and not worse,
        )
        for value, worse, off, theirs in zip(values, lost, wrong, rival, strict=True)
    )


def _listed(sentence: str, placed: Sequence[_Placed], flags: Sequence[bool]) -> list[bool]:
    """Let what holds for one of a list hold for all of it ("0.1 and 0.3 points worse")."""
    found = list(flags)
    order = list(range(len(found) - 1))
    for i in (*order, *reversed(order)):
        ((start, end), one), ((after, _), other) = placed[i], placed[i + 1]
        alike = (one.unit, one.qualifier) == (other.unit, other.qualifier)
        listed = alike and _IN_LIST.fullmatch(sentence, end, after)
        if start == after or listed:
            found[i] = found[i + 1] = found[i] or found[i + 1]
    return found


def losing_part(sentence: str, start: int, values: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """Return the losses that stand in a part of their own: "…; on SetD it loses 2.1%"."""
    bounds = [0, *(m.start() for m in _patterns()["turn"].finditer(sentence)), len(sentence)]
    found: list[Quantity] = []
    for first, last in pairwise(bounds):
        part = [v for v in values if first <= v.start - start < last]
        if part and part[0].worse and all(v.worse or v.value < 0 for v in part):
            found += part
    return tuple(found) if len(found) < len(values) else ()


def _places(
    sentence: str, start: int, comparators: Sequence[str], entities: Iterable[Entity]
) -> list[tuple[int, int]]:
    mentions = [
        (m.start - start, m.end - start)
        for e in entities
        if e.name in comparators
        for m in e.mentions
        if start <= m.start < start + len(sentence)
    ]
    phrases = [(at, at + len(c)) for c in comparators if (at := sentence.find(c)) >= 0]
    return mentions + phrases


def _is_lost(sentence: str, start: int, end: int, value: Quantity) -> bool:
    """Tell whether a number is a loss whatever it measures: "at the cost of 2%"."""
    if value.unit not in _SHARES:
        return False
    rules = _patterns()
    before, after = sentence[max(0, start - _BEFORE) : start], sentence[end : end + _AFTER]
    return bool(rules["loses_before"].search(before) or rules["loses_after"].search(after))


def _went_wrong(sentence: str, start: int, end: int, value: Quantity) -> bool:
    """Tell whether a known measure fell where higher is better, or rose where lower is."""
    way = {"higher": "falls", "lower": "rises"}.get(value.direction)
    if way is None or value.kind != "delta" or value.unit not in _SHARES or not value.metrics:
        return False
    rules = _patterns()
    before, after = sentence[max(0, start - _BEFORE) : start], sentence[end : end + _AFTER]
    return bool(rules[f"{way}_before"].search(before) or rules[f"{way}_after"].search(after))


def _is_rivals(
    sentence: str, start: int, end: int, value: Quantity, places: Sequence[tuple[int, int]]
) -> bool:
    """Tell whether a level is a comparator's: "vs. 25%", "RedMill (22%)", "RedMill reaches 22%"."""
    if value.kind == "delta":
        return False
    rules = _patterns()
    before = sentence[max(0, start - _BEFORE) : start]
    if rules["against_before"].search(before):
        return True
    reached = rules["reached_by"].match(sentence, end)
    if reached and not _OURS.match(sentence, reached.end()):
        return True
    aside = sentence.rfind("(", 0, start)
    if aside >= 0 and ")" not in sentence[aside:start]:
        alone = _NUMBER_FIRST.match(sentence, aside + 1)
        return bool(alone) and any(last <= aside <= last + 1 for _, last in places)
    part = max((m.end() for m in _PART.finditer(sentence, 0, start)), default=0)
    held = [last for first, last in places if part <= first and last <= start]
    return bool(held) and bool(
        rules["reaches"].match(sentence, max(held), start)
        and not _OURS.search(sentence, part, start)
    )
