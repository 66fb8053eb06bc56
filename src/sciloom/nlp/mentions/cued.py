"""Mentions that a cue gives away: "evaluated on Adult", "trained with Adam", "recall of 4%"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from spacy.tokens import Doc

from sciloom.nlp.extensions import texts_of
from sciloom.nlp.lexicon import load, words
from sciloom.nlp.relations.comparisons import triggers

_UNITS = frozenset({"%", "percent", "point", "points", "pp", "x", "×", "times"})
_LIST = frozenset({",", "and", "or", "&", "/", "the", "as", "well", "both"})
_MEANS = frozenset({"with", "using", "by", "via"})
_ENDS = frozenset(",.;:)")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The tokens of a sentence, and where in the document it starts."""

    start: int
    texts: list[str]
    lowered: list[str]


def _sentences(doc: Doc) -> Iterator[_Sentence]:
    texts = texts_of(doc)
    lowered = [text.lower() for text in texts]
    for sentence in doc.sents:
        inside = slice(sentence.start, sentence.end)
        yield _Sentence(sentence.start, texts[inside], lowered[inside])


def cued(doc: Doc) -> list[tuple[int, int, str]]:
    """Return (start token, end token, type) of what the cues show, in order."""
    found = {
        (sentence.start + k, sentence.start + k + 1, kind)
        for sentence in _sentences(doc)
        for finder, kind in ((_tested_on, "Dataset"), (_made_with, "Method"), (_measured, "Metric"))
        for k in finder(sentence)
    }
    return sorted(found)


def beaten(doc: Doc) -> Iterator[int]:
    """Yield the token positions at which what a comparison compares with begins."""
    for sentence in _sentences(doc):
        lowered = sentence.lowered
        for trigger in triggers(lowered):
            at = trigger.end
            while at < len(lowered) and lowered[at] in words("words", "determiners"):
                at += 1
            yield sentence.start + at


def _tested_on(sentence: _Sentence) -> Iterator[int]:
    """Datasets by their capitals: "evaluate it on Adult and COCO", "pretrain on the Pile"."""
    lowered, size = sentence.lowered, len(sentence.lowered)
    first = _first(lowered, words("cues", "testing"))
    for k in range(first, size):
        if lowered[k] == "on":
            at = k + 1
            while at < size and (lowered[at] in _LIST or _capital(sentence, at)):
                if _capital(sentence, at) and _closes(sentence, at + 1):
                    yield at
                at += 1


def _made_with(sentence: _Sentence) -> Iterator[int]:
    """Methods by their capital: "trained with Adam"."""
    lowered = sentence.lowered
    for k in range(_first(lowered, words("cues", "making")), len(lowered) - 1):
        if lowered[k] in _MEANS and _capital(sentence, k + 1) and _closes(sentence, k + 2):
            yield k + 1


def _measured(sentence: _Sentence) -> Iterator[int]:
    """Metrics by their noun, in a sentence that gives an amount: "recall rises by 4 points"."""
    lowered = sentence.lowered
    if not any(
        text[0].isdecimal() and ("." in text or not _UNITS.isdisjoint(lowered[k + 1 : k + 3]))
        for k, text in enumerate(sentence.texts)
    ):
        return
    for k, word in enumerate(lowered):
        if word in words("cues", "quantities") and (not k or lowered[k - 1] not in _verbal()):
            yield k


def _first(lowered: list[str], cues: frozenset[str]) -> int:
    """Return where the first cue stands; the end where there is none."""
    if cues.isdisjoint(lowered):
        return len(lowered)
    return next(k for k, word in enumerate(lowered) if word in cues)


@cache
def _verbal() -> frozenset[str]:
    """Return the words after which "recall" is a verb."""
    return words("words", "pronouns") | {"to", "can", "may", "must", "should", "will"}


def _capital(sentence: _Sentence, k: int) -> bool:
    text = sentence.texts[k]
    return text[:1].isupper() and len(text) > 1 and sentence.lowered[k] not in _never()


@cache
def _never() -> frozenset[str]:
    return words("sentences", "openers") | frozenset(map(str.lower, load("names")["none"]))


def _closes(sentence: _Sentence, k: int) -> bool:
    """Tell whether a name may end before token ``k``: no noun that it qualifies follows."""
    return k >= len(sentence.texts) or sentence.texts[k] in _ENDS or sentence.lowered[k] in _LIST
