"""Read each number of a `MathView` with its unit, counted noun and qualifier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from sciloom.nlp.lexicon import load, words
from sciloom.nlp.quantities.name_numbers import LETTER, in_name, opens_sentence
from sciloom.nlp.quantities.numerals import Numeral, read_numerals
from sciloom.nlp.quantities.units import (
    CURRENCIES,
    Unit,
    currency_before,
    means_points,
    noun_end,
    per,
    read_unit,
    singular,
)
from sciloom.nlp.text.asides import Aside, find_asides
from sciloom.nlp.text.mathview import MathView

WINDOW = 48  # characters before a number in which its qualifier stands
_LETTER = r"[A-Za-zͰ-Ͽ\U0001d400-\U0001d7ff]"
_GREEK = "alpha|beta|gamma|delta|epsilon|eps|kappa|lambda|mu|rho|sigma|tau|theta"
_VARIABLE = re.compile(
    rf"(?:^|[^A-Za-z])(?:{_LETTER}|\\[A-Za-z]+|{_GREEK})(?:[_^]\{{?\w+\}}?)?\s?[<>≤≥=~∈]\s?$"
)
_CORRELATION = re.compile(r"(?:^|[^A-Za-z])(?:r|R|ρ|τ|κ|d|R\^\{?2\}?|R²|r²)\s?=\s?$")
_ASSIGNED = re.compile(r"[A-Za-z)@0-9]\s?=\s?$")
_DIVIDED = re.compile(r"[^\s0-9]/$|(?<![.0-9])[0-9]+/$")
_OPERAND = re.compile(
    rf"\s?[\^_=*∈]|\s?[<>≤≥]\s?{_LETTER}(?![A-Za-z])|\s?\\over\b|[-−+](?:{_LETTER}|[,\\]|[0-9]+/(?:{_LETTER}|\\))"
    rf"|\s?/\s?(?:(?:{_LETTER}|[\\(])(?!\w)|[0-9]+(?![0-9]*\.[0-9]))"
    rf"|\s[-−+]\s(?:(?:{_LETTER}|\\)(?!\w)|[0-9]+/)"
)
_WORDS = tuple(re.compile(rf" {lead}([^\s()\[\],;:.!?]+)") for lead in ("", "[a-z]+ "))  # "box AP"
_SPREAD = re.compile(r"\s?±\s?[0-9]+(?:\.[0-9]+)?")  # may stand before the unit
_MORE_OF = re.compile(r"\+(?=\s?(?:%|×|x\b|points?\b|times\b))")
_MORE = re.compile(r"\+(?=[\s,.)%×x]|$)")
_RARE = frozenset({"one", "zero"})  # pronoun and name more often than number
#: "over three datasets", "under two settings" say where, not how many.
_PREPOSITIONS = frozenset({"over", "under", "within", "above", "below", "beyond", "around", "near"})
_SMALL_COUNT = 20
_MAX_MAGNITUDE = 20
_PARAMETERS = {"parameters": "parameter", "params": "parameter", "tokens": "token"}


@dataclass(slots=True)
class Reading:
    """A numeral with all that was read around it; places are those of the view."""

    numeral: Numeral
    start: int
    end: int
    unit: str
    #: The end of the number and its unit, without a counted noun.
    core_end: int
    #: Whether the unit is a measure (%, x, ms), not a counted noun.
    measured: bool
    qualifier: str = ""

    @property
    def bare(self) -> bool:
        """Whether nothing tells what the number measures."""
        return not self.measured and self.core_end == self.numeral.end


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return one of the patterns of ``data/units.toml``."""
    rules = load("units")["patterns"]
    return re.compile(rules[name].replace("<HEDGE>", f"(?:{rules['hedge']})"), re.IGNORECASE)


def read_numbers(view: MathView) -> list[Reading]:
    """Return the numbers that are neither aside nor part of a name, in order."""
    text = view.text
    asides = find_asides(view)
    readings: list[Reading] = []
    named = 0  # where the last number that belongs to a name ends
    at = 0
    for numeral in read_numerals(text):
        while at < len(asides) and asides[at].end <= numeral.start:
            at += 1
        following = text[numeral.end : numeral.end + 1]
        if _overlaps(asides, at, numeral):
            named = numeral.end if following in ("/", "-") else named
        elif not _joined(text, readings, numeral) and in_name(text, numeral, named):
            named = numeral.end
        elif reading := _read(text, numeral):
            readings.append(reading)
        elif following.isalpha():
            named = numeral.end
    return readings


def _joined(text: str, readings: Sequence[Reading], numeral: Numeral) -> bool:
    """Tell whether only a dash stands between a number and the unit before it ("2x-5x")."""
    at = readings[-1].core_end if readings and readings[-1].measured else -1
    return at == numeral.start - 1 and text[at] in "-–−"


def _overlaps(asides: Sequence[Aside], at: int, numeral: Numeral) -> bool:
    for aside in asides[at:]:
        if aside.start >= numeral.end:
            return False
        if aside.end > numeral.start:
            return True
    return False


def _read(text: str, numeral: Numeral) -> Reading | None:
    """Return the number with what stands around it, or nothing if it measures nothing."""
    whole = numeral.style in ("part", "multiple")
    if whole and text[numeral.start].isupper() and not opens_sentence(text, numeral.start):
        return None  # Half Cheetah, Double DQN
    money = currency_before(text, numeral.start)
    start = money[1] if money else numeral.start
    left = text[max(0, start - WINDOW) : start]
    spread = _SPREAD.match(text, numeral.end)
    spread = spread or _MORE_OF.match(text, numeral.end)
    end = spread.end() if spread else numeral.end
    unit = read_unit(text, end, spelled=numeral.style == "words")
    if money and (unit is None or unit.name not in CURRENCIES):
        unit = per(text, Unit(money[0], numeral.end))
    elif unit is None and whole:
        unit = Unit("x", numeral.end)
    if unit is None:
        reading = _count(text, numeral, left)
    elif not money and _VARIABLE.search(left) and not _CORRELATION.search(left):
        reading = None
    else:
        reading = Reading(numeral, start, unit.end, unit.name, unit.end, measured=True)
    if reading is not None:
        _qualify(text, reading)
    return reading


def magnitude(reading: Reading) -> bool:
    """Turn "two orders of magnitude" into 100 x; tell whether it can be."""
    value = reading.numeral.value
    if value != value.to_integral_value() or not 0 < value < _MAX_MAGNITUDE:
        return False
    reading.numeral = replace(reading.numeral, value=Decimal(10 ** int(value)))
    reading.unit = "x"
    return True


def _count(text: str, numeral: Numeral, left: str) -> Reading | None:
    """Return a number that no known unit follows: a count, a score, or a gain in points."""
    start, end = numeral.start, numeral.end
    if text[start:end].lower() in _RARE and not pattern("near").search(left):
        return None
    if LETTER.match(text, end) or _OPERAND.match(text, end) or _bound(left):
        return None
    unit = _implied(text, numeral, left)
    if unit is not None:
        return Reading(numeral, start, unit.end, unit.name, unit.end, measured=True)
    return Reading(numeral, start, noun_end(text, end) or end, "", end, measured=False)


def _bound(left: str) -> bool:
    """Tell whether what stands before a number makes it a parameter or a term of a formula."""
    if _CORRELATION.search(left):
        return False
    tail = left.rstrip()[-1:]
    if _VARIABLE.search(left) or (tail == "=" and not _ASSIGNED.search(left)):
        return True
    return (
        tail in ("^", "_", "*", "∈", "+")
        or left.endswith(("^{", "_{"))
        or bool(_DIVIDED.search(left))
    )


def _implied(text: str, numeral: Numeral, left: str) -> Unit | None:
    """Return the unit that the words around a number imply."""
    end = numeral.end
    if numeral.signed or pattern("gained").search(left):
        for word in _WORDS:
            measure = word.match(text, end)
            if measure and (means_points(measure[1]) or (numeral.signed and _gain(measure[1]))):
                return Unit("point", measure.end())
    if pattern("speedup_of").search(left) or pattern("factor_of").search(left):
        return Unit("x", end)
    noun = noun_end(text, end)
    sized = noun is None or pattern("sized").search(text, end, noun)
    if numeral.letter == "B" and (sized or pattern("model").match(text, end)):
        return Unit("parameter", end)
    if noun is None:
        return None
    last = text[end:noun].rsplit(maxsplit=1)[-1]
    if last in _PARAMETERS:
        return Unit(_PARAMETERS[last], noun)
    rate = per(text, Unit(singular(last), noun))
    return rate if rate.end > noun else None


def _gain(word: str) -> bool:
    """Tell whether a signed number before this word is in points ("+24.8 registration recall")."""
    return word in words("units", "point_measures")


@cache
def _qualifiers() -> tuple[re.Pattern[str], dict[str, str]]:
    means = {phrase: q for q, phrases in load("units")["qualifiers"].items() for phrase in phrases}
    longest = sorted(means, key=len, reverse=True)
    edged = (rf"(?<![\w-]){re.escape(p)}" if p[0].isalpha() else re.escape(p) for p in longest)
    found = rf"(?P<phrase>{'|'.join(edged)})\s?(?:(?:an?|the|average of|an average of)\s)*$"
    return re.compile(found, re.IGNORECASE), means


def _qualify(text: str, reading: Reading) -> None:
    """Set the qualifier, and stretch the span over it."""
    more = _MORE.match(text, reading.numeral.end)
    if more:
        reading.qualifier = "over"
        reading.end = max(reading.end, more.end())
    at = reading.start
    lead = max(0, at - WINDOW)
    factor = pattern("factor_of").search(text[lead:at]) if reading.unit == "x" else None
    if factor:
        reading.start = lead + factor.start()
        # "a factor of up to 2", or "up to a factor of 2"
        at = at if factor["hedge"] else reading.start
    before, means = _qualifiers()
    match = before.search(text[max(0, at - WINDOW) : at])
    if match is None:
        return
    phrase = re.sub(r"\s+", " ", match["phrase"].lower())
    small = reading.numeral.style == "words" or reading.numeral.value < _SMALL_COUNT
    if small and not reading.measured and phrase in _PREPOSITIONS:
        return
    reading.qualifier = means[phrase]
    reading.start = min(reading.start, max(0, at - WINDOW) + match.start())
