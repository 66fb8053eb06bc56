"""Sentence boundaries of scientific abstracts, by rule.

A period ends a sentence unless it belongs to an abbreviation, a number or a name; a blank line
always does, so that a title before an abstract is a sentence of its own.
"""

from __future__ import annotations

import re

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Token

from sciloom.nlp.extensions import texts_of
from sciloom.nlp.lexicon import words

_STOP = frozenset(".!?…")
_CLOSERS = frozenset(")]}\"'”’»*") | {"**", "***", "__", "''"}
_OPENERS = frozenset("([{\"'“‘«*¿¡") | {"**", "***", "__", "``"}
#: "iTransformer", "mT5", "xLSTM": a small initial with a capital or digit soon after.
_SMALL_NAME = re.compile(r"[a-z]{1,3}[A-Z0-9]|[a-z]+[A-Z][a-z]")
_INITIAL = re.compile(r"[A-Z]")
_MAX_CLOSERS = 4


@Language.factory("sciloom_sentences_v1", assigns=["token.is_sent_start", "doc.sents"])
class Sentences:
    """Set ``token.is_sent_start`` on every token."""

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        self.name = name
        self._inner = words("sentences", "inner")
        self._before_number = words("sentences", "before_number")
        self._before_capital = words("sentences", "before_capital")
        self._final = words("sentences", "final")
        self._begins = words("sentences", "openers")

    def __call__(self, doc: Doc) -> Doc:
        """Mark the boundaries of ``doc``; white space belongs to the sentence before it."""
        tokens = list(doc)
        starts = [False] * len(tokens)
        begun = 0
        for i, text in enumerate(texts_of(doc)):
            if text.isspace():
                # Before the first word, white space opens a sentence with it.
                after = i + 1 if i and text.count("\n") > 1 else 0
            elif text[-1] in _STOP:
                after = self._end(tokens, i, begun)
            else:
                continue
            if begun < after < len(tokens):
                starts[after] = True
                begun = after
        if starts:
            starts[0] = True
            # Token by token, spaCy would look the whole text over each time.
            marks = np.where(starts, 1, -1).astype(np.uint64)[:, None]
            doc.from_array(["SENT_START"], marks)  # type: ignore[arg-type]  # wants thinc's alias
        return doc

    def _end(self, tokens: list[Token], i: int, begun: int) -> int:
        """Return where the next sentence starts if one ends at the mark ``i``, else 0."""
        after = i + 1
        while (
            after < len(tokens)
            and after - i <= _MAX_CLOSERS
            and tokens[after].text in _CLOSERS
            and not tokens[after - 1].whitespace_
        ):
            after += 1
        while after < len(tokens) and tokens[after].is_space:
            after += 1
        if after >= len(tokens):
            return 0
        judge = after
        while (
            judge + 1 < len(tokens)
            and judge - after < _MAX_CLOSERS
            and tokens[judge].text in _OPENERS
        ):
            judge += 1
        spaced = bool(tokens[after - 1].whitespace_) or tokens[after - 1].is_space
        return after if self._ends(tokens, i, begun, tokens[judge], spaced) else 0

    def _ends(
        self, tokens: list[Token], i: int, begun: int, following: Token, spaced: bool
    ) -> bool:
        mark, nxt = tokens[i].text, following.text
        opens = following.lower_ in self._begins and nxt[:1].isupper()
        if not spaced:  # "is kept.It also": a missing blank; "Node.js": none
            return opens and mark == "." and i > begun and len(tokens[i - 1]) > 2
        if mark[-1] in "!?":
            return not nxt[:1].islower() or bool(_SMALL_NAME.match(nxt))
        if len(mark) > 1 and mark.strip("."):  # an abbreviation with its own periods
            known = mark.lower()
            return opens and (known in self._final or known not in self._inner)
        if mark != ".":  # "..." and "…"
            return nxt[:1].isupper()
        return self._period_ends(tokens, i, begun, nxt, opens)

    def _period_ends(  # noqa: PLR0911  # one return for each kind of word before the period
        self, tokens: list[Token], i: int, begun: int, nxt: str, opens: bool
    ) -> bool:
        before = tokens[i - 1] if i > begun else None
        if before is None or (before.like_num and i - 1 == begun):  # "1. First …"
            return False
        if not before.whitespace_:
            word = before.lower_
            amount = i - 1 > begun and tokens[i - 2].like_num  # "3.5 ms."
            if word in self._before_number:
                return not nxt[:1].isdigit() and nxt[:1] not in "(["
            if word in self._before_capital and not amount:
                return opens or not nxt[:1].isupper()
            if word in self._inner and not amount:
                return False
            if word in self._final or _INITIAL.fullmatch(before.text):
                return opens
        if nxt[:1].islower():
            # An unknown abbreviation is short; a careless small initial follows a whole word.
            return bool(_SMALL_NAME.match(nxt)) or len(before) > 3
        return nxt[:1] not in ",;:)%"
