"""Units of measure, as they follow (or, for currencies, precede) a number in a `MathView`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sciloom.nlp.lexicon import load, words

_CURRENCY = re.compile(r"(?:\b(?:US|CA|AU)|(?<![\w}\\)]))[$€£¥]\s?$|\b(?:USD|EUR|GBP)\s$")
_PERCENT = re.compile(
    r"\s?-?(?:%|per ?cent\b|percentage\b(?= (?!points?\b)\w))"
    r"(?:(?P<point>p\b|[ -]?(?:absolute )?(?:points?|pts?|pp)\b))?",
    re.IGNORECASE,
)
_POINT = re.compile(
    r"\s?-?(?:p\.p\.|pp\b|ppts?\b|pts?\b(?! cloud)|percentage[ -]points?\b"
    r"|(?:(?<!-)|(?=points? (?:[\w-]+ ){0,2}(?:gain|improve|increase|decrease|reduction|drop"
    r"|decline|boost|lead|margin|advantage|difference|gap|loss|lift|rise|jump|fall|better|higher|lower)))"
    r"points?\b)",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"\s?(?:×|[xX](?![A-Za-z0-9]))(?!\s?[0-9])|[\s-](?:times|folds?)\b(?! cross)|fold\b"
    r"|\s?imes\b"  # \times whose \t became a tab
)
_MAGNITUDE = re.compile(
    r"[\s-](?:absolute )?orders?[\s-]of[\s-]magnitudes?\b|\s?OOMs?\b", re.IGNORECASE
)
_DEVICE_TIME = re.compile(
    r"[\s-]((?:[GTC]PU|[AHV]100)s?[\s-](?:hour|day|minute|year|week|month)|(?:person|man)[\s-](?:hour|day))s?\b"
)
_BIT_DETAIL = re.compile(r"\s(?:per|/)\s?(?:\w+[\s-])?\w+")
_PER = re.compile(
    r"\s?/\s?(?:(?P<symbol>[A-Za-zµ°²³^{}0-9]{1,6})\b(?!\.[0-9])|(?P<slash>[a-z]{3,12})\b)|\s[Pp]er\s(?P<word>[a-z]{2,12})\b"
)
_EXPONENT = re.compile(r"\^\{?-?[23]\}?|(?<=m)[23](?![0-9A-Za-z])|[²³]")
_TOKEN = re.compile(r"(?P<gap>[\s-]?)(?P<unit>‰|°[CF]?|[A-Za-zµμ]+)")
_ONE_POINT = frozenset({" point", "-point"})
_KINDS = frozenset({"parameter", "token", "bit", "byte", "degree"})
_WORD = re.compile(r" ([^\s()\[\],;:.!?\"“”—0-9][^\s()\[\],;:.!?\"“”—]*)")
_NO_PLURAL = ("ss", "us", "is", "ias", "'s", "’s")
_NOUN_LIMIT = 6
CURRENCIES = frozenset({"USD", "EUR", "GBP"})
_TIME_UNITS = frozenset({"second", "minute", "hour", "day", "week", "month", "year", "s", "sec"})


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that ends at ``view.text[end]``; ``name`` is what is stored."""

    name: str
    end: int


@cache
def _forms() -> dict[str, str]:
    return {form: unit for unit, forms in load("units")["units"].items() for form in forms}


@cache
def _points() -> re.Pattern[str]:
    known = sorted(words("units", "point_adjectives", "point_measures"), key=len, reverse=True)
    measures = "|".join(map(re.escape, known))
    return re.compile(
        rf"\s-?(?:(?:{measures}|F_?1|average)[\s-](?:score[\s-])?){{1,3}}(?:points?|pts?)\b",
        re.IGNORECASE,
    )


def currency_before(text: str, start: int) -> tuple[str, int] | None:
    """Return the currency that ends where a number starts, and where it begins."""
    match = _CURRENCY.search(text, max(0, start - 6), start)
    if match is None:
        return None
    printed = match[0].strip()
    return (printed[-1] if printed[-1] in "$€£¥" else printed), match.start()


def read_unit(text: str, end: int, *, spelled: bool = False) -> Unit | None:
    """Return the unit that follows a number which ends at ``end``, if a known one does.

    After a ``spelled`` number a singular is part of a name (two point clouds, three token types).
    """
    if match := _PERCENT.match(text, end):
        return Unit("point" if match["point"] else "%", match.end())
    if match := _POINT.match(text, end) or _points().match(text, end):
        # "two point clouds", "one point of view"
        return None if spelled and match[0].lower() in _ONE_POINT else Unit("point", match.end())
    for name, pattern in (("order of magnitude", _MAGNITUDE), ("x", _TIMES), ("", _DEVICE_TIME)):
        if match := pattern.match(text, end):
            return Unit(name or match[1], match.end())
    match = _TOKEN.match(text, end)
    known = _lookup(match["unit"]) if match else None
    if match is None or known is None or (spelled and match["unit"] in _KINDS):
        return None
    letter = len(match["unit"]) == 1 and match["gap"] == "-"  # "5-s" is no time
    return None if letter else _compound(text, Unit(known, match.end()))


def _lookup(form: str) -> str | None:
    known = _forms()
    if form in known:
        return known[form]
    return known.get(form.lower()) if len(form) > 3 and form[1:].islower() else None


def _compound(text: str, unit: Unit) -> Unit | None:
    """Extend a unit by its exponent and its denominator (m², GB/s, frame per second)."""
    name, end = unit.name, unit.end
    if text[end : end + 1].isalnum() and not _EXPONENT.match(text, end):
        return None
    if match := _EXPONENT.match(text, end):
        name += {"2": "²", "3": "³"}.get(
            re.sub(r"[^23²³]", "", match[0]), re.sub(r"[^²³]", "", match[0])
        )
        end = match.end()
    if name == "bit" and (match := _BIT_DETAIL.match(text, end)):
        return Unit(name, match.end())
    return per(text, Unit(name, end))


def per(text: str, unit: Unit) -> Unit:
    """Extend a unit by what stands under it: "/min", "/frame", " per second"."""
    match = _PER.match(text, unit.end)
    if match is None:
        return unit
    under = match["word"] or match["slash"] or match["symbol"]
    if match["word"]:
        return Unit(f"{unit.name} per {under}", match.end()) if under in _TIME_UNITS else unit
    return Unit(f"{unit.name}/{under}", match.end())


def singular(noun: str) -> str:
    """Return the singular of a regular English plural."""
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        return noun[:-1]
    return noun


def noun_end(text: str, end: int) -> int | None:
    """Return where the plural noun that a number counts ends, if one follows soon."""
    place = end
    for _ in range(_NOUN_LIMIT):
        while text[place : place + 1] == "+":
            place += 1
        word = _WORD.match(text, place)
        if word is None or word[1].lower() in words("units", "no_noun"):
            return None
        place = word.end()
        noun = word[1]
        if noun == "data" and (further := noun_end(text, place)):
            return further  # "two data sets"
        plural = len(noun) > 2 and noun.endswith("s") and not noun.endswith(_NO_PLURAL)
        if plural or noun.lower() in words("units", "plurals"):
            return place
    return None


def means_points(word: str) -> bool:
    """Tell whether a word names a measure whose gains are stated in points (mAP, BLEU, F1)."""
    return any(map(str.isupper, word)) and word.lower() in words("units", "point_measures")


def base_unit(unit: str) -> bool:
    """Tell whether a unit is one of measure (ms, GB, ml/min), not "%", "x", "point" or none."""
    return unit.split("/", maxsplit=1)[0].split(" per ", maxsplit=1)[0] in load("units")["units"]
