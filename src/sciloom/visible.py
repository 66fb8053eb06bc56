"""Text that cannot steer what shows it: a terminal, a line of a log."""

from __future__ import annotations

import unicodedata

#: Controls, line and paragraph separators, surrogates.
_CATEGORIES = frozenset(("Cc", "Zl", "Zp", "Cs"))
#: Marks, overrides and isolates of the direction of writing.
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def visible(text: str) -> str:
    r"""Show what would move a terminal's cursor, colour it or turn its text around.

    >>> visible("a\x1b[31mb\u202ec")
    'a\\x1b[31mb\\u202ec'
    """
    return "".join(c if _is_harmless(c) else c.encode("unicode_escape").decode() for c in text)


def _is_harmless(character: str) -> bool:
    return unicodedata.category(character) not in _CATEGORIES and character not in _TURNS
