"""What part an entity plays in its paper, from the words around its mentions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from spacy.tokens import Doc, Span

from sciloom.model import ROLES
from sciloom.nlp.entities.referent import singular
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes, folded
from sciloom.nlp.mentions.linear import Floats, load_model

#: Words on either side that are seen one by one, and mentions that are looked at.
_SIDE = 3
_MENTIONS = 4


def roles(doc: Doc, groups: list[list[Span]], types: list[str]) -> list[tuple[str, float]]:
    """Return the role of each group of spans with its probability."""
    chances = role_chances(doc, groups, types)
    best = chances.argmax(1) if len(groups) else np.zeros(0, np.int64)
    return [(ROLES[k], float(row[k])) for k, row in zip(best, chances, strict=True)]


def role_chances(doc: Doc, groups: list[list[Span]], types: list[str]) -> Floats:
    """Return the probability of each of `sciloom.model.ROLES` for each group of spans."""
    model = load_model("roles")
    order = [model.labels.index(role) for role in ROLES]
    return model.probabilities(role_features(doc, groups, types))[:, order]


def role_features(doc: Doc, groups: list[list[Span]], types: list[str]) -> list[list[str]]:
    """Return what speaks for each group's role, alone and together with its type."""
    numbers = {sentence.start: n for n, sentence in enumerate(doc.sents)}
    shorts = {span.start for pair in doc._.abbreviations for span in pair}
    rows: list[list[str]] = []
    for spans, kind in zip(groups, types, strict=True):
        ordered = sorted(spans, key=lambda span: span.start)
        seen = set(_group_features(ordered, numbers, shorts))
        for place, span in enumerate(ordered[:_MENTIONS]):
            around = list(_around(span))
            seen.update(around)
            if place == 0:
                seen.update(f"1{feature}" for feature in around)
        rows.append(
            [f"type={kind}", *sorted(seen), *(f"{kind[:2]}|{feature}" for feature in sorted(seen))]
        )
    return rows


def _group_features(
    ordered: list[Span], numbers: dict[int, int], shorts: set[int]
) -> Iterator[str]:
    first, last = numbers[ordered[0].sent.start], numbers[ordered[-1].sent.start]
    count = max(1, len(numbers))
    yield f"first={min(first, 6)}"
    yield f"at={first * 5 // count}"
    yield f"to={last * 5 // count}"
    yield f"n={min(len(ordered), 5)}"
    yield f"sents={min(len({span.sent.start for span in ordered}), 4)}"
    if any(span.start in shorts for span in ordered):
        yield "abbreviated"
    head = ordered[0][-1]
    yield f"head={singular(folded(head.text))}"
    yield f"headclass={classes(head.text)[1]}"
    yield f"size={min(max(len(span) for span in ordered), 5)}"
    for token in ordered[0]:
        yield f"in={folded(token.text)}"


def _around(span: Span) -> Iterator[str]:
    """Yield the words beside one mention and the cues of its sentence, before and after it."""
    doc, sentence = span.doc, span.sent
    before = [t for t in doc[sentence.start : span.start] if not t.is_space]
    after = [t for t in doc[span.end : sentence.end] if not t.is_space]
    for step in range(1, _SIDE + 1):
        left = before[-step] if len(before) >= step else None
        right = after[step - 1] if len(after) >= step else None
        for side, token in (("-", left), ("+", right)):
            text = folded(token.text) if token is not None else "#"
            yield f"{side}{step}={text}"
            yield f"{side}={text}"
            if token is not None:
                yield f"{side}{step}c={classes(token.text)[1]}"
    if len(before) > 1:
        yield f"--={folded(before[-2].text)} {folded(before[-1].text)}"
    cues = _cues()
    nearest = ""
    for side, tokens in (("<", before), (">", after)):
        for token in tokens:
            cue = cues.get(token.lower_)
            if cue:
                yield f"{side}{cue}"
                nearest = cue if side == "<" else nearest
    yield f"<<{nearest}"
    if sentence[0].text:
        yield f"opens={folded(sentence[0].text)}"


@cache
def _cues() -> dict[str, str]:
    return {
        word: cue
        for section in ("near", "sentence")
        for cue, group in load("cues")[section].items()
        for word in group
    }
