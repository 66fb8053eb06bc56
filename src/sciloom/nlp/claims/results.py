"""Which quantities of a sentence are results, which way is better, and whether they are changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from sciloom.model import Quantity
from sciloom.nlp.lexicon import load, words
from sciloom.nlp.quantities.units import base_unit

_WORD = re.compile(r"[A-Za-z][\w@-]*|[.;]")
_LISTED = re.compile(r"\W*(?:and|or)?\W*")
_PREPOSITION = re.compile(
    r"\b(?:by|to|at|from|is|was|are|were)\W*(?:an? |up to |over |about )*$", re.IGNORECASE
)
_PART = re.compile(r"[;()]|\b(?:and|while|with|but)\b")
_CLAUSE = re.compile(r"[,.;]| and ")
_BEFORE, _AFTER = 70, 45  # characters around a number that can tell what it measures
_DECIMAL = re.compile(r"[-−–+]?[0-9]+\.[0-9]+")
_LARGE = 1000
_SCORES = frozenset({"score", "scores"})


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    rules = load("claims_slots")
    names = ("delta_after", "delta_before", "level_before", "moves_before", "counted")
    return {name: re.compile("|".join(rules[name]), re.IGNORECASE) for name in names}


def is_measured(quantity: Quantity) -> bool:
    """Tell whether a quantity can only be a result: a share, a ratio, a unit, a decimal score."""
    if quantity.unit == "parameter":
        return False
    return (
        bool(quantity.unit)
        or bool(_DECIMAL.fullmatch(quantity.printed))
        or 0 < abs(quantity.value) < 1
    )


def results(
    text: str, span: tuple[int, int], type_: str, quantities: Sequence[Quantity]
) -> tuple[Quantity, ...]:
    """Return the quantities of the sentence ``text[start:end]`` that are part of a claim's result.

    Setup counts are left out unless they size a resource. Each gets its ``direction`` and ``kind``.
    """
    start, end = span
    within = [q for q in quantities if start <= q.start < end]
    kept = [_is_result(q, type_, text[max(start, q.start - _BEFORE) : q.start]) for q in within]
    # One of a list is as good as the next: "models of 7B and 3.5 billion parameters".
    places = list(range(len(within) - 1))
    for i in (*places, *reversed(places)):
        if within[i].unit == within[i + 1].unit and kept[i] != kept[i + 1]:
            listed = _LISTED.fullmatch(text, within[i].end, within[i + 1].start)
            if listed:
                kept[i] = kept[i + 1] = True
    chosen = [_directed(text, span, type_, q) for q, keep in zip(within, kept, strict=True) if keep]
    return tuple(_moved(text, span, _alike(text, chosen)))


def toward(values: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """Return the values with the ``direction`` that their own metrics tell, where they do."""
    return tuple(
        replace(v, direction=ways.pop()) if len(ways := _ways(v.metrics)) == 1 else v
        for v in values
    )


def _ways(metrics: Sequence[str]) -> set[str]:
    return {way for name in metrics if (way := _first_told(_WORD.findall(name)[::-1]))}


def _is_result(quantity: Quantity, type_: str, before: str) -> bool:
    if type_ == "Resource" or is_measured(quantity):
        return True
    if quantity.unit == "parameter":
        return quantity.quote.lower().endswith(("parameters", "params")) and type_ != "Theoretical"
    if not quantity.printed[:1].isdigit():
        return bool(_patterns()["counted"].search(before)) and quantity.qualifier == ""
    noun = quantity.quote.split()[-1].lower()
    if _patterns()["counted"].search(before) or quantity.qualifier in ("up to", "from", "to"):
        return True
    if " of " in quantity.quote:  # "25 out of 27 settings"
        return True
    return (
        abs(quantity.value) >= _LARGE
        and type_ in ("Capability", "Improvement")
        and noun not in words("claims_slots", "setup")
    )


def _alike(text: str, values: Sequence[Quantity]) -> list[Quantity]:
    """Give each of a list ("by 3%, 4% and 7%") what it lacks of its first: kind and direction."""
    found: list[Quantity] = []
    for value in values:
        last = found[-1] if found else None
        if last and last.unit == value.unit and _LISTED.fullmatch(text, last.end, value.start):
            kind, direction = value.kind or last.kind, value.direction or last.direction
            found.append(replace(value, kind=kind, direction=direction))
        else:
            found.append(value)
    return found


def _moved(text: str, span: tuple[int, int], values: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield the values; what went from one level to another has the change between them."""
    last = None
    for value in values:
        pair = last is not None and (last.qualifier, value.qualifier) == ("from", "to")
        if last is not None and pair and _moves(text, span, last):
            yield replace(value, change=value.value - last.value)
        else:
            yield value
        last = value


def _moves(text: str, span: tuple[int, int], first: Quantity) -> bool:
    """Tell whether a pair "from … to" is a move from one level to another, not a range."""
    before = text[max(span[0], first.start - _BEFORE) : first.start]
    return "→" in first.quote or (
        first.quote[:4].lower() == "from" and bool(_patterns()["moves_before"].search(before))
    )


def _directed(text: str, span: tuple[int, int], type_: str, quantity: Quantity) -> Quantity:
    start, end = span
    before = text[max(start, quantity.start - _BEFORE) : quantity.start]
    after = text[quantity.end : min(end, quantity.end + _AFTER)]
    level = quantity.qualifier in ("from", "to") and _moves(text, span, quantity)
    kind = "level" if level else _kind(quantity, before, after)
    direction = _direction(quantity, before, after) if type_ != "Resource" else ""
    return replace(quantity, direction=direction, kind=kind)


def _kind(quantity: Quantity, before: str, after: str) -> str:
    rules = _patterns()
    if quantity.unit in ("x", "point") or quantity.printed[:1] in "+-−":
        return "delta"
    if rules["delta_after"].search(after) or rules["delta_before"].search(before):
        return "delta"
    if rules["level_before"].search(before) or base_unit(quantity.unit):
        return "level"
    return ""


def _direction(quantity: Quantity, before: str, after: str) -> str:
    if quantity.unit in words("claims_slots", "higher_units"):
        return "higher"
    if quantity.unit in words("claims_slots", "lower_units"):
        return "lower"
    following = _first_told(_WORD.findall(_CLAUSE.split(after, maxsplit=1)[0]))
    preceding = _first_told(_WORD.findall(_PART.split(before)[-1])[::-1])
    # "latency falls by 3%", but "3% lower latency"
    return preceding or following if _PREPOSITION.search(before) else following or preceding


def _first_told(near: Sequence[str]) -> str:
    """Return the direction of the first quantity named among words, nearest first.

    "score" tells one only where no measure stands beside it ("FID score").
    """
    told = ""
    for word in near:
        if word in (".", ";"):
            break
        for direction in ("lower", "higher"):
            if word.lower() in words("claims_slots", direction):
                if word.lower() not in _SCORES:
                    return direction
                told = told or direction
                break
        else:
            if told:
                break
    return told
