"""Numbers that stand together: ranges, lists that share a unit or a qualifier, "25 out of 27"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sciloom.nlp.quantities.numerals import plain
from sciloom.nlp.quantities.readings import Reading, magnitude, pattern

_OPENING = 30  # characters before a range in which "from" or "between" stands
_SERIES = 60  # characters between the numbers of a series
_SHARED = frozenset({"%", "x", "point"})


def join(text: str, readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings with what each takes over from its neighbours."""
    for first, second in pairwise(readings):
        _range(text, first, second)
    for first, second in reversed(list(pairwise(readings))):
        _unit(text, first, second)
    for first, second in pairwise(readings):
        _points(text, first, second)
    kept = [r for r in readings if r.unit != "order of magnitude" or magnitude(r)]
    for first, second in pairwise(kept):
        _qualifier(text, first, second)
    return kept


def _range(text: str, first: Reading, second: Reading) -> None:
    """Make "from" and "to" of two numbers that bound a range; both then span the whole."""
    if first.qualifier == "to" or second.numeral.start < first.core_end:
        return
    lead = max(0, first.start - _OPENING)
    opening = pattern("range_opens").search(text[lead : first.start])
    gap = text[first.core_end : second.numeral.start]
    if opening and opening["word"].lower() == "between":
        bounds = gap.strip() == "and"
    else:
        apart = opening is not None and first.measured and pattern("range_apart").fullmatch(gap)
        bounds = bool(apart or pattern("range").fullmatch(gap))
    if not bounds or not _alike(first, second):
        return
    first.start = second.start = lead + opening.start() if opening else first.start
    first.end = second.end
    first.qualifier, second.qualifier = "from", "to"


def _alike(first: Reading, second: Reading) -> bool:
    """Tell whether two numbers can bound a range, after giving the first what the second has."""
    if not first.bare:
        return first.unit == second.unit or second.bare
    low, scale = first.numeral, second.numeral.scale
    if scale and not low.scale and low.value <= second.numeral.value.scaleb(-scale):
        first.numeral = replace(low, value=plain(low.value.scaleb(scale)))
    first.unit, first.measured = second.unit, second.measured
    return True


def _unit(text: str, first: Reading, second: Reading) -> None:
    """Give a bare number the unit after the last of its list ("4.2 and 3.1 points")."""
    if not first.bare or first.end != first.numeral.end or second.start < first.end:
        return
    gap = text[first.end : second.start]
    listed = second.qualifier == "" and pattern("listed").fullmatch(gap) is not None
    if listed and second.measured and second.unit in _SHARED:
        first.unit, first.measured = second.unit, True
    elif second.unit == "" and pattern("out_of").fullmatch(gap):
        first.end = second.end


def _points(text: str, first: Reading, second: Reading) -> None:
    """Read a number in points, as the one before it in a series: "+4.2 points on A, +3.9 on B"."""
    if first.unit != "point" or second.measured or second.start - first.end > _SERIES:
        return
    if first.numeral.signed and second.numeral.signed:
        second.unit, second.measured, second.end = "point", True, second.numeral.end
    measure = text[first.start : first.end].rsplit(maxsplit=1)[-1]
    end = second.numeral.end + 1 + len(measure)
    if text[second.numeral.end : end] == f" {measure}":  # "15 mAP on A and 7.2 mAP on B"
        second.unit, second.measured, second.end = "point", True, end


def _qualifier(text: str, first: Reading, second: Reading) -> None:
    """Let "up to" or "about" before a list hold for each of its numbers."""
    if second.qualifier or first.qualifier in ("", "from", "to") or not first.measured:
        return
    gap = text[first.end : second.start] if first.end <= second.start else ""
    if first.unit == second.unit and any(
        pattern(name).fullmatch(gap) for name in ("listed", "listed_apart")
    ):
        second.qualifier = first.qualifier
