"""A text as a reader sees its numbers: LaTeX, Markdown and typographic variants looked through.

The view is a shorter string over the same text; every character of it knows the slice it stands for,
so a span found in the view is a span of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Inline math as pandoc reads it: no blank inside the dollars, no digit after the last.
_MATH = re.compile(r"(?<!\\)\$(?![\s$])[^$]{1,200}(?<![\s\\])\$(?![0-9])")
_SIGNS = {
    "times": "×", "texttimes": "×", "cdot": "×",
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥",
    "lt": "<", "gt": ">", "sim": "~", "approx": "~", "simeq": "~", "textasciitilde": "~",
    "pm": "±", "textpm": "±", "to": "→", "rightarrow": "→", "percent": "%",
}  # fmt: skip
_CHARACTERS = str.maketrans(
    "\u2010\u2011∼～˜≈≃≅⩽≦⩾≧⟶➔➝⨉✕✖％﹪",
    "--~~~~~~≤≤≥≥→→→×××%%",
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_PIECE = re.compile(
    r"(?P<script>[\^_]\{[^{}]{0,40}\})"
    r"|(?P<super>[⁻⁺]?[⁰¹²³⁴-⁹]+)"
    r"|\\(?P<sign>" + "|".join(sorted(_SIGNS, key=len, reverse=True)) + r")(?![A-Za-z]) ?"
    r"|\\(?:text|textbf|textit|textrm|textsc|emph|mathrm|mathbf|bf|it)(?![A-Za-z])\s?"
    r"|\\(?P<escaped>[%$&#])"
    r"|\\[(){}]|\*\*|[{}]"
    r"|(?P<blank>\\[,;:! ]|[\s\u00a0]|(?<=[A-Za-z.])~)"
    r"|(?P<dash>-{2,3})"
    r"|(?P<arrow>[-=]>)"
)


@dataclass(frozen=True, slots=True)
class MathView:
    """``text`` with the slice of the source behind each character, and the formulas in it."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    formulas: tuple[tuple[int, int], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the slice of the source behind ``text[start:end]``, which must not be empty."""
        return self.starts[start], self.ends[end - 1]


def look_through(source: str) -> MathView:
    """Return the view of a text; linear in its length."""
    dollars: dict[int, bool] = {}
    for match in _MATH.finditer(source):
        dollars[match.start()], dollars[match.end() - 1] = True, False
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    formulas: list[tuple[int, int]] = []
    opened = 0

    def put(text: str, start: int, end: int) -> None:
        chars.extend(text)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))

    place = 0
    while place < len(source):
        opens = dollars.get(place)
        if opens is not None:
            if opens:
                opened = len(chars)
            else:
                formulas.append((opened, len(chars)))
            place += 1
            continue
        piece = _PIECE.match(source, place)
        if piece is None:
            put(source[place].translate(_CHARACTERS), place, place + 1)
            place += 1
            continue
        end = piece.end()
        if piece["script"]:
            for at in range(place, end):
                put(source[at].translate(_CHARACTERS), at, at + 1)
        elif piece["super"]:
            put("^", place, place + 1)
            for at in range(place, end):
                put(source[at].translate(_SUPERSCRIPTS), at, at + 1)
        elif piece["sign"]:
            put(_SIGNS[piece["sign"]], place, end)
        elif piece["escaped"]:
            put(piece["escaped"], place, end)
        elif piece["blank"]:
            put(" ", place, end)
        elif piece["dash"]:
            put("–" if len(piece["dash"]) == 2 else "—", place, end)
        elif piece["arrow"]:
            put("→", place, end)
        place = end
    return MathView("".join(chars), tuple(starts), tuple(ends), tuple(formulas))
