"""Short forms and their long forms, defined with parentheses or in words.

The match of letters is that of Schwartz and Hearst, "A simple algorithm for identifying
abbreviation definitions in biomedical text", PSB 2003; beyond it: initials before other letters,
the short form first, plurals, digits that stand for words or repetition (W2S, T5), and capitals
inside a word (eXtreme).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.nlp import extensions
from sciloom.nlp.lexicon import load, words

_WORD = re.compile(r"[^\W_]+")
_MAX_SHORT = 12
_MAX_LONG_TOKENS = 14


@Language.factory(
    "sciloom_abbreviations_v1", requires=["doc.sents"], assigns=["doc._.abbreviations"]
)
class Abbreviations:
    """Set ``doc._.abbreviations`` to (short, long) pairs of spans, in order of the short form."""

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        extensions.register()
        self.name = name
        self._leads = tuple(tuple(lead.split()) for lead in load("abbreviations")["leads"])
        self._links = tuple(tuple(link.split()) for link in load("abbreviations")["links"])
        self._barriers = words("abbreviations", "barriers")

    def __call__(self, doc: Doc) -> Doc:
        """Find the pairs of ``doc``, each within one sentence."""
        pairs = [pair for sentence in doc.sents for pair in self._pairs(sentence)]
        pairs.sort(key=lambda pair: (pair[0].start, pair[1].start))
        doc._.abbreviations = tuple(pairs)
        return doc

    def _pairs(self, sentence: Span) -> Iterator[tuple[Span, Span]]:
        doc = sentence.doc
        for start, end in brackets(sentence):
            inside = self._without_lead(doc[start + 1 : end])
            first = self._until_barrier(inside)
            if not first:
                continue
            before = doc[max(sentence.start, start - _MAX_LONG_TOKENS) : start]
            if not before:
                continue
            if len(first) <= 2 and is_short(first.text):
                long = self._long_before(first.text, before)
                if long is not None:
                    yield first, long
                    continue
            short = doc[start - 1 : start]
            if is_short(short.text) and len(first) >= 2:
                long = self._long_within(short.text, first)
                if long is not None:
                    yield short, long
        yield from self._in_words(sentence)

    def _in_words(self, sentence: Span) -> Iterator[tuple[Span, Span]]:
        """Yield the pairs of "GMN, short for Graph Merge Network" and its like."""
        doc = sentence.doc
        lowered = [t.lower() for t in extensions.texts_of(doc)[sentence.start : sentence.end]]
        for link in self._links:
            size = len(link)
            if link[0] not in lowered:
                continue
            for k in range(1, len(lowered) - size):
                if tuple(lowered[k : k + size]) != link:
                    continue
                at = sentence.start + k
                comma = doc[at - 1].text == "," and at - 1 > sentence.start
                short = doc[at - 1 - comma : at - comma]
                after = doc[at + size : min(sentence.end, at + size + _MAX_LONG_TOKENS)]
                long = self._long_within(short.text, after) if is_short(short.text) else None
                if long is not None:
                    yield short, long

    def _without_lead(self, inside: Span) -> Span:
        lowered = [token.lower_ for token in inside]
        for lead in self._leads:
            if tuple(lowered[: len(lead)]) == lead:
                return inside[len(lead) :]
        return inside

    def _until_barrier(self, span: Span) -> Span:
        for k, token in enumerate(span):
            if token.text in self._barriers:
                return span[:k]
        return span

    def _long_before(self, short: str, before: Span) -> Span | None:
        reach = min(len(short) + 5, len(short) * 2)
        left = len(before)
        while left > 0 and reach > 0 and before[left - 1].text not in self._barriers:
            left -= 1
            reach -= before[left].text[0].isalnum()
        return _aligned(short, before[left:])

    def _long_within(self, short: str, inside: Span) -> Span | None:
        """Match ``short`` at the very beginning of ``inside``, its last letter in the last word."""
        last = short.rstrip("s")[-1:].lower()
        found: Span | None = None
        for end in range(2, min(len(inside), _MAX_LONG_TOKENS) + 1):
            if inside[end - 1].text in self._barriers:
                break
            long = _aligned(short, inside[:end])
            if long is None or long.start != inside.start or long.end != inside[:end].end:
                continue
            if long[-1].lower_.startswith(last):
                return long
            if found is None and (last in long[-1].lower_ or not last.isalpha()):
                found = long
        return found


def brackets(sentence: Span) -> Iterator[tuple[int, int]]:
    """Yield the token positions of each "(" or "[" and what closes it, inner pairs first."""
    stack: list[int] = []
    texts = extensions.texts_of(sentence.doc)
    for i in range(sentence.start, sentence.end):
        if texts[i] in ("(", "["):
            stack.append(i)
        elif texts[i] in (")", "]") and stack:
            yield stack.pop(), i


def is_short(text: str) -> bool:
    """Tell whether ``text`` looks like a short form: it has a capital and few characters."""
    return (
        2 <= len(text) <= _MAX_SHORT
        and text[0].isalnum()
        and any(c.isupper() for c in text)
        and not (text[1:].islower() and text.isalpha() and len(text) > 3)
    )


def letters_match(short: str, long: str) -> int | None:
    """Return where in ``long`` the long form of ``short`` begins, or None.

    >>> letters_match("LLMs", "of large language models")
    3
    >>> letters_match("W2S", "weak-to-strong")
    0
    """
    if short[-1:] == "s" and any(c.isupper() for c in short[:-1]):
        short = short[:-1]
    readings = list(_readings(short))
    for matcher in (_initials, _match):
        for wanted in readings:
            found = matcher(wanted, long)
            if found is not None:
                return found
    return None


def _readings(short: str) -> Iterator[list[str]]:
    """Yield what to look for: as written, symbols as words, digits as repetition."""
    symbols = load("abbreviations")["symbols"]
    plain = [c.lower() for c in short if c.isalnum() or c in symbols]
    letters = [c for c in plain if c.isalnum()]
    if not letters:
        return
    yield letters
    if any(c in symbols for c in plain):
        yield [symbols.get(c, c) for c in plain]
    repeated: list[str] = []
    for c in plain:
        if c.isdecimal() and repeated and 2 <= int(c) <= 6:
            repeated += [repeated[-1]] * (int(c) - 1)
        else:
            repeated.append(c)
    if len(repeated) > len(plain):
        yield repeated


def _initials(wanted: list[str], long: str) -> int | None:
    """Match each piece to the beginning of a word, from the last on; small words may be skipped."""
    skipped = words("abbreviations", "small")
    k = len(wanted) - 1
    for word in reversed(list(_WORD.finditer(long))):
        lowered = word[0].lower()
        if lowered.startswith(wanted[k]):
            if k == 0:
                return word.start()
            k -= 1
        elif lowered not in skipped or k == len(wanted) - 1:
            return None
    return None


def _match(wanted: list[str], long: str) -> int | None:
    """Match the pieces from right to left anywhere, the first at the beginning of a word."""
    lowered = long.lower() if len(long.lower()) == len(long) else long
    at = len(long)
    for k in range(len(wanted) - 1, -1, -1):
        piece = wanted[k]
        at = lowered.rfind(piece, 0, at)
        while at >= 0 and not (_word_start(long, at) if k == 0 or len(piece) > 1 else True):
            at = lowered.rfind(piece, 0, at)
        if at < 0:
            return None
    while at > 0 and long[at - 1].isalnum():  # eXtreme: back to the start of the word
        at -= 1
    return at


def _word_start(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum() or (text[at].isupper() and text[at - 1].islower())


def _aligned(short: str, before: Span) -> Span | None:
    """Return the part of ``before`` up to its end that spells ``short``, as whole tokens."""
    while before and not before[-1].text[-1].isalnum():
        before = before[:-1]
    text = before.text
    offset = letters_match(short, text)
    if offset is None or len(text) - offset <= len(short):
        return None
    start = before.start_char + offset
    for token in before:
        if token.idx + len(token) > start:
            long = before.doc[token.i : before.end]
            break
    else:
        return None
    if short in {token.text for token in long}:
        return None
    return long if _initials_taken(short, long.text) else None


def _initials_taken(short: str, long: str) -> bool:
    """Refuse a chance match: most words of a long form lend their first letter."""
    initials = [b for a, b in pairwise(" " + long) if b.isalnum() and not a.isalnum()]
    given = {c.lower() for c in short}
    hits = sum(c.lower() in given for c in initials)
    return hits * 2 >= len(initials)
