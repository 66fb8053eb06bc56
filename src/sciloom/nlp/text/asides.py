"""Find the numbers of a text that report nothing: years, citations, p-values, formulas, names.

An aside is recognised as what it is, so that it never comes out as a result. The patterns are those
of ``data/units_asides.toml``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sciloom.nlp.lexicon import load, words
from sciloom.nlp.text.mathview import MathView

_LANDAU = re.compile(
    r"(?:(?<![A-Za-z])[OoΘΩωÕ]~?|\\(?:Omega|Theta|omega|tilde [OΘΩ]|mathcal O))\s?\("
)
_NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:,[0-9]{3})*(?:\s?×\s?10\^[-−{}0-9]+|\^[-−{}0-9]+)?[kKMBT]?"
#: A formula that only writes a quantity: "\\sim 85", "3.37\\times", "91.3 \\pm 0.4", "< 1\\%".
_PLAIN_FORMULA = re.compile(
    rf"\s*[~<>≤≥±+\-−–\s]*{_NUMBER}\s?[%×x]?"
    rf"(?:\s?(?:±|[-–−~→,]|to)\s?{_NUMBER}\s?[%×x]?)*\s?(?:[A-Za-zµ°]{{2,8}})?\+?\s*"
)
_DIGIT = re.compile("[0-9]")
#: Kinds that hold numbers in words: no other stands in a text without digits.
_WORDY = frozenset({"link", "half", "double", "fold"})
_LATE_MARKER = re.compile(r"(?<=\s)[0-9]{1,2}\)(?=\s?[A-Za-z])")
_FORMULA_LENGTH = 400  # characters in which a parenthesis closes
_NEAR = 80  # characters in which the parenthesis of "… 5)" opened


@dataclass(frozen=True, slots=True, order=True)
class Aside:
    """``view.text[start:end]`` holds numbers of this ``kind``, none of them a result."""

    start: int
    end: int
    kind: str


def find_asides(view: MathView) -> list[Aside]:
    """Return the asides of a view, in order; they may overlap."""
    text = view.text
    digits = _DIGIT.search(text)
    found = [
        Aside(match.start(), match.end(), kind)
        for kind, pattern in _patterns()
        if (digits or kind in _WORDY) and _may_hold(text, kind)
        for match in pattern.finditer(text)
    ]
    found += [
        Aside(match.start(), _closing(text, match.end()), "formula")
        for match in _LANDAU.finditer(text)
    ]
    for start, end in view.formulas:
        if not _PLAIN_FORMULA.fullmatch(text, start, end):
            found.append(Aside(start, end, "formula"))
    for match in _LATE_MARKER.finditer(text):
        place = max(0, match.start() - _NEAR)
        if text.rfind("(", place, match.start()) <= text.rfind(")", place, match.start()):
            found.append(Aside(match.start(), match.end(), "marker"))
    return sorted(found)


def _may_hold(text: str, kind: str) -> bool:
    """Tell whether a text has one of the signs that every aside of a kind has."""
    signs = load("units_asides")["signs"].get(kind)
    return signs is None or any(sign in text for sign in signs)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rules = load("units_asides")
    labels = sorted(words("units", "labels"), key=len, reverse=True)
    parts = {**rules["parts"], "LABELS": "|".join(map(re.escape, labels))}

    def whole(pattern: str) -> str:
        return re.sub(r"<([A-Z]+)>", lambda m: parts.get(m[1], m[0]), pattern)

    return tuple(
        (kind, re.compile("|".join(map(whole, patterns))))
        for kind, patterns in rules["kinds"].items()
    )


def _closing(text: str, start: int) -> int:
    """Return the end of the parenthesis that opened before ``start``, if it closes soon."""
    depth = 1
    for at in range(start, min(len(text), start + _FORMULA_LENGTH)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at + 1
    return start
