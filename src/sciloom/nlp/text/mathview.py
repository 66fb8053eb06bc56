"""A text as a reader sees its numbers: LaTeX, Markdown and typographic variants looked through.

Every character of the view knows the slice of the text it stands for, so a span found in the view
is a span of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

#: Inline math as pandoc reads it: no blank inside the dollars, no digit after the last, unless it
#: is one sign before a number ($\sim$40%).
_MATH = re.compile(
    r"(?<!\\)\$(?:\s?(?:\\[A-Za-z]+|[<>=+~±×≤≥≈-])\s?\$|(?![\s$])[^$]{1,200}(?<![\s\\])\$(?![0-9]))"
)
_SIGNS = {
    "times": "×", "texttimes": "×", "cdot": "×",
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥",
    "lt": "<", "gt": ">", "sim": "~", "approx": "~", "simeq": "~", "textasciitilde": "~",
    "pm": "±", "textpm": "±", "to": "→", "rightarrow": "→", "percent": "%",
}  # fmt: skip
#: The full-width forms of ASCII, and the digits of mathematical alphabets, bold to monospace.
_WIDE = {0xFF01 + place: chr(0x21 + place) for place in range(94)}
_STYLED = {0x1D7CE + place: str(place % 10) for place in range(50)}
_CHARACTERS = str.maketrans("\u2010\u2011∼˜≈≃≅⩽≦⩾≧⟶➔➝⨉✕✖﹪", "--~~~~~≤≤≥≥→→→×××%") | _WIDE | _STYLED
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
#: What the pieces begin with, but dashes and arrows.
_FIRST = (
    r"\^_⁻⁺⁰¹²³⁴-⁹\\*{}~$\t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
)
_PIECE = re.compile(
    rf"(?=[{_FIRST}=-])(?:"
    r"(?P<script>[\^_]\{[^{}]{0,40}\})"
    r"|(?P<super>[⁻⁺]?[⁰¹²³⁴-⁹]+)"
    r"|\\(?P<sign>" + "|".join(sorted(_SIGNS, key=len, reverse=True)) + r")(?![A-Za-z]) ?"
    r"|\\(?:text|textbf|textit|textrm|textsc|emph|mathrm|mathbf|bf|it)(?![A-Za-z])\s?"
    r"|\\(?P<escaped>[%$&#])"
    r"|\\[(){}]|\*\*|[{}]"
    r"|(?P<blank>\r\n|\\[,;:! ]|[^\S ]|(?<=[A-Za-z.])~)"
    r"|(?P<dash>-{2,3})"
    r"|(?P<arrow>[-=]>)"
    r"|(?P<dollar>\$))"
)
_SIGN = re.compile(f"[{_FIRST}]")
_STROKES = ("--", "->", "=>")


@dataclass(frozen=True, slots=True)
class MathView:
    """``text`` with the slice of the source behind each character, and the formulas in it."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    formulas: tuple[tuple[int, int], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the slice of the source behind ``text[start:end]``, which must not be empty."""
        return self.starts[start], self.ends[end - 1]


def look_through(source: str) -> MathView:
    """Return the view of a text; linear in its length."""
    if not _marked(source) or not _PIECE.search(source):
        size = len(source)
        plain = source.translate(_CHARACTERS)
        return MathView(plain, range(size), range(1, size + 1), ())
    opens: dict[int, bool] = {}
    for match in _MATH.finditer(source):
        opens[match.start()], opens[match.end() - 1] = True, False
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    formulas: list[tuple[int, int]] = []
    opened = place = 0

    def copy(start: int, end: int) -> None:
        parts.append(source[start:end].translate(_CHARACTERS))
        starts.extend(range(start, end))
        ends.extend(range(start + 1, end + 1))

    for piece in _PIECE.finditer(source):
        start, end = piece.span()
        copy(place, start)
        place = end
        if start in opens:
            if opens[start]:
                opened = len(starts)
            else:
                formulas.append((opened, len(starts)))
        elif piece["script"] or piece["dollar"]:
            copy(start, end)
        else:
            seen = _seen(piece)
            parts.append(seen)
            starts.extend([start] * len(seen))
            ends.extend([end] * len(seen))
    copy(place, len(source))
    return MathView("".join(parts), starts, ends, tuple(formulas))


def _marked(source: str) -> bool:
    """Tell whether a piece may be there."""
    return _SIGN.search(source) is not None or any(stroke in source for stroke in _STROKES)


def _seen(piece: re.Match[str]) -> str:
    """Return what is seen of a piece of markup."""
    if piece["super"]:
        return "^" + piece["super"].translate(_SUPERSCRIPTS)
    if piece["sign"]:
        return _SIGNS[piece["sign"]]
    if piece["dash"]:
        return "–" if len(piece["dash"]) == 2 else "—"
    if piece["blank"]:
        return " "
    return "→" if piece["arrow"] else piece["escaped"] or ""
