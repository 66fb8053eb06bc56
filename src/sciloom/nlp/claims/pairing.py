"""Tie each value of a claim to the metrics, datasets and tasks that its sentence names beside it.

"85.2% on CIFAR-10 and 76.1% on CIFAR-100" holds two results. Values in a list ("3% and 4%") are one
run: it takes the names that stand closest, one each where both lists are equally long. A run beside
which none stands goes on with those of the run before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sciloom.model import Entity, Quantity
from sciloom.nlp.claims.slots import Slots
from sciloom.nlp.lexicon import words
from sciloom.nlp.quantities.units import base_unit

KINDS = ("metrics", "datasets", "tasks")
_WORD = re.compile(r"[A-Za-z][\w@-]*")
_COMMA = re.compile(r"[,;:()]")
_CLAUSE = re.compile(r"\b(?:and|or|without|compared|than|over|versus|against|when|using)\b")
_APART = re.compile(r";|\b(?:while|whereas|but|although)\b")
#: How many words a comma, a new clause, a contrast, and a loose tie to a value count as.
_COMMA_COST, _CLAUSE_COST, _APART_COST, _LOOSE_COST = 4, 6, 12, 3
#: What ties a name to the value after it.
_LINK = re.compile(
    r"(?:[=:(≈]|\b(?:of|to|is|are|was|were|at|by|from|reach\w*|(?:in|de)creas\w+|rises?))"
    r"\W*(?:(?:only|just|about|an?|the)\s)*\W*$"
)
#: Beyond as many, a value goes on with what the one before it has.
_FAR = 9
_BREAK = re.compile(r"[,;:()]|\s(?:and|but|or|while|whereas|with|without|using)\s")
_IN_RUN = re.compile(r"\W*(?:(?:and|or|vs\.?|versus)\W*)?(?:by |up to )?", re.IGNORECASE)
_IN_LIST = re.compile(
    r"\s|[\s)]*(?:,|/|&|(?:,\s*)?\b(?:and|or|as well as|such as|including)\b)\s*"
    r"(?:(?:on|in|for|the|a|an)\s)?(?:(?!while|whereas|but|with|using)[\w-]+ )?",
    re.IGNORECASE,
)
_BESIDE = 4  # words beside a value that may tell what it measures
_LEARNT_FROM = re.compile(r"(?:trained|tun(?:ed|ing)|training) on (?:the |our |an? )?$")
_SHARE = re.compile(r"\s+of\s")
_LARGER = frozenset({"larger", "bigger", "longer", "shorter", "slower", "deeper", "wider"})
_ANY_MEASURE = frozenset({"score", "scores", "performance", "quality"})
#: What sums up the names that follow: "phrase grounding datasets, Flickr30K and ReferIt".
_HEADED = re.compile(r"[a-z][\w-]*(?: [\w-]+)*s(?:,|,? such as|,? including)? ")
_TIES = frozenset({"(", ":", "="})
_TO_EACH = re.compile(r"\b(?:both|all|each)(?: (?:the|of))*\s*(?:[\w-]+ )?$", re.IGNORECASE)


class _Place(NamedTuple):
    """A name of a slot where the sentence has it."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class _Run:
    """Values in a list, by the places of their quotes, between ``after`` and ``before``."""

    spans: tuple[tuple[int, int], ...]
    after: int
    before: int

    @property
    def start(self) -> int:
        return self.spans[0][0]

    @property
    def end(self) -> int:
        return self.spans[-1][1]


def tied(
    sentence: str,
    start: int,
    values: Sequence[Quantity],
    slots: Slots,
    entities: Iterable[Entity],
) -> tuple[Quantity, ...]:
    """Return the values, each with ``metrics``, ``datasets`` and ``tasks`` of its own.

    Parameters
    ----------
    sentence, start
        The sentence and its place in the text.
    slots
        What fills the slots of the claim: of each of `KINDS` a value has some, all or none. A
        subject is what the values are of, not what they are on.
    entities
        All entities of the paper.
    """
    if not values:
        return ()
    known = {entity.name: entity for entity in entities}
    span_of = {v: (v.start - start, v.end - start) for v in values}
    runs = _runs(sentence, {span_of[v]: v.unit for v in values})
    own: dict[str, dict[tuple[int, int], tuple[str, ...]]] = {}
    for kind in KINDS:
        filled: tuple[str, ...] = getattr(slots, kind)
        names = tuple(n for n in filled if n != slots.subject) or filled
        places = _places((known[n] for n in names if n in known), start, len(sentence))
        places = [p for p in places if not _learnt_from(sentence, p)] or places
        if kind != "metrics" and len(names) == 1:
            places = []
        own[kind] = _assigned(sentence, runs, places, names)
        if kind == "metrics":
            measured = {
                span_of[v] for v in values if _is_measured_in(sentence, span_of[v], v, places)
            }
            own[kind] = {span: found for span, found in own[kind].items() if span in measured}
    return tuple(
        replace(
            v,
            metrics=own["metrics"].get(span_of[v], ()),
            datasets=own["datasets"].get(span_of[v], ()),
            tasks=own["tasks"].get(span_of[v], ()),
        )
        for v in values
    )


def _places(entities: Iterable[Entity], start: int, length: int) -> list[_Place]:
    """Return where a sentence names entities, in order; of what overlaps, the first and longest."""
    found = [
        _Place(m.start - start, m.end - start, e.name)
        for e in entities
        for m in e.mentions
        if start <= m.start and m.end <= start + length
    ]
    kept: list[_Place] = []
    for place in sorted(found, key=lambda p: (p.start, -p.end)):
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
    return kept


def _learnt_from(sentence: str, place: _Place) -> bool:
    return bool(_LEARNT_FROM.search(sentence, 0, place.start))


def _runs(sentence: str, units: Mapping[tuple[int, int], str]) -> list[_Run]:
    """Return the runs of values, given the unit at each place."""
    lists: list[list[tuple[int, int]]] = []
    for span, unit in units.items():
        last = lists[-1][-1] if lists else None
        if last and units[last] == unit and _IN_RUN.fullmatch(sentence, last[1], span[0]):
            lists[-1].append(span)
        else:
            lists.append([span])
    return [
        _Run(
            tuple(run),
            after=lists[i - 1][-1][1] if i else 0,
            before=lists[i + 1][0][0] if i + 1 < len(lists) else len(sentence),
        )
        for i, run in enumerate(lists)
    ]


def _assigned(
    sentence: str, runs: Sequence[_Run], places: Sequence[_Place], names: tuple[str, ...]
) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the names of one kind that each value has, by the place of its quote."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    every = _lists(sentence, places)
    last: tuple[str, ...] = ()
    for run, owned in zip(runs, _owned(sentence, runs, every), strict=True):
        near = [one for one in owned if _list_cost(sentence, run, one) < _FAR]
        lists = near or (every if len(every) == 1 and len(run.spans) > 1 else [])
        if not last:
            lists = lists or owned
        equal = [one for one in lists if len(one) == len(run.spans) and not _each(sentence, one)]
        chosen = min(
            equal if len(run.spans) > 1 and equal else lists,
            key=lambda one: (_list_cost(sentence, run, one), one[0].start < run.start),
            default=None,
        )
        if chosen is not None:
            last = tuple(dict.fromkeys(p.name for p in chosen))
        if chosen in equal and len(run.spans) > 1:
            found |= {s: (place.name,) for s, place in zip(run.spans, chosen, strict=True)}
        else:
            found |= dict.fromkeys(run.spans, last or _shared(sentence, run, places, names))
    return found


def _shared(
    sentence: str, run: _Run, places: Sequence[_Place], names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the names, unless all stand in a later part of the sentence, apart from the values."""
    first = min((place.start for place in places), default=0)
    return () if _APART.search(sentence, run.end, max(first, run.end)) else names


def _owned(
    sentence: str, runs: Sequence[_Run], lists: Sequence[list[_Place]]
) -> list[list[list[_Place]]]:
    """Return for each run the lists of names that stand nearer to it than to the other runs."""
    owned: list[list[list[_Place]]] = [[] for _ in runs]
    for one in lists:
        near = [i for i, run in enumerate(runs) if run.after <= one[0].start < run.before]
        nearest = min(near, key=lambda i: _list_cost(sentence, runs[i], one), default=None)
        if nearest is not None:
            owned[nearest].append(one)
    return owned


def _cost(sentence: str, run: _Run, place: _Place) -> int:
    """Return how many words part a name from a run of values, commas and clauses counted too."""
    if place.start >= run.end:
        gap, loose = sentence[run.end : place.start], False
    elif place.end <= run.start:
        gap = sentence[place.end : run.start]
        if gap.strip() in _TIES:
            return 0
        loose = not _LINK.search(gap) and not (gap.isspace() and sentence[run.start].islower())
    else:
        return 0
    return (
        len(gap.split())
        + _LOOSE_COST * loose
        + _COMMA_COST * len(_COMMA.findall(gap))
        + _CLAUSE_COST * len(_CLAUSE.findall(gap))
        + _APART_COST * len(_APART.findall(gap))
    )


def _list_cost(sentence: str, run: _Run, places: Sequence[_Place]) -> int:
    return min(_cost(sentence, run, place) for place in places)


def _lists(sentence: str, places: Sequence[_Place]) -> list[list[_Place]]:
    """Return names that follow one another as lists; a short form after the long one is none."""
    lists: list[list[_Place]] = []
    for place in places:
        last = lists[-1][-1] if lists else None
        if last and place.name == last.name and place.start - last.end <= len(" ("):
            lists[-1][-1] = _Place(last.start, place.end, last.name)
        elif last and _IN_LIST.fullmatch(sentence, last.end, place.start):
            gap = sentence[last.end : place.start]
            if place.name[0].isupper() and _HEADED.fullmatch(f"{last.name}{gap}"):
                lists[-1].clear()
            lists[-1].append(place)
        else:
            lists.append([place])
    return lists


def _each(sentence: str, places: Sequence[_Place]) -> bool:
    return bool(_TO_EACH.search(sentence, 0, places[0].start))


def _is_measured_in(
    sentence: str, span: tuple[int, int], value: Quantity, places: Sequence[_Place]
) -> bool:
    """Tell whether a value is stated in a metric of its claim, not in what only its clause names.

    "95% accuracy with 3x fewer parameters": of the two, accuracy measures the first alone.
    """
    opening = sentence[: span[0]].rstrip()
    in_aside = opening[-1:] == "("  # "low latency (30 ms)"
    breaks = [
        m.end() for m in _BREAK.finditer(sentence, 0, len(opening) - 1 if in_aside else span[0])
    ]
    first = breaks[-1] if breaks else 0
    stop = _BREAK.search(sentence, span[1])
    last = stop.start() if stop else len(sentence)
    if any(first <= place.start < last for place in places):
        return True
    own_noun = value.unit == "" and value.quote[-1:].isalpha()
    if base_unit(value.unit) or own_noun or _SHARE.match(sentence, span[1]):
        return False
    before, after = sentence[first : span[0]], sentence[span[1] : last]
    around = _WORD.findall(before)[-_BESIDE:] + _WORD.findall(after)[:_BESIDE]
    measures = words("claims_slots", "lower") | words("claims_slots", "higher") | _LARGER
    return measures.isdisjoint({word.lower() for word in around} - _ANY_MEASURE)
