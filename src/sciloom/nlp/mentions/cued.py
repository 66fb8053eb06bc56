"""Mentions that a cue gives away: "evaluated on Adult", "trained with Adam", "recall of 4%"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Span, Token

from sciloom.nlp.lexicon import load, words
from sciloom.nlp.relations.comparisons import triggers

_AMOUNT = re.compile(r"\d")
_UNITS = frozenset({"%", "percent", "point", "points", "pp", "x", "×", "times"})
_LIST = frozenset({",", "and", "or", "&", "/", "the", "as", "well", "both"})
_ENDS = frozenset(",.;:)")


def cued(doc: Doc) -> list[tuple[int, int, str]]:
    """Return (start token, end token, type) of what the cues show, in order."""
    found = {
        span: span
        for sentence in doc.sents
        for finder in (_tested_on, _made_with, _measured)
        for span in finder(sentence)
    }
    return sorted(found)


def beaten(doc: Doc) -> Iterator[int]:
    """Yield the token positions at which what a comparison compares with begins."""
    for sentence in doc.sents:
        lowered = [token.lower_ for token in sentence]
        for trigger in triggers(lowered):
            at = trigger.end
            while at < len(lowered) and lowered[at] in words("words", "determiners"):
                at += 1
            yield sentence.start + at


def _tested_on(sentence: Span) -> Iterator[tuple[int, int, str]]:
    """Datasets by their capitals: "evaluate it on Adult and COCO", "pretrain on the Pile"."""
    cue = False
    tokens = list(sentence)
    for k, token in enumerate(tokens):
        cue = cue or token.lower_ in words("cues", "testing")
        if cue and token.lower_ == "on":
            at = k + 1
            while at < len(tokens) and (tokens[at].lower_ in _LIST or _capital(tokens[at])):
                if _capital(tokens[at]) and _closes(tokens, at + 1):
                    yield tokens[at].i, tokens[at].i + 1, "Dataset"
                at += 1


def _made_with(sentence: Span) -> Iterator[tuple[int, int, str]]:
    """Methods by their capital: "trained with Adam"."""
    cue = False
    tokens = list(sentence)
    for k, token in enumerate(tokens[:-1]):
        cue = cue or token.lower_ in words("cues", "making")
        if cue and token.lower_ in ("with", "using", "by", "via"):
            following = tokens[k + 1]
            if _capital(following) and _closes(tokens, k + 2):
                yield following.i, following.i + 1, "Method"


def _measured(sentence: Span) -> Iterator[tuple[int, int, str]]:
    """Metrics by their noun, in a sentence that gives an amount: "recall rises by 4 points"."""
    tokens = list(sentence)
    if not any(
        _AMOUNT.match(token.text) and (_unit(tokens, k + 1) or "." in token.text)
        for k, token in enumerate(tokens)
    ):
        return
    for k, token in enumerate(tokens):
        before = tokens[k - 1].lower_ if k else ""
        if token.lower_ in words("cues", "quantities") and before not in _verbal():
            yield token.i, token.i + 1, "Metric"


def _verbal() -> frozenset[str]:
    """Return the words after which "recall" is a verb."""
    return words("words", "pronouns") | {"to", "can", "may", "must", "should", "will"}


def _unit(tokens: list[Token], k: int) -> bool:
    return any(token.lower_ in _UNITS for token in tokens[k : k + 2])


def _capital(token: Token) -> bool:
    text = token.text
    return text[:1].isupper() and len(text) > 1 and token.lower_ not in _never()


def _never() -> frozenset[str]:
    return words("sentences", "openers") | frozenset(map(str.lower, load("names")["none"]))


def _closes(tokens: list[Token], k: int) -> bool:
    """Tell whether a name may end before token ``k``: no noun that it qualifies follows."""
    return k >= len(tokens) or tokens[k].text in _ENDS or tokens[k].lower_ in _LIST
