"""How alike two names are, as a small class that the pair head reads."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

_MARKUP = re.compile(
    r"\\(?:textbf|textit|emph|text|mathrm|mathbf|mathcal|mathbb)\b|[$*{}\\\"“”‘’'`_^]"
)
_DETERMINER = re.compile(r"^(?:the|a|an|our|their)\s+")
_DASHES = re.compile(r"[-‐‑–—/]")
_STARTS = re.compile(r"(?<![^\W_])[^\W_]")
#: Letters of the longest acronym.
_BRIEF = 6

#: Classes of `likeness`; 0 is nothing in common.
LIKENESSES = 14
EQUAL, SHORT_OF, LONG_OF, TAIL_OF, HAS_TAIL, HEAD_OF, HAS_HEAD = range(1, 8)
WITHIN, CONTAINS, LIKE_WITH_HEAD, LIKE, SHARED_HEAD, SHARED_WORD = range(8, 14)


@lru_cache(maxsize=1 << 14)
def key(name: str) -> str:
    """Return a name without case, hyphens, markup, plural "s" and leading determiner."""
    folded = _MARKUP.sub(" ", unicodedata.normalize("NFKC", name)).casefold()
    folded = _DETERMINER.sub("", _DASHES.sub(" ", folded).strip())
    return " ".join(
        word[:-1]
        if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        else word
        for word in folded.split()
    )


def abbreviates(short: str, long: str) -> bool:
    """Tell whether ``short`` can stand for ``long``: its letters in order, from a word's start."""
    letters = [c for c in short.casefold().removesuffix("s") if c.isalnum()]
    if not 1 < len(letters) < len(long) or len(short.split()) > 2:
        return False
    rest = long.casefold()
    for match in _STARTS.finditer(rest):
        if match.group() != letters[0]:
            continue
        at = match.start()
        for letter in letters:
            at = rest.find(letter, at) + 1
            if not at:
                break
        else:
            return True
    return False


def with_head(some: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether a form of one is a form of the other and one more word: "BARA algorithm".

    A word with a capital or digit names another thing: "GPT-4 Turbo"; so does what a hyphen joins.
    """
    # Of forms that differ in case the small one tells: "BARA Algorithm" may stand in a title.
    here, there = ({key(form): form for form in sorted(forms)} for forms in (some, others))
    return any(
        (words := form.split())[1:] and words[-1].islower() and name.rpartition(" ")[0] in shorter
        for longer, shorter in ((here, there), (there, here))
        for name, form in longer.items()
    )


def sub_kind(some: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether a form of one is a form of the other with words before it."""
    here, there = ([key(form) for form in forms] for forms in (some, others))
    return any(a.endswith(f" {b}") or b.endswith(f" {a}") for a in here for b in there)


def likeness(some: Sequence[str], others: Sequence[str]) -> int:
    """Return the closest class over all pairs of two entities' folded forms (see `key`)."""
    found = [kind for a in some for b in others if (kind := _compare(a, b))]
    return min(found, default=0)


def likenesses(names: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return `likeness` of each two; most share no word, and neither can be the other's acronym."""
    shown = [{word for form in forms for word in (form, *form.split())} for forms in names]
    brief = [any(len(form) <= _BRIEF and " " not in form for form in forms) for forms in names]
    return [
        [
            likeness(names[i], names[j])
            if brief[i] or brief[j] or not shown[i].isdisjoint(shown[j])
            else 0
            for j in range(len(names))
        ]
        for i in range(len(names))
    ]


@lru_cache(maxsize=1 << 14)
def _compare(a: str, b: str) -> int:
    if a == b:
        return EQUAL
    left, right = a.split(), b.split()
    if not left or not right:
        return 0
    if set(left).isdisjoint(right):
        return SHORT_OF if _short_of(left, b) else LONG_OF if _short_of(right, a) else 0
    if len(left) < len(right) and (nested := _nested(left, right)):
        return nested
    if len(right) < len(left) and (nested := _nested(right, left)):
        return nested + 1
    return _overlap(left, right)


def _overlap(left: list[str], right: list[str]) -> int:
    here, there = set(left), set(right)
    close = 2 * len(here & there) >= len(here | there)
    if left[-1] == right[-1]:
        return LIKE_WITH_HEAD if close else SHARED_HEAD
    return LIKE if close else SHARED_WORD


def _nested(short: list[str], long: list[str]) -> int:
    if long[-len(short) :] == short:
        return TAIL_OF
    if long[: len(short)] == short:
        return HEAD_OF
    return WITHIN if set(short) <= set(long) else 0


def _short_of(words: list[str], long: str) -> bool:
    return (
        len(words) == 1 and len(words[0]) <= _BRIEF and " " in long and abbreviates(words[0], long)
    )
