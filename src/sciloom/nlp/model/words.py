"""A text as the model sees it: words, what their spelling tells, sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
_SENTENCE_END = re.compile(
    r"(?=[.?!\n])(?:(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bcf)(?<!\bet al)(?<!\bFig)"
    r"[.?!][\"”’')\]]*\s+(?=[\"“‘'(\[\\*]*[A-Z0-9$])"
    r"|\n\s*\n)"
)
#: How many values each column of `features` takes: shape, glued, in a formula, sentence start,
#: times in the text, place of the sentence.
FEATURE_SIZES = (8, 2, 2, 2, 4, 8)


def words(text: str) -> list[tuple[int, int]]:
    """Return the spans of the words: runs of letters and digits; any other sign stands alone."""
    return [match.span() for match in _WORD.finditer(text)]


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences, without the white space around them."""
    cuts = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    spans = []
    for start, end in pairwise(cuts):
        body = text[start:end]
        if body.strip():
            spans.append((start + len(body) - len(body.lstrip()), start + len(body.rstrip())))
    return spans


@lru_cache(maxsize=1 << 15)
def shape(word: str) -> int:
    """Return the class of a word's spelling (0 to 7): the encoder itself sees lower case only."""
    if not word.isalnum():
        return 6
    if any(letter.isdigit() for letter in word):
        return 4 if word.isdigit() else 5
    if word.islower():
        return 0
    if word.isupper():
        return 2 if len(word) > 1 else 7
    return 1 if word[1:].islower() else 3


def features(
    text: str, spans: list[tuple[int, int]], sents: list[tuple[int, int]]
) -> NDArray[np.int64]:
    """Return one row of small integers a word; column ``k`` stays below ``FEATURE_SIZES[k]``."""
    rows: list[tuple[int, ...]] = []
    folded = [text[start:end].casefold() for start, end in spans]
    counts = Counter(folded)
    starts = {start for start, _ in sents}
    sentence, formula, previous = -1, 0, -1
    for form, (start, end) in zip(folded, spans, strict=True):
        word = text[start:end]
        while sentence + 1 < len(sents) and sents[sentence + 1][0] <= start:
            sentence += 1
        rows.append(
            (
                shape(word),
                start == previous,
                formula,
                start in starts,
                min(counts[form], 4) - 1,
                8 * max(sentence, 0) // max(len(sents), 1),
            )
        )
        if word == "$":
            formula = 1 - formula
        previous = end
    return np.array(rows, dtype=np.int64).reshape(-1, len(FEATURE_SIZES))


def word_span(spans: list[tuple[int, int]], start: int, end: int) -> tuple[int, int] | None:
    """Return the half-open range of words that overlap a span of characters, or None."""
    first = bisect_right(spans, start, key=itemgetter(1))
    last = bisect_left(spans, end, key=itemgetter(0))
    return (first, last) if first < last else None
