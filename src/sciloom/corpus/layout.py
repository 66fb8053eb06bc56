"""Lines and blanks: hard wraps undone, paragraphs and list items kept."""

from __future__ import annotations

import re

from sciloom.corpus.hyphens import join_cut_words

_BLANKS = re.compile(r"[ \t]{2,}|\t")
_MARGIN = re.compile(r" ?\n ?")
_GAP = re.compile(r"\n{3,}")
_ITEM = re.compile(r"\(?(?:[ivx]{1,4}|[a-h]|\d{1,2})\) |\d{1,2}\. ")
_ENDS_SENTENCE = (".", ":", ";", "!", "?", ",")
#: Scripts that put no blank between words.
_UNSPACED = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff01-\uff5e]")


def tidy(text: str) -> str:
    """Return ``text`` with single blanks, no margins, and one blank line at most in a row."""
    text = _BLANKS.sub(" ", text)
    return (_GAP.sub("\n\n", _MARGIN.sub("\n", text)) if "\n" in text else text).strip()


def unwrap(text: str) -> str:
    """Return tidy ``text`` with each paragraph and list item on one line, words whole."""
    if "\n" not in text:
        return join_cut_words(text)
    first, *lines = join_cut_words(text).split("\n")
    parts = [first]
    before = first
    for line in lines:
        parts.append(_joint(before, line) + line)
        before = line
    return "".join(parts)


def _joint(before: str, line: str) -> str:
    """Return what a line's end becomes: itself, or a blank where it only wraps."""
    if not before or not line or line.startswith("- "):
        return "\n"
    if _ITEM.match(line) and before.endswith(_ENDS_SENTENCE):
        return "\n"
    return "" if _UNSPACED.match(before[-1]) and _UNSPACED.match(line) else " "
