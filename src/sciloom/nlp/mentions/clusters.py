"""Classes of words that are used alike, learned from unlabelled abstracts.

``data/clusters.tsv.gz`` holds one word a line with its path of three classes, from coarse to fine;
`sciloom.nlp.fitting` makes it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sciloom.nlp.mentions.linear import read_lines

_DIGIT = re.compile(r"\d")
_DASH = re.compile(r"[-\u2010\u2011\u2013\u2212]")


def folded(word: str) -> str:
    """Return ``word`` in lower case, every digit as 0."""
    return _DIGIT.sub("0", word.lower())


def last_part(word: str) -> str:
    """Return what follows the last hyphen."""
    return _DASH.split(word)[-1]


def shape(word: str) -> str:
    """Return the kind of characters ``word`` is made of.

    >>> [shape(word) for word in ("we", "We", "GPT", "GPT-4", "LoRA", "3", "(")]
    ['x', 'Xx', 'X', 'XCd-', 'xX', 'd', '(']
    """
    if word.isalpha():
        if word.islower():
            return "x"
        if word.isupper():
            return "X" if len(word) > 1 else "X1"
        return "Xx" if word[1:].islower() else "xX"
    if word.replace(".", "").replace(",", "").isdigit():
        return "d"
    kinds = (
        ("X", any(c.isupper() for c in word[1:])),
        ("C", word[:1].isupper()),
        ("x", any(c.islower() for c in word)),
        ("d", any(c.isdigit() for c in word)),
        ("-", bool(_DASH.search(word))),
    )
    return "".join(kind for kind, holds in kinds if holds) or word[:1]


@cache
def _table() -> dict[str, tuple[str, str, str]]:
    table: dict[str, tuple[str, str, str]] = {}
    for line in read_lines("clusters"):
        word, path = line.split("\t")
        coarse, middle, fine = path.split(" ")
        table[word] = (coarse, middle, fine)
    return table


@lru_cache(maxsize=1 << 16)
def classes(word: str) -> tuple[str, str, str]:
    """Return coarse, middle and fine class; an unknown word has its last part's or shape's."""
    table = _table()
    plain = folded(word)
    if plain in table:
        return table[plain]
    last = last_part(plain)
    if last != plain and last in table:
        coarse, middle, fine = table[last]
        return f"-{coarse}", f"-{middle}", f"-{fine}"
    kind = "?" + shape(word)
    return kind, kind + plain[-2:], kind
