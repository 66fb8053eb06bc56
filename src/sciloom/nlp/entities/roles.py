"""What part an entity plays in its paper, from the words around its mentions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np
from spacy.tokens import Doc, Span

from sciloom.model import ENTITY_TYPES, ROLES
from sciloom.nlp.entities.referent import singular
from sciloom.nlp.extensions import texts_of
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes, folded
from sciloom.nlp.mentions.linear import Crossed, Doubles, Linear, load_model

T = TypeVar("T")
#: Features of any mention, and the same as those of a first one.
Both = tuple[tuple[T, ...], tuple[T, ...]]
#: Words on either side that are seen one by one, and mentions that are looked at.
_SIDE = 3
_MENTIONS = 4


def roles(doc: Doc, groups: list[list[Span]], types: list[str]) -> list[tuple[str, float]]:
    """Return the role of each group of spans with its probability."""
    chances = role_chances(doc, groups, types)
    best = chances.argmax(1) if len(groups) else np.zeros(0, np.int64)
    return [(ROLES[k], float(row[k])) for k, row in zip(best, chances, strict=True)]


def role_chances(doc: Doc, groups: list[list[Span]], types: list[str]) -> Doubles:
    """Return the probability of each of `sciloom.model.ROLES` for each group of spans."""
    model, words = _reader(load_model("roles"))
    order = [model.labels.index(role) for role in ROLES]
    rows = [(alone, *both) for alone, both in role_features(doc, groups, types, words)]
    return model.probabilities(rows, [ENTITY_TYPES.index(kind) for kind in types])[:, order]


@lru_cache(maxsize=1)
def _reader(model: Linear) -> tuple[Crossed, Words[int]]:
    crossed = Crossed(model, [crossing(kind) for kind in ENTITY_TYPES])
    return crossed, Words(crossed.row)


def crossing(kind: str) -> str:
    """Return what a type is called in the names of features."""
    return kind[:2]


class Words(Generic[T]):
    """What words beside a mention show, as the reader of features knows it.

    ``known`` turns the name of a feature into what stands for it; every feature of a mention comes
    twice, the second time as one of the first mention.
    """

    def __init__(self, known: Callable[[str], T]) -> None:
        self.known = known
        self.both = lru_cache(maxsize=1 << 14)(self._both)
        self.beside = lru_cache(maxsize=1 << 14)(self._beside)
        self.inside = lru_cache(maxsize=1 << 14)(lambda text: known(f"in={folded(text)}"))
        self.cues = {
            word: cue
            for section in ("near", "sentence")
            for cue, group in load("cues")[section].items()
            for word in group
        }

    def _both(self, name: str) -> Both[T]:
        return (self.known(name),), (self.known(f"1{name}"),)

    def _beside(self, side: str, step: int, text: str | None) -> Both[T]:
        word = "#" if text is None else folded(text)
        names = [f"{side}{step}={word}", f"{side}={word}"]
        if text is not None:
            names.append(f"{side}{step}c={classes(text)[1]}")
        return tuple(map(self.known, names)), tuple(self.known(f"1{name}") for name in names)


def role_features(
    doc: Doc, groups: list[list[Span]], types: list[str], words: Words[T]
) -> list[tuple[T, set[T]]]:
    """Return what speaks for each group's role: alone, and both alone and with its type."""
    scene = _Scene(doc, words)
    rows = []
    for spans, kind in zip(groups, types, strict=True):
        places = sorted((span.start, span.end) for span in spans)
        seen = set(scene.of_group(places))
        for place, span in enumerate(places[:_MENTIONS]):
            for plain, first in scene.around(*span):
                seen.update(plain)
                if place == 0:
                    seen.update(first)
        rows.append((words.known(f"type={kind}"), seen))
    return rows


class _Scene(Generic[T]):
    """The features of the mentions of a ``Doc``."""

    def __init__(self, doc: Doc, words: Words[T]) -> None:
        self._words = words
        self._texts = texts_of(doc)
        self._solid = [i for i, text in enumerate(self._texts) if not text.isspace()]
        self._cues = [
            (i, cue) for i, text in enumerate(self._texts) if (cue := words.cues.get(text.lower()))
        ]
        self._bounds = [(sentence.start, sentence.end) for sentence in doc.sents]
        self._starts = [start for start, _ in self._bounds]
        self._shorts = {span.start for pair in doc._.abbreviations for span in pair}

    def of_group(self, places: list[tuple[int, int]]) -> Iterator[T]:
        known = self._words.known
        numbers = [bisect_right(self._starts, start) - 1 for start, _ in places]
        count = max(1, len(self._starts))
        yield known(f"first={min(numbers[0], 6)}")
        yield known(f"at={numbers[0] * 5 // count}")
        yield known(f"to={numbers[-1] * 5 // count}")
        yield known(f"n={min(len(places), 5)}")
        yield known(f"sents={min(len(set(numbers)), 4)}")
        if any(start in self._shorts for start, _ in places):
            yield known("abbreviated")
        first, end = places[0]
        head = self._texts[end - 1]
        yield known(f"head={singular(folded(head))}")
        yield known(f"headclass={classes(head)[1]}")
        yield known(f"size={min(max(end - start for start, end in places), 5)}")
        yield from map(self._words.inside, self._texts[first:end])

    def around(self, start: int, end: int) -> Iterator[Both[T]]:
        """Yield the words beside one mention and the cues of its sentence, before and after it."""
        both, texts = self._words.both, self._texts
        begins, ends = self._bounds[bisect_right(self._starts, start) - 1]
        before = self._worded(begins, start)[-_SIDE:]
        after = self._worded(end, ends)[:_SIDE]
        for step in range(1, _SIDE + 1):
            left = before[-step] if len(before) >= step else None
            right = after[step - 1] if len(after) >= step else None
            yield self._words.beside("-", step, left)
            yield self._words.beside("+", step, right)
        if len(before) > 1:
            yield both(f"--={folded(before[-2])} {folded(before[-1])}")
        ahead = self._cues_in(begins, start)
        for cue in ahead:
            yield both(f"<{cue}")
        for cue in self._cues_in(end, ends):
            yield both(f">{cue}")
        yield both(f"<<{ahead[-1] if ahead else ''}")
        yield both(f"opens={folded(texts[begins])}")

    def _worded(self, start: int, end: int) -> list[str]:
        """Return the texts of the tokens from start to end that are no white space."""
        solid = self._solid
        inside = solid[bisect_left(solid, start) : bisect_left(solid, end)]
        return [self._texts[i] for i in inside]

    def _cues_in(self, start: int, end: int) -> list[str]:
        cues = self._cues
        return [cue for _, cue in cues[bisect_left(cues, (start,)) : bisect_left(cues, (end,))]]
