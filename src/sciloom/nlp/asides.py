"""Find the numbers of a text that report nothing: years, citations, p-values, formulas, names.

An aside is recognised as what it is, so that it never comes out as a result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sciloom.nlp.lexicon import words
from sciloom.nlp.mathview import MathView

_N = r"[0-9]+(?:\.[0-9]+)?"
_SIGNED = rf"[-−–+]?{_N}"
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_YEAR = r"(?:1[89]|20)[0-9]{2}"
_PATTERNS = (
    ("link", r"https?://\S+|www\.\S+|\b[\w.+-]{1,64}@[\w-]{1,64}\.\w+|\b10\.[0-9]{4,9}/\S+|\barXiv:\s?\S+|\bgithub\.com\S*"),
    ("link", r"(?<![0-9.])[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{5}(?:v[0-9]+)?(?![0-9])"),
    ("citation", r"\[[0-9]{1,3}(?:\s?[,;–-]\s?[0-9]{1,3})*\]"),
    ("citation", rf"\(?\b[A-Z]\w+ (?:et al\.?|and [A-Z]\w+|& [A-Z]\w+),? \(?{_YEAR}[a-z]?\)?"),
    ("marker", r"\([0-9]{1,2}\)|(?:^|(?<=[.:;,] )|(?<=and ))[0-9]{1,2}(?:\)|\.(?= [A-Z]))"),
    ("name", r"\b0[-–/]1\b(?= (?:[a-z]+ )?loss)|\b0[0-9]{2}\b(?![.,])"),
    ("date", rf"\b{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}|\b(?:[0-9]{{1,2}} )?{_MONTH},? {_YEAR}"),
    ("date", r"\b(?:19|20)[0-9]{2}[-/][0-9]{2}[-/][0-9]{2}\b|©\s?[0-9]{4}|\([cC]\)\s?[0-9]{4}"),
    ("year", rf"\({_YEAR}\)|\b{_YEAR}[–/-](?:{_YEAR}|[0-9]{{2}})\b(?!\s?%)|\b{_YEAR}s\b|(?<![\w])['’][0-9]{{2}}\b"),
    (
        "year",
        rf"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Bb]efore|[Aa]fter|[Dd]uring|[Tt]hrough|[Ff]rom|[Oo]f|[Tt]he"
        rf"|[Yy]ears?|[A-Z]\w+|\((?:\w+ )?|and|to|to the|,|;) ?{_YEAR}(?![0-9]|[.,][0-9]|[ -]?[A-Za-z%×$€]|[–-][0-9])",
    ),
    ("year", rf"\b(?:[Ii]n|[Ss]ince|[Tt]he|[A-Z]\w*[A-Z]\w*) {_YEAR}(?= [a-z])(?! (?:\w+ )?\w+s\b)"),
    ("version", r"\b[vV]?[0-9]+(?:\.[0-9]+){2,}\w*|\b[vV][0-9]+(?:\.[0-9]+)?\b"),
    ("size", r"(?<![\w.^])[0-9]+(?:\.[0-9]+)?(?:\s?[×x*]\s?[0-9]+(?:\.[0-9]+)?)+(?![0-9^]|\.[0-9])(?!\^)"),
    ("ratio", r"(?<![\w.])[0-9]+:[0-9]+(?![0-9])"),
    (
        "confidence",
        rf"\b{_N}\s?%\s?-?(?:CIs?\b|(?:[a-z]+ )?(?:confidence|credib(?:le|ility)|prediction|significance)"
        rf"(?: (?:intervals?|levels?|bands?|bounds?|sets?|regions?))?)(?:[,:=\s]*[\[(]?\s?{_SIGNED}\s?%?"
        rf"\s?(?:to|,|;|–|-)\s?{_SIGNED}\s?%?\s?[\])]?)?",
    ),
    (
        "confidence",
        rf"\b(?:CI|(?:confidence|credible) (?:intervals?|levels?))(?: of| at|:| =|=|,)? ?[\[(]?{_SIGNED}\s?%?"
        rf"(?:\s?(?:to|,|;|–|-)\s?{_SIGNED}\s?%?\s?[\])]?)?",
    ),
    ("p-value", rf"(?<![A-Za-z])[pP](?:[ -]?values?)?\s?(?:[<>=≤≥]|of|below|under|less than)\s?{_N}(?:e-?[0-9]+)?(?:\s?×\s?10\^[{{\d}}-]+)?"),
    ("p-value", rf"\b(?:significance|alpha) levels? of {_N}\s?%?"),
    ("sample", r"(?<![A-Za-z])[nN]\s?=\s?[0-9][0-9,]*"),
    ("spread", rf"±\s?{_N}\s?%?|\(±\s?{_N}\s?%?\)|\b(?:s\.?d\.?|std\.?|SD|SE|SEM)\s?[=:]?\s?{_N}"),
    ("name", r"(?<![\w])top[ -]?[0-9]+|@\s?[0-9]+|#\s?[0-9]+|§\s?[0-9.]+"),
    ("label", r"\b(?:{labels})(?:s)?\s?\(?[0-9]+(?:\.[0-9]+)*(?:\s?(?:[-–,]|and|or|to)\s?[0-9]+)*\)?(?!\s?[%×]|[0-9.,]*[0-9]|[ -](?:times|points|percent)|[a-zA-Z])"),
    ("half", r"\b(?:first|second|latter|other|upper|lower|former|next|last|one|better|northern|southern) half\b|\bhalf-\w+|\bhalf an? \w+|\b\w+-(?:and-a-)?half\b|\btwice[ -](?:continuously|differentiab\w+)|\bhalf(?:space|plane| spaces?| planes?| precision| life)\b"),
    ("double", r"\bdouble[ds]?(?! (?:the|that|its|their|our|in)\b)|\bdoubling (?:dimension|metric|trick|time|condition|constant|measure)s?|\btriples?(?! (?:the|that|its|their)\b)|\bfold cross"),
)  # fmt: skip
_LANDAU = re.compile(
    r"(?:(?<![A-Za-z])[OoΘΩωÕ]~?|\\(?:Omega|Theta|omega|tilde [OΘΩ]|mathcal O))\s?\("
)
_PLAIN_NUMBER = rf"{_N}(?:,[0-9]{{3}})*(?:\s?×\s?10\^[-−{{}}0-9]+|\^[-−{{}}0-9]+)?[kKMBT]?"
#: A formula that only writes a quantity: "\\sim 85", "3.37\\times", "91.3 \\pm 0.4", "< 1\\%".
_PLAIN_FORMULA = re.compile(
    rf"\s*[~<>≤≥±+\-−–\s]*{_PLAIN_NUMBER}\s?[%×x]?"
    rf"(?:\s?(?:±|[-–−~→,]|to)\s?{_PLAIN_NUMBER}\s?[%×x]?)*\s?(?:[A-Za-zµ°]{{2,8}})?\+?\s*"
)
_LATE_MARKER = re.compile(r"(?<=\s)[0-9]{1,2}\)(?=\s?[A-Za-z])")
_FORMULA_LENGTH = 400
_NEAR = 80


@dataclass(frozen=True, slots=True, order=True)
class Aside:
    """``view.text[start:end]`` holds numbers of this ``kind``, none of them a result."""

    start: int
    end: int
    kind: str


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    labels = "|".join(re.escape(w) for w in sorted(words("units", "labels"), key=len, reverse=True))
    return tuple(
        (kind, re.compile(p.replace("{labels}", f"(?i:{labels})"))) for kind, p in _PATTERNS
    )


def find_asides(view: MathView) -> list[Aside]:
    """Return the asides of a view, in order; they may overlap."""
    found = [
        Aside(m.start(), m.end(), kind) for kind, p in _compiled() for m in p.finditer(view.text)
    ]
    found += [
        Aside(m.start(), _closing(view.text, m.end()), "formula")
        for m in _LANDAU.finditer(view.text)
    ]
    for start, end in view.formulas:
        if not _PLAIN_FORMULA.fullmatch(view.text, start, end):
            found.append(Aside(start, end, "formula"))
    found += [
        Aside(m.start(), m.end(), "marker")
        for m in _LATE_MARKER.finditer(view.text)
        if view.text.rfind("(", max(0, m.start() - _NEAR), m.start())
        <= view.text.rfind(")", max(0, m.start() - _NEAR), m.start())
    ]
    return sorted(found)


def _closing(text: str, start: int) -> int:
    """Return the end of the parenthesis that opened before ``start``, if it closes soon."""
    depth = 1
    for at in range(start, min(len(text), start + _FORMULA_LENGTH)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at + 1
    return start
