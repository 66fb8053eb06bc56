"""A text as a reader sees its numbers: LaTeX, Markdown and typographic variants looked through.

Every character of the view knows the slice of the text it stands for, so a span found in the view
is a span of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    opens: dict[int, bool] = {}
    for match in _MATH.finditer(source):
        opens[match.start()], opens[match.end() - 1] = True, False
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    formulas: list[tuple[int, int]] = []
    opened = place = 0
    while place < len(source):
        if place in opens:
            if opens[place]:
                opened = len(chars)
            else:
                formulas.append((opened, len(chars)))
            place += 1
            continue
        piece = _PIECE.match(source, place)
        end = piece.end() if piece else place + 1
        for text, start, stop in _seen(source, piece, place):
            chars.append(text)
            starts.append(start)
            ends.append(stop)
        place = end
    return MathView("".join(chars), tuple(starts), tuple(ends), tuple(formulas))


def _seen(source: str, piece: re.Match[str] | None, place: int) -> Iterator[tuple[str, int, int]]:
    """Yield the characters seen at ``place``, each with the slice it stands for."""
    if piece is None:
        yield source[place].translate(_CHARACTERS), place, place + 1
        return
    end = piece.end()
    if piece["script"]:
        for at in range(place, end):
            yield source[at].translate(_CHARACTERS), at, at + 1
    elif piece["super"]:
        yield "^", place, place + 1
        for at in range(place, end):
            yield source[at].translate(_SUPERSCRIPTS), at, at + 1
    elif piece["sign"]:
        yield _SIGNS[piece["sign"]], place, end
    elif piece["escaped"]:
        yield piece["escaped"], place, end
    elif piece["blank"]:
        yield " ", place, end
    elif piece["dash"]:
        yield "–" if len(piece["dash"]) == 2 else "—", place, end
    elif piece["arrow"]:
        yield "→", place, end
