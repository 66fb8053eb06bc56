"""Read the quantities of a text: value, unit, qualifier and span.

`read_quantities` works alone, on any string; the component sets ``doc._.quantities``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from spacy.language import Language
from spacy.tokens import Doc

from sciloom.model import Quantity
from sciloom.nlp import extensions
from sciloom.nlp.asides import Aside, find_asides
from sciloom.nlp.lexicon import load, words
from sciloom.nlp.mathview import MathView, look_through
from sciloom.nlp.numerals import Numeral, plain, read_numerals
from sciloom.nlp.units import Unit, currency_before, means_points, per, read_unit, singular

_WINDOW = 48  # characters that a qualifier can lie before its number
_LATIN = re.compile(r"[A-Za-zÀ-ɏͰ-Ͽ\U0001d400-\U0001d7ff]")
_WORD = re.compile(r"[^\s()\[\],;:.!?\"“”]+(?:\.[0-9]+)?")
_VARIABLE = re.compile(
    r"(?:^|[^A-Za-z])(?:[A-Za-zͰ-Ͽ\U0001d400-\U0001d7ff]|\\[A-Za-z]+)(?:[_^]\{?\w+\}?)?\s?[<>≤≥=~∈]\s?$"
)
_CORRELATION = re.compile(r"(?:^|[^A-Za-z])(?:r|R|ρ|τ|κ|d|R\^\{?2\}?|R²|r²)\s?=\s?$")
_ASSIGNED = re.compile(r"[A-Za-z)@0-9]\s?=\s?$")
_DIVIDED = re.compile(r"[^\s0-9]/$|(?<![.0-9])[0-9]+/$")
_OPERAND = re.compile(
    r"\s?[\^_=*∈]|[-+][A-Za-zͰ-Ͽ,\\]|\s?/\s?(?:[A-Za-zͰ-Ͽ\\(](?!\w)|[0-9]+(?![0-9]*\.[0-9]))|\s[-−+]\s(?:[A-Za-zͰ-Ͽ\\](?!\w)|[0-9]+/)"
)
_RANGE = re.compile(
    r"\s?(?:[-–—−~→]|→|to|\.\.\.?)\s?(?:about |around |nearly |almost |over |up to |an? )?"
)
_FAR_TO = re.compile(r"[^,.;:()0-9]{0,48}\sto (?:about |around |nearly |almost |over |an? )?")
_BETWEEN_AND = re.compile(r"\s?and\s")
_FROM = re.compile(
    r"\b(?P<word>[Ff]rom|[Bb]etween)\s(?:about |around |approximately |nearly |roughly |as low as |~\s?)?$"
)
_LIST = re.compile(r"\s?(?:,\s?(?:and|or)?|and|or|/|&|vs\.?|versus|,?\s?and up to)\s?(?:an? |by )?")
_LIST_FAR = re.compile(r"(?:\s[a-z-]+){1,3},?\sand\s(?:by )?(?:an? )?")
_OUT_OF = re.compile(r"\s(?:out )?of (?:the |all |all the )?")
_MORE = re.compile(r"\+(?![0-9])")
_GAINED = re.compile(
    r"(?:\b(?:by|gains?|gained|gaining|improves?|improving|increases?|raises?|drops?|loses?|losing|improvements?|increase|boosts?|of)\s(?:of |up to |an? |over |about |average |more than |\w+ of )*|\+)$",
    re.IGNORECASE,
)
_RATIO_OF = re.compile(
    r"\b(?:speed-?ups?|acceleration|compression (?:ratios?|rates?|factors?)) (?:factors? )?of (?:up to |about |around |approximately |over |more than |at least )?$",
    re.IGNORECASE,
)
_FACTOR = re.compile(
    r"\b(?:a |an )?factors? of (?P<about>(?:up to|about|around|approximately|roughly|nearly|almost|over|more than|at least) )?$",
    re.IGNORECASE,
)
_LOW_WORDS = frozenset({"one", "zero"})
_NEAR = re.compile(r"\b(?:near|nearly|almost|about|exactly|approaching|to|of) $", re.IGNORECASE)
#: "over three datasets", "under two settings" say where, not how many.
_PREPOSITIONS = frozenset({"over", "under", "within", "above", "below", "beyond", "around", "near"})
_SMALL_COUNT = 20
_EDITIONS = 20  # numbers up to here tell versions apart (Llama 3 models, Gemma 2 checkpoints)
_SIZED = re.compile(
    r"(?:models|LMs|LLMs|VLMs|SLMs|scales|sizes|variants|versions|backbones|agents|checkpoints)$"
)
_NOUN_LIMIT = 6


@dataclass(slots=True)
class _Reading:
    """A numeral with all that was read around it; places are those of the view."""

    numeral: Numeral
    start: int
    end: int
    unit: str | None
    qualifier: str = ""
    #: Whether the unit is a measure (%, x, ms), not a counted noun.
    measured: bool = False
    #: The end of the number and its unit, without a counted noun.
    core_end: int = 0


def read_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order; offsets count code points.

    Numbers that measure nothing (years, citations, p-values, confidence intervals, list marks,
    numbers in names and formulas) are left out. Linear in the length of the text.
    """
    view = look_through(text)
    readings = _measured(view)
    _merge_ranges(view.text, readings)
    _share_units(view.text, readings)
    _share_qualifiers(view.text, readings)
    return tuple(_quantity(text, view, reading) for reading in readings)


@Language.factory("sciloom_quantities_v1", assigns=["doc._.quantities"])
class Quantities:
    """Set ``doc._.quantities``: every quantity of the text."""

    def __init__(self, nlp: Language, name: str) -> None:
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Read the quantities of ``doc``."""
        doc._.quantities = read_quantities(doc.text)
        return doc


@cache
def _qualifiers() -> tuple[re.Pattern[str], dict[str, str]]:
    means = {phrase: q for q, phrases in load("units")["qualifiers"].items() for phrase in phrases}
    longest = sorted(means, key=len, reverse=True)
    edged = (rf"(?<![\w-]){re.escape(p)}" if p[0].isalpha() else re.escape(p) for p in longest)
    pattern = rf"(?P<phrase>{'|'.join(edged)})\s?(?:(?:an?|the|average of|an average of)\s)*$"
    return re.compile(pattern, re.IGNORECASE), means


def _measured(view: MathView) -> list[_Reading]:
    """Return the numerals that are neither aside nor name, each with its unit and qualifier."""
    text = view.text
    asides = find_asides(view)
    readings: list[_Reading] = []
    named = 0  # where the last number that belongs to a name ends
    at = 0
    for numeral in read_numerals(text):
        while at < len(asides) and asides[at].end <= numeral.start:
            at += 1
        if _aside(asides, at, numeral):
            if text[numeral.end : numeral.end + 1] in ("/", "-"):
                named = numeral.end
            continue
        if _in_name(text, numeral, named):
            named = numeral.end
            continue
        reading = _read(view, numeral)
        if reading is not None:
            readings.append(reading)
        elif text[numeral.end : numeral.end + 1].isalpha():
            named = numeral.end
    return readings


def _aside(asides: list[Aside], at: int, numeral: Numeral) -> bool:
    for aside in asides[at:]:
        if aside.start >= numeral.end:
            return False
        if aside.start <= numeral.start < aside.end or numeral.start <= aside.start < numeral.end:
            return True
    return False


def _in_name(text: str, numeral: Numeral, named: int) -> bool:
    """Tell whether a numeral is part of a name: GPT-4, F1, ResNet-50/101, H.264, pass@1."""
    start = numeral.start
    before = text[start - 1 : start]
    if numeral.style != "digits":
        # "three-stage" and "zero-shot" are looked at with their unit; "top-three" is a name.
        return before == "-" and bool(_LATIN.match(text[start - 2 : start - 1]))
    if named and named == start - 1 and before in "/-–,+.":
        return True
    if (
        (numeral.signed or numeral.letter == "B")
        and text[named - 1 : named] in ("B", *"0123456789")
        and text[named:start] in (", ", " and ", ", and ", " or ", "/")
    ):
        return True
    if not before or before.isspace():
        return _after_name(text, numeral)
    if before in "_@\\^":
        return True
    if text[max(0, start - 3) : start] == " to":  # a blank lost: "from 94 to13%"
        return False
    if _LATIN.match(before):
        return True
    return before in "-–−./+&'’" and bool(_LATIN.match(text[start - 2 : start - 1]))


def _after_name(text: str, numeral: Numeral) -> bool:
    """Tell whether a bare number stands after a name it belongs to (GPT 4, Claude 3.5 Sonnet)."""
    left = text[max(0, numeral.start - 24) : numeral.start - 1]
    word = left.rsplit(None, 1)[-1] if left.split() else ""
    if not word or left.endswith(" ") or not word[-1].isalnum() or means_points(word):
        return False
    inner = any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word)
    plain = word[0].isupper() and not _opens_sentence(text, numeral.start - 1 - len(word))
    if numeral.letter == "B":
        return inner or plain
    if not (inner or plain) or numeral.scale or read_unit(text, numeral.end):
        return False
    return inner or numeral.value < _EDITIONS or _noun_end(text, numeral.end) is None


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 3) : start].rstrip()
    return not before or before[-1] in ".!?:;)–—("


def _read(view: MathView, numeral: Numeral) -> _Reading | None:
    """Return the numeral with its unit and qualifier, or nothing if it measures nothing."""
    text, start, end = view.text, numeral.start, numeral.end
    if numeral.style in ("part", "multiple") and text[start].isupper():
        if not _opens_sentence(text, start):  # Half Cheetah, Double DQN
            return None
    left = text[max(0, start - _WINDOW) : start]
    unit = read_unit(text, end, spelled=numeral.style == "words")
    money = currency_before(text, start)
    measured = True
    noun_end: int | None = None
    if money:
        name, start = money
        left = text[max(0, start - _WINDOW) : start]
        unit = unit if unit and unit.name in ("USD", "EUR", "GBP") else per(text, Unit(name, end))
    elif (unit is None and numeral.style == "multiple") or (
        unit is None and numeral.style == "part"
    ):
        unit = Unit("x", end)
    elif unit is None:
        if text[start:end].lower() in _LOW_WORDS and not _NEAR.search(left):
            return None
        if _LATIN.match(text[end : end + 1]) or _OPERAND.match(text, end) or _bound(left):
            return None
        unit, measured, noun_end = _counted(text, numeral, left)
    elif _VARIABLE.search(left) and not _CORRELATION.search(left):
        return None
    if unit.name == "order of magnitude":
        power = int(numeral.value) if numeral.value == numeral.value.to_integral() else 0
        if not 0 < power < 20:
            return None
        numeral = replace(numeral, value=Decimal(10**power))
        unit = Unit("x", unit.end)
    reading = _Reading(
        numeral=numeral,
        start=start,
        end=noun_end or unit.end,
        unit=unit.name,
        measured=measured,
        core_end=unit.end,
    )
    _qualify(text, reading)
    return reading


def _bound(left: str) -> bool:
    """Tell whether what stands before a number makes it a parameter or a term of a formula."""
    if _CORRELATION.search(left):
        return False
    if _VARIABLE.search(left):
        return True
    tail = left.rstrip()[-1:]
    if tail == "=":
        return not _ASSIGNED.search(left)
    return tail in ("^", "_", "*", "∈", "+") or bool(_DIVIDED.search(left))


def _counted(text: str, numeral: Numeral, left: str) -> tuple[Unit, bool, int | None]:
    """Return the unit of a number that no known unit follows, and where its counted noun ends."""
    end = numeral.end
    word = _WORD.match(text, end + 1) if text[end : end + 1] == " " else None
    if word and means_points(word[0]) and (numeral.signed or _GAINED.search(left)):
        return Unit("point", word.end()), True, None
    if _RATIO_OF.search(left) or _FACTOR.search(left):
        return Unit("x", end), True, None
    noun = _noun_end(text, end)
    if noun is not None and numeral.letter == "B" and _SIZED.search(text, end, noun):
        return Unit("parameter", end), True, None
    if noun is not None:
        last = text[end:noun].rsplit(maxsplit=1)[-1]
        if last in ("parameters", "params", "tokens"):
            return Unit(singular(last.replace("params", "parameters")), noun), True, None
        rate = per(text, Unit(singular(last), noun))
        if rate.end > noun:
            return rate, True, None
        return Unit("", end), False, noun
    if numeral.letter == "B":
        return Unit("parameter", end), True, None
    return Unit("", end), False, None


def _noun_end(text: str, end: int) -> int | None:
    """Return where the plural noun that a number counts ends, if one follows soon."""
    stop = words("units", "no_noun")
    place = end
    for _ in range(_NOUN_LIMIT):
        while text[place : place + 1] == "+":
            place += 1
        if text[place : place + 1] != " ":
            return None
        word = _WORD.match(text, place + 1)
        if word is None or word[0].lower() in stop or word[0][0].isdigit():
            return None
        place = word.end()
        low = word[0].lower()
        if (
            low.endswith("s")
            and not word[0].endswith(("ss", "us", "is", "ias", "’s", "'s"))
            and len(low) > 2
        ):
            return place
        if low in ("data", "people", "children", "men", "women", "criteria", "indices", "matrices"):
            return place
        if text[place : place + 1] not in (" ", ""):
            return None
    return None


def _qualify(text: str, reading: _Reading) -> None:
    """Set the qualifier, and stretch the span over it."""
    more = _MORE.match(text, reading.numeral.end)
    if more and text[more.end() : more.end() + 1] in (" ", ",", ".", ")", ""):
        reading.qualifier = "over"
        reading.end = max(reading.end, more.end())
    at = reading.start
    lead = max(0, at - _WINDOW)
    factor = _FACTOR.search(text[lead:at]) if reading.unit == "x" else None
    if factor:
        reading.start = lead + factor.start()
        # "up to a factor of 2" or "a factor of up to 2"
        at = at if factor["about"] else reading.start
    pattern, means = _qualifiers()
    match = pattern.search(text[max(0, at - _WINDOW) : at])
    if match is None:
        return
    phrase = re.sub(r"\s+", " ", match["phrase"].lower())
    small = reading.numeral.style == "words" or reading.numeral.value < _SMALL_COUNT
    if small and not reading.measured and phrase in _PREPOSITIONS:
        return
    reading.qualifier = means[phrase]
    reading.start = min(reading.start, max(0, at - _WINDOW) + match.start())


def _merge_ranges(text: str, readings: list[_Reading]) -> None:
    """Make "from" and "to" of two numbers that bound a range; both then span the whole."""
    for first, second in zip(readings, readings[1:], strict=False):
        if first.qualifier == "to" or second.numeral.start < first.core_end:
            continue
        gap = text[first.core_end : second.numeral.start]
        opening = _FROM.search(text[max(0, first.start - 30) : first.start])
        if opening is None and first.qualifier:
            opening = _FROM.search(text[max(0, first.start - 30) : first.start])
        between = opening is not None and opening["word"].lower() == "between"
        if not (
            (_RANGE.fullmatch(gap) and not between)
            or (between and _BETWEEN_AND.fullmatch(gap))
            or (opening is not None and not between and first.measured and _FAR_TO.fullmatch(gap))
        ):
            continue
        if not _one_scale(first, second):
            continue
        start = first.start if opening is None else max(0, first.start - 30) + opening.start()
        first.start = second.start = start
        first.end = second.end = second.end
        first.qualifier, second.qualifier = "from", "to"


def _one_scale(first: _Reading, second: _Reading) -> bool:
    """Give the first number of a range the scale and unit of the second, if they can be one."""
    bare = first.core_end == first.numeral.end and not first.measured
    if bare:
        low = first.numeral
        scale = second.numeral.scale
        if scale and not low.scale and low.value <= second.numeral.value.scaleb(-scale):
            first.numeral = replace(low, value=plain(low.value.scaleb(scale)))
        first.unit, first.measured = second.unit, second.measured
        return True
    return first.unit == second.unit or (
        not second.measured and second.core_end == second.numeral.end
    )


def _share_units(text: str, readings: list[_Reading]) -> None:
    """Give bare numbers of a list the unit that stands after its last ("4.2 and 3.1 points")."""
    for first, second in reversed(list(zip(readings, readings[1:], strict=False))):
        gap = text[first.end : second.start] if first.end <= second.start else None
        if gap is None:
            continue
        if first.unit == "" and not first.measured and first.end == first.numeral.end:
            if second.measured and second.qualifier in ("", "to") and _LIST.fullmatch(gap):
                if second.qualifier == "" and second.unit in ("%", "x", "point"):
                    first.unit, first.measured = second.unit, True
            elif second.unit == "" and _OUT_OF.fullmatch(gap):
                first.end = second.end


def _share_qualifiers(text: str, readings: list[_Reading]) -> None:
    """Let "up to" or "about" before a list hold for each of its numbers."""
    for first, second in zip(readings, readings[1:], strict=False):
        if second.qualifier or first.qualifier in ("", "from", "to") or not first.measured:
            continue
        gap = text[first.end : second.start] if first.end <= second.start else ""
        if first.unit == second.unit and (_LIST.fullmatch(gap) or _LIST_FAR.fullmatch(gap)):
            second.qualifier = first.qualifier


def _whole_formula(text: str, start: int, end: int) -> tuple[int, int]:
    """Stretch a span over the dollar that opens or closes the formula it cuts."""
    if text[start - 1 : start] == "$" and "$" in text[start : end + 1]:
        start -= 1
    if text[end : end + 1] == "$" and text[start:end].count("$") % 2:
        end += 1
    if text[end : end + 1] == "}" and text[start:end].count("{") > text[start:end].count("}"):
        end += 1
    return start, end


def _quantity(text: str, view: MathView, reading: _Reading) -> Quantity:
    start, end = _whole_formula(text, *view.span(reading.start, reading.end))
    printed = slice(*view.span(reading.numeral.start, reading.numeral.end))
    return Quantity(
        quote=text[start:end],
        start=start,
        end=end,
        value=reading.numeral.value,
        unit=reading.unit or "",
        qualifier=reading.qualifier,
        printed=text[printed],
    )
