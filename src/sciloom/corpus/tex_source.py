"""A text with LaTeX in it, and where its groups, formulas and environments close.

Every look-up is a table made once, so that reading stays linear whatever is nested or left open.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict

from sciloom.corpus.tex_symbols import OPERATORS

_SIGN = re.compile(r"\\end(?=\s?\{([A-Za-z]+\*?)\})|\\[\s\S]|[{}$]")
#: Longer than any formula of an abstract: two dollars this far apart do not belong together.
_LONGEST_FORMULA = 1500
_AMOUNT = re.compile(r"\d[\d,.]*\s*(?:[kKMBT]\b|[mb]illion\b|trillion\b)?(?=[\s/,;.–-])")
_NAMED_TEXT = re.compile(r"\\(?:text[a-z]*|mathrm|mathit|mathsf|mbox|operatorname)\s*\{[^{}]*\}")
_PROSE = re.compile(r"(?<=\s)[a-z]{3,}(?=\s)")
_TEX = re.compile(r"[\\^_{}=<>≤≥∈]")


class TexSource:
    """``text`` with the closing position of each brace, dollar and bracketed formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.closing: dict[int, int] = {}
        self._dollars: list[int] = []
        self._ends: defaultdict[str, list[int]] = defaultdict(list)
        open_braces: list[int] = []
        for match in _SIGN.finditer(text):
            sign, at = match[0], match.start()
            if sign == "{":
                open_braces.append(at)
            elif sign == "}":
                if open_braces:
                    self.closing[open_braces.pop()] = at
            elif sign == "$":
                self._dollars.append(at)
            else:
                self._ends[match[1] or sign].append(at)

    def group(self, at: int, limit: int) -> tuple[int, int] | None:
        """Return the inside of the group that opens at ``at`` and closes before ``limit``."""
        close = self.closing.get(at)
        return None if close is None or close >= limit else (at + 1, close)

    def option(self, at: int, limit: int) -> int:
        """Return where a "[…]" at ``at`` ends, or ``at`` where there is none."""
        if not self.text.startswith("[", at):
            return at
        end = self.text.find("]", at, min(limit, at + 200))
        return at if end < 0 else end + 1

    def skip_blanks(self, at: int, limit: int) -> int:
        """Return the first position from ``at`` that holds no blank, a single line end aside."""
        start = at
        while at < limit and self.text[at] in " \t\n":
            at += 1
        return start if self.text.count("\n", start, at) > 1 else at

    def end_of(self, sign: str, at: int, limit: int) -> int | None:
        r"""Return where ``\)``, ``\]`` or the end of environment ``sign`` stands after ``at``."""
        return _next(self._ends.get(sign, ()), at, limit)

    def formula(self, at: int, limit: int) -> tuple[int, int, int] | None:
        """Return (start, end, resume) of the formula that a dollar at ``at`` opens, if any."""
        width = 2 if self.text.startswith("$$", at) else 1
        close = _next(self._dollars, at + width, limit)
        while width == 2 and close is not None and not self.text.startswith("$$", close):
            close = _next(self._dollars, close + 1, min(limit, at + _LONGEST_FORMULA))
        if close is None or not self.is_formula(at + width, close):
            return None
        return at + width, close, close + width

    def is_formula(self, start: int, end: int, *, certain: bool = False) -> bool:
        """Tell a formula from prose between two amounts of money or two stray dollars.

        With ``certain`` it must hold a sign of TeX or a relation.
        """
        if end - start > _LONGEST_FORMULA:
            return False
        inside = self.text[start:end]
        stripped = inside.strip()
        if not stripped or "\n\n" in inside:
            return False
        symbol = stripped.isalnum() and len(stripped) < 3 and inside[0] == inside[-1] == " "
        if (certain or (stripped != inside and not symbol)) and not _TEX.search(inside):
            return False
        amount = _AMOUNT.match(inside)
        digit_follows = self.text[end + 1 : end + 2].isdigit()
        if amount and "\\" not in inside and (inside[-1].isspace() or digit_follows):
            return False
        words = _PROSE.findall(_NAMED_TEXT.sub("", inside))
        return sum(word not in OPERATORS for word in words) < 2


def _next(positions: list[int] | tuple[int, ...], at: int, limit: int) -> int | None:
    index = bisect_left(positions, at)
    found = positions[index] if index < len(positions) else limit
    return found if found < limit else None
