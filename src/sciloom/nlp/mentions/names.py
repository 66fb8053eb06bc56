"""Proper names by their shape: capitals inside, acronyms, digits and symbols joined to letters."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from spacy.tokens import Doc, Span, Token

from sciloom.nlp.extensions import texts_of
from sciloom.nlp.lexicon import load, words

_QUANTITY = re.compile(r"\d[\d.,]*(?:[a-zµ°%×]{1,5}|[A-Z]B?)?|\d+(?:st|nd|rd|th|D)")
_SYMBOL = re.compile(r"[A-Z](?:\*|\+\+|#)")
_SIZE = re.compile(r"(?:[-‐‑ ]?v?\d[\w.]*|[-‐‑][A-Z]\w{0,4})*")


@lru_cache(maxsize=1 << 16)
def is_name(text: str) -> bool:
    """Tell whether one token has the shape of a proper name or acronym.

    >>> [is_name(word) for word in ("QuIP#", "GPT-4", "3DGS", "We", "Self-attention", "7B", "IV")]
    [True, True, True, False, False, False, False]
    """
    if _SYMBOL.fullmatch(text):
        return True
    if (
        sum(c.isalpha() for c in text) < 2
        or _QUANTITY.fullmatch(text)
        or text in words("names", "none")
    ):
        return False
    if text.startswith(("http", "$", "\\")):
        return False
    for part in re.split(r"[-‐‑–−]", text):
        inner = any(c.isupper() for c in part[1:])
        joined = part[:1].isalpha() and any(c.isdigit() for c in part) and not part.islower()
        if (inner and any(c.isalpha() for c in part)) or joined or part[-1:] in ("#", "+"):
            return True
    # "GPT-4", "Flowers-102": a capital and a number
    return text[:1].isupper() and any(c.isdigit() for c in text)


@cache
def _known() -> dict[str, str]:
    return {name: kind for kind in ("Dataset", "Metric") for name in load("names")[kind]}


@lru_cache(maxsize=1 << 14)
def known_type(text: str) -> str | None:
    """Return the type of a name that many papers share, with or without version or size."""
    known = _known()
    if text in known:
        return known[text]
    for end in range(len(text) - 1, 2, -1):
        if text[:end] in known and _SIZE.fullmatch(text[end:]):
            return known[text[:end]]
    return None


def shaped(doc: Doc) -> list[Span]:
    """Return the longest runs of name-shaped tokens, with a number or capitalised word beside."""
    found: list[Span] = []
    texts = texts_of(doc)
    longest = _first_words()
    end = 0
    for i, text in enumerate(texts):
        if i < end:
            continue
        known = _known_from(texts, i) if text in longest else 0
        if not known and not is_name(text):
            continue
        start, end = i, i + max(known, 1)
        while end < len(texts) and _continues(doc[end - 1], doc[end]):
            end += 1
        while start > (found[-1].end if found else 0) and _leads(doc[start - 1]):
            start -= 1
        found.append(doc[start:end])
    return found


@cache
def _first_words() -> dict[str, int]:
    """Map the first word of each known name to the words of the longest such name."""
    longest: dict[str, int] = {}
    for name in _known():
        words_of = name.split()
        longest[words_of[0]] = max(longest.get(words_of[0], 0), len(words_of))
    return longest


def _known_from(texts: list[str], i: int) -> int:
    """Return how many tokens from ``i`` on spell a known name."""
    for size in range(_first_words()[texts[i]], 0, -1):
        if " ".join(texts[i : i + size]) in _known():
            return size
    return 0


def _continues(before: Token, token: Token) -> bool:
    if not before.whitespace_:
        return False
    if is_name(token.text):
        return True
    # "GPT 4 is", not "BERT 4 times"
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else "."
    return (
        token.text.isdecimal()
        and len(token) <= 2
        and before.text.isupper()
        and (after in _closed() or not after[0].isalnum())
    )


@cache
def _closed() -> frozenset[str]:
    return words("words", "prepositions", "conjunctions", "auxiliaries")


def _leads(token: Token) -> bool:
    """Tell whether a capitalised word belongs to the name after it ("Tiny ImageNet")."""
    return (
        bool(token.whitespace_)
        and token.is_title
        and not token.is_sent_start
        and token.lower_ not in words("sentences", "openers")
    )
