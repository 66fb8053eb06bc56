"""How raised, lowered and stacked mathematics reads on one line of Unicode."""

from __future__ import annotations

import re

_RAISED = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_RAISABLE = re.compile(r"[+\-−]?[0-9]+|[+\-−=ni]|\([0-9]+\)")
_LOWERABLE = re.compile(r"[+\-−]?[0-9]+|[+\-−]|\([0-9]+\)")
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
_MARKS = frozenset("*∗⋆†‡§¶′°®™'\"")
_SCRIPTS = "⁰¹²³⁴-⁹⁻ⁿⁱ₀-₉"
#: What needs no parentheses of its own: beside a slash, as a script, under a root.
_ATOM = re.compile(rf"(?:√\w|\w+(?:\.\w+)?)[{_SCRIPTS}]*|[^\w\s]|\w*√?\([^()]*\)|\|[^|]*\|")
_SCRIPT = re.compile(r"√?\w+(?:\.\w+)?|[^\w\s]|\([^()]*\)")
_RADICAND = re.compile(
    rf"(?:\w[\u0300-\u036f]?|\d+(?:\.\d+)?)[{_SCRIPTS}]*|[^\w\s]|\([^()]*\)|\|[^|]*\|"
)


def superscript(raised: str) -> str:
    """Return ``raised`` as it follows its base: "⁻³", "^k", "^(k+1)", "th", "°"."""
    raised = raised.strip()
    if not raised:
        return ""
    if raised in ("∘", "o"):
        return "°" if raised == "∘" else "^o"
    if raised in _ORDINAL or all(char in _MARKS for char in raised):
        return raised
    if _RAISABLE.fullmatch(raised):
        return raised.translate(_RAISED)
    return "^" + _as_script(raised)


def subscript(lowered: str) -> str:
    """Return ``lowered`` as it follows its base: "₂", "_max", "_(i=1)"."""
    lowered = lowered.strip()
    if not lowered:
        return ""
    if _LOWERABLE.fullmatch(lowered):
        return lowered.translate(_LOWERED)
    return "_" + _as_script(lowered)


def subscript_in_prose(before: str, lowered: str) -> str:
    """Return ``lowered`` as it follows the character ``before`` in prose: "2" in CO2 and B12."""
    lowered = lowered.strip()
    name = before.isalpha() and lowered.isalnum() and len(lowered) <= 3
    return lowered if name else subscript(lowered)


def fraction(above: str, below: str) -> str:
    """Return "a/b", each side in parentheses where it is more than one term."""
    return f"{grouped(above.strip())}/{grouped(below.strip())}"


def root(radicand: str, degree: str = "") -> str:
    """Return "√x", "√(x+1)" or "³√x"."""
    radicand = radicand.strip()
    under = radicand if _RADICAND.fullmatch(radicand) else f"({radicand})"
    return f"{superscript(degree)}√{under}"


def grouped(term: str) -> str:
    """Return ``term``, in parentheses unless it reads as one."""
    return term if not term or _ATOM.fullmatch(term) else f"({term})"


def _as_script(script: str) -> str:
    return script if _SCRIPT.fullmatch(script) else f"({script})"
