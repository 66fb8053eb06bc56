"""Blanks in formulas: TeX ignores them, readers of plain text do not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["term", "operator", "blank", "end"]

#: Mathematical symbols that stand on their own, between no two terms.
_ALONE = frozenset("√∂∇∑∏∫¬∞∀∃∅|")
_TIGHT = re.compile(r"(?<=[(\[⟨⌈⌊]) +| +(?=[)\]⟩⌉⌋,;])")
_BLANKS = re.compile(r"\s+")


@dataclass(slots=True)
class Piece:
    """Part of a formula: "operator" is a named one, "end" the blank that ends a command's name."""

    kind: Kind
    text: str = ""


def spaced(pieces: Iterable[Piece]) -> str:
    """Join the pieces of a formula.

    The blank that ends a command's name stays only beside a relation that is set off on its other
    side too; named operators are set apart from letters and digits.
    """
    parts: list[str] = []
    last, set_off, pending = Piece("term"), True, ""
    for piece in pieces:
        if piece.kind in ("blank", "end"):
            pending = piece.kind if pending != "blank" else pending
            continue
        gap = (
            pending == "blank"
            or (pending == "end" and _stays(last, piece, set_off=set_off))
            or _wanted(last, piece)
        )
        set_off = gap or not parts
        parts.append(" " + piece.text if gap else piece.text)
        last, pending = piece, ""
    return _TIGHT.sub("", _BLANKS.sub(" ", "".join(parts))).strip()


def _stays(last: Piece, piece: Piece, *, set_off: bool) -> bool:
    if _is_relation(last.text[-1:]):
        return set_off
    return _is_relation(piece.text[:1])


def _wanted(last: Piece, piece: Piece) -> bool:
    first, before = piece.text[:1], last.text[-1:]
    if piece.kind == "operator":
        return before.isalnum() or before in (")", "]", "}")
    return last.kind == "operator" and (first.isalnum() or first in ("√", "|"))


def _is_relation(char: str) -> bool:
    if char in ("", ":", "·"):
        return bool(char)
    return unicodedata.category(char) == "Sm" and char not in _ALONE
