"""Numerals in a `MathView`: digits with separators, powers of ten and scales, and number words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: n for n, word in enumerate(_ONES)} | {w: 10 * n for n, w in enumerate(_TENS, 2)}
_SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_LETTERS = {"k": 3, "K": 3, "mn": 6, "M": 6, "bn": 9, "B": 9, "T": 12}
_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_MULTIPLES = {"twice": 2, "thrice": 3}
#: Longer runs of digits are identifiers.
_MAX_DIGITS = 25
#: Numbers from here on are no results, and facts hold none.
_TOO_LARGE = Decimal(10) ** 100

_MINUS = "-−–"
_WHOLE = (
    r"[0-9]{1,3}(?:,[0-9]{3}|, 000)+(?![0-9])|[0-9]{1,3}(?: [0-9]{3})+(?![0-9]|[.,][0-9])"
    r"|[0-9]{1,3}(?:['’][0-9]{3})+(?![0-9])|[0-9]+"
)
_COMMA = r"(?<![0-9],)[0-9]{1,3},[0-9]{1,2}(?=\s?%)"  # the decimal comma
_EXPONENT = r"[-−–+]?[0-9]{1,2}"


def _ten_to(name: str) -> str:
    """Return the pattern of a power of ten, its exponent in braces (``name`` + "a") or bare."""
    return rf"10\^(?:\{{(?P<{name}a>{_EXPONENT})\}}|(?P<{name}b>{_EXPONENT}))(?![0-9])"


# Each pattern first looks whether it may begin here at all: most places in a text are soon passed.
_DIGITS = re.compile(
    r"(?=[-−–+±.0-9])(?P<sign>(?<![^\s(\[,;:~≈<>≤≥=])[-−–+±](?=[0-9.]))?"
    rf"(?:{_ten_to('power')}"
    rf"|(?P<number>{_COMMA}|(?:{_WHOLE})(?:\.[0-9]+)?|(?<![0-9])\.[0-9]+)"
    rf"(?:\s?[×x*·]\s?{_ten_to('times')}"
    r"|[eE](?P<exponent>[-−+]?[0-9]{1,2})(?![0-9A-Za-z]))?)"
    r"(?:(?P<letter>k|K|M|B|T|bn|mn)(?![A-Za-z0-9])"
    r"|\s(?P<apart>[KMB])(?=\s[a-z]+s\b)"
    r"|(?:\s{1,2}|-)(?P<word>hundred|thousand|million|billion|trillion)s?(?![A-Za-z]))?"
)
#: "½", "2½" and, of something, "1/3".
_RATIO = re.compile(
    r"(?=[0-9¼-¾⅐-⅞])(?P<whole>[0-9]{1,3} ?)?(?P<sign>[¼-¾⅐-⅞])"
    r"|(?<![\w./^)])(?P<above>[1-9])/(?P<below>[1-9][0-9]{0,2})(?:rd|th)?(?= (?:of|the)\b)"
)
_WORD = "|".join((*_ONES, *_TENS))
_SPELLED = re.compile(
    r"\b(?=an?[\s-]|do|e[il]|f[io]|h[au]|ni|on|qu|s[ei]|t[ehrw]|ze)"
    rf"(?:(?P<a>an?|{_WORD})[\s-](?:(?P<small>{_WORD})[\s-])?(?P<scale>{'|'.join(_SCALES)})"
    rf"(?P<more>\s(?:thousand|million|billion|trillion))?"
    rf"|(?P<dozen>an?\sdozen)"
    rf"|(?P<count>an?|one|two|three|four|five)[\s-](?P<part>{'|'.join(_PARTS)})(?P<parts>s?)"
    rf"|(?P<half>halv(?:e[sd]?|ing)|half)"
    rf"|(?P<multiple>{'|'.join(_MULTIPLES)}|doubl(?:e[sd]?|ing)|(?:tripl|quadrupl)(?:e[sd]?|ing))"
    rf"|(?P<tens>{'|'.join(_TENS)})[\s-](?P<ones>{'|'.join(_ONES[1:10])})"
    r"|(?P<one>an)(?=[\s-]order[\s-]of[\s-]magnitude)"
    rf"|(?P<fold>{_WORD}|hundred|thousand)(?=-?fold)"
    rf"|(?P<plain>{_WORD}))(?:\b|(?=fold\b))",
    re.IGNORECASE,
)
_FRACTION = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number at ``view.text[start:end]``; ``scale`` is the power of ten of its suffix or word.

    ``style`` is "digits", "words", "part" (a fraction: half, two-thirds) or "multiple" (twice).
    """

    start: int
    end: int
    value: Decimal
    scale: int
    style: str
    letter: str = ""
    signed: bool = False


def read_numerals(text: str) -> list[Numeral]:
    """Return the numerals of a view's text in order; they never overlap."""
    found = [n for m in _RATIO.finditer(text) if (n := _ratio(m)) is not None]
    taken = _places(found)
    found += [n for m in _DIGITS.finditer(text) if (n := _digits(m)) and n.start not in taken]
    # No number word stands inside digits, but a scale word can belong to them.
    taken = _places(found)
    found += [n for m in _SPELLED.finditer(text) if m.start() not in taken and (n := _spelled(m))]
    return sorted(found, key=lambda n: n.start)


def _places(numerals: list[Numeral]) -> set[int]:
    return {at for n in numerals for at in range(n.start, n.end)}


def _power(match: re.Match[str], kind: str) -> int | None:
    printed = match[kind + "a"] or match[kind + "b"]
    return None if printed is None else _signed(printed)


def _signed(printed: str) -> int:
    return int(re.sub(f"[{_MINUS}]", "-", printed))


def plain(value: Decimal) -> Decimal:
    """Return the same number without an exponent."""
    return Decimal(f"{value:f}")


def _digits(match: re.Match[str]) -> Numeral | None:
    number = match["number"]
    if len(number or "") > _MAX_DIGITS:
        return None
    base = Decimal(_pointed(number)) if number else Decimal(1)
    letter = match["letter"] or match["apart"] or ""
    exponent = _power(match, "times" if number else "power") or 0
    if match["exponent"]:
        exponent = _signed(match["exponent"])
    scale = _LETTERS.get(letter, 0) or _SCALES.get(match["word"] or "", 0)
    value = base.scaleb(exponent + scale)
    if value >= _TOO_LARGE:
        return None
    value = plain(value)
    sign = match["sign"] or ""
    return Numeral(
        start=match.start(),
        end=match.end(),
        value=-value if sign and sign in _MINUS else value,
        scale=scale,
        style="digits",
        letter=letter,
        signed=bool(sign),
    )


def _pointed(number: str) -> str:
    """Return printed digits with a decimal point, if any, and no other separator."""
    whole, comma, decimals = number.rpartition(",")
    if comma and len(decimals) < len("000"):
        return f"{whole}.{decimals}"
    return re.sub(r"[, '’]", "", number)


def _ratio(match: re.Match[str]) -> Numeral | None:
    if match["sign"]:
        value = Decimal(int(match["whole"] or 0)) + Decimal(unicodedata.numeric(match["sign"]))
    elif int(match["above"]) < int(match["below"]):
        value = Decimal(match["above"]) / Decimal(match["below"])
    else:
        return None
    return Numeral(match.start(), match.end(), _rounded(value), 0, "part")


def _rounded(value: Decimal) -> Decimal:
    return plain(value.quantize(_FRACTION).normalize())


def _spelled(match: re.Match[str]) -> Numeral | None:
    word = {name: (text or "").lower() for name, text in match.groupdict().items()}
    if word["part"]:
        return _part(match, word)
    scale, style = 0, "words"
    if word["scale"]:
        scale = _SCALES[word["scale"]] + _SCALES.get(word["more"].strip(), 0)
        count = _WORDS.get(word["a"], 1) + _WORDS.get(word["small"], 0)
        value = Decimal(count).scaleb(scale)
    elif word["half"]:
        value, style = Decimal("0.5"), "part"
    elif word["multiple"]:
        value, style = Decimal(_multiple(word["multiple"])), "multiple"
    elif word["fold"]:
        value = Decimal(_WORDS.get(word["fold"]) or 10 ** _SCALES[word["fold"]])
    elif word["dozen"] or word["one"]:
        value = Decimal(12 if word["dozen"] else 1)
    else:
        value = Decimal(sum(_WORDS.get(word[name], 0) for name in ("tens", "ones", "plain")))
    return Numeral(match.start(), match.end(), plain(value), scale, style)


def _part(match: re.Match[str], word: dict[str, str]) -> Numeral | None:
    article = word["count"] in ("a", "an")
    count = 1 if article else _WORDS[word["count"]]
    # "one third" and "two thirds"; "a third" (party) and "two third(-party)" are ordinals.
    if (count > 1) != bool(word["parts"]) or (article and word["part"] not in ("half", "quarter")):
        return None
    value = _rounded(Decimal(count) / _PARTS[word["part"]])
    return Numeral(match.start(), match.end(), value, 0, "part")


def _multiple(word: str) -> int:
    if word in _MULTIPLES:
        return _MULTIPLES[word]
    return {"d": 2, "t": 3, "q": 4}[word[0]]
